import { type Decimal, isNegative, type Reading, readAmount, round } from '@timbre/values';

/**
 * Reads an amount of a receipt that a user or a program enters: by the API, on a form, pasted, in a workbook or a CSV.
 * All of them are read with this function, so that the screen shows before loading the amount that will be stored.
 *
 * @param written a JSON number, or a text in any clear notation; a numeric cell of a workbook is passed as a number
 * @returns the amount to the cent, half up; or the reason why it is refused, in Spanish: not an amount, two readings,
 * another currency, negative
 */
export function readReceiptAmount(written: string | number): Reading<Decimal> {
  const read = readAmount(written);
  if ('fault' in read) return read;
  if (isNegative(read.value))
    return {
      fault: `«${written}» es negativo: los montos van sin signo; una devolución es una nota de crédito (B04 o E34) con montos positivos`,
    };
  return { value: round(read.value, 2) };
}
