import { readReceiptAmount } from '@timbre/reports';
import { compareFecha, type Decimal, type Fecha, parseFecha, parseISODate } from '@timbre/values';

/** Why a record is not loaded, in Spanish. */
export class Rejected extends Error {
  override readonly name = 'Rejected';
}

/** Rejects a record with a reason, in Spanish. */
export const reject = (reason: string): never => {
  throw new Rejected(reason);
};

/** The day that a text of a record states. @throws Rejected */
export function dayOf(text: string, hoy: Fecha): Fecha {
  const dashed = text.trim().replaceAll('/', '-');
  const fecha = parseFecha(dashed) ?? parseISODate(dashed) ?? reject(`«${text}» no es una fecha dd-mm-aaaa`);
  return compareFecha(fecha, hoy) > 0 ? reject(`La fecha ${fecha} no ha llegado`) : fecha;
}

/** The amount that a record states in a field. @throws Rejected, with the name of the field */
export function amountOf(value: string | number, name: string): Decimal {
  const read = readReceiptAmount(value);
  return 'fault' in read ? reject(`${name}: ${read.fault}`) : read.amount;
}
