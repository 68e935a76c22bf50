import type { tipoAnulacion } from '../layout/codes.ts';
import { type Derived, filler } from './filler.ts';
import type { VoidedRange } from './input.ts';

/** Maximum size of a range of numbers. */
export const mostVoided = 10_000;

/**
 * The rows of the 608 for a range of voided numbers, one each, from the first to the last.
 * @param motivo reason for the whole range; pending if left out
 * @returns nothing for a range that ends before it begins. Throws RangeError when its ends are not of one series and type, or
 * when it has more than 10,000 numbers.
 * @source herramienta 608, v2018.2.1
 */
export function* deriveVoided(range: VoidedRange, motivo?: keyof typeof tipoAnulacion): Generator<Derived<'608'>> {
  const { desde, hasta, fecha } = range;
  const isNumber = (text: string) => /^([A-Z]\d{2})(\d{8}|\d{10})$/.test(text);
  if (!isNumber(desde) || !isNumber(hasta) || desde.slice(0, 3) !== hasta.slice(0, 3) || desde.length !== hasta.length)
    throw new RangeError(`not a range of numbers: ${desde} to ${hasta}`);
  const [first, last] = [Number(desde.slice(3)), Number(hasta.slice(3))];
  if (last - first >= mostVoided) throw new RangeError(`more than ${mostVoided} numbers: ${desde} to ${hasta}`);
  for (let n = first; n <= last; n++) {
    const fill = filler<'608'>({ tipo_anulacion: motivo }, {});
    fill.put('ncf', desde.slice(0, 3) + String(n).padStart(desde.length - 3, '0'), 'D-ANULADO');
    fill.put('fecha_comprobante', fecha, 'D-DATO');
    fill.askOrPend('tipo_anulacion');
    yield fill.done();
  }
}
