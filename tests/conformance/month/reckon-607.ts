import { type Amounts, amountsOf } from './amounts.ts';
import { add, dgii, isElectronic, isOfConsumer, money, monthOf, type Sold } from './receipt.ts';
import { some } from './reckon-606.ts';
import { sold } from './sales.ts';

// The 607 computed a second time, from its instructions (December 2025), the layout of its tool, and NG 07-18 with NG
// 10-18.

/** RD$250,000.00 without taxes: sales to consumers below it are summarised. @source NG 07-18, art. 4; NG 10-18 */
const threshold = 25_000_000;

export const salesOf = (period: string): readonly Sold[] => sold.filter(({ fecha }) => monthOf(fecha) === period);

/** True for a sale to a consumer that is only in the summary. */
const isSummarised = (one: Sold) => isOfConsumer(one.ncf) && amountsOf(one).base < threshold;

/** Fields 17 to 23, whose sum is the total with taxes. In credit notes they are all zero. */
export function formsOf(one: Sold): readonly number[] {
  const forms = [0, 0, 0, 0, 0, 0, 0];
  if (one.forma === undefined) return forms;
  const { enEfectivo = 0 } = one;
  forms[0] = enEfectivo;
  forms[Number(one.forma) - 1]! += amountsOf(one).total - enEfectivo;
  return forms;
}

/** Fields 8 to 23, in cents. */
function amountsOf607(one: Sold): readonly number[] {
  const { base, itbis, selectivo, otros, propina }: Amounts = amountsOf(one);
  const { itbis: itbisWithheld = 0, isr = 0 } = one.retenido ?? {};
  return [base, itbis, itbisWithheld, 0, isr, 0, selectivo, otros, propina, ...formsOf(one)];
}

/** The 23 fields of a line. The kind of income has one digit. */
function line607(one: Sold): string {
  const [base, ...amounts] = amountsOf607(one);
  const hasBuyer = one.rnc !== '';
  return [
    one.rnc,
    hasBuyer ? (one.rnc.length === 11 ? '2' : '1') : '',
    one.ncf,
    one.modifica ?? '',
    one.ingreso,
    dgii(one.fecha),
    one.retenido ? dgii(one.retenido.fecha) : '',
    money(base!),
    ...amounts.map(some),
  ].join('|');
}

/** Lines of the file, without e-CF, which the DGII received when they were issued, and without summarised sales. */
export const linesOf607 = (period: string): string[] =>
  salesOf(period)
    .filter((one) => !isElectronic(one.ncf) && !isSummarised(one))
    .map(line607);

/** Summary of sales to consumers: for each type the number of sales, then fields 8, 9, 14 to 16 and 17 to 23. */
export function summaryOf(period: string): readonly { tipo: string; cantidad: number; montos: readonly number[] }[] {
  const summarised = salesOf(period).filter(isSummarised);
  return ['B02', 'E32']
    .map((tipo) => ({ tipo, ones: summarised.filter(({ ncf }) => ncf.startsWith(tipo)) }))
    .map(({ tipo, ones }) => ({
      tipo,
      cantidad: ones.length,
      montos: [0, 1, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15].map((at) => add(ones, (one) => amountsOf607(one)[at]!)),
    }));
}
