import { readReceiptAmount } from '@timbre/reports';
import { compareFecha, type Decimal, type Fecha, type Reading, readDate } from '@timbre/values';

/** Why a record is not loaded, in Spanish. */
export class Rejected extends Error {
  override readonly name = 'Rejected';
}

/** Rejects a record with a reason, in Spanish. */
export const reject = (reason: string): never => {
  throw new Rejected(reason);
};

/** The value that was read. @throws Rejected with its fault, after the name of the field */
export const demand = <Value>(read: Reading<Value>, name = ''): Value =>
  'fault' in read ? reject(`${name}${read.fault}`) : read.value;

/** The day that a text of a record states. @throws Rejected */
export function dayOf(text: string, hoy: Fecha): Fecha {
  const fecha = demand(readDate(text));
  return compareFecha(fecha, hoy) > 0 ? reject(`La fecha ${fecha} no ha llegado`) : fecha;
}

/** The amount that a record states in a field. @throws Rejected, with the name of the field */
export const amountOf = (value: string | number, name: string): Decimal =>
  demand(readReceiptAmount(value), `${name}: `);
