import { isNegative, type ReadAmount, readAmount, round } from '@timbre/values';

/**
 * Reads an amount of a receipt that somebody brings: by the API, on a form, pasted, in a workbook or a CSV. Each of these doors
 * reads with this function, so that the screen shows before loading what will be stored.
 *
 * @param written a JSON number, or a text in any clear notation; the number of a workbook's cell as a number
 * @returns the amount to the cent, half up; or the reason why it is not taken, in Spanish: no amount, two readings, another
 * currency, negative
 */
export function readReceiptAmount(written: string | number): ReadAmount {
  const read = readAmount(written);
  if ('fault' in read) return read;
  if (isNegative(read.amount))
    return {
      fault: `«${written}» es negativo: los montos van sin signo; una devolución es una nota de crédito (B04 o E34) con montos positivos`,
    };
  return { amount: round(read.amount, 2) };
}
