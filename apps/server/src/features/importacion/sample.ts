import { addMonths, formatFecha, lastDay, parseISODate, periodoOf } from '@timbre/values';
import { firstExpiry } from '../../domain/comprobantes/numbers/ranges-repo.ts';
import { buildMuestra } from '../../domain/comprobantes/workbooks/muestra.ts';
import type { Context } from '../context.ts';
import { highestSigned } from './tally-repo.ts';

/**
 * A sample workbook for a company, with numbers that it has not used, and the expiry of its ranges. Without ranges in
 * Pruebas it has that of the numbers that the DGII lets everybody use there, which the company registers next.
 */
export async function sampleFor(
  { clock, config, db, issuers }: Pick<Context, 'clock' | 'config' | 'db' | 'issuers'>,
  empresaId: string,
): Promise<Buffer> {
  const { rnc, razonSocial, ambiente } = await issuers.of(empresaId);
  const [last, vence] = await db.tenant(empresaId, (tx) =>
    Promise.all([highestSigned(tx, empresaId, ambiente, rnc), firstExpiry(tx, empresaId, ambiente)]),
  );
  const now = clock.now().getTime();
  const fecha = formatFecha(now);
  const usual = ambiente === 'testecf' ? config.testExpiry : '';
  const vencimiento = parseISODate(vence ?? usual) ?? lastDay(addMonths(periodoOf(fecha), 12));
  return buildMuestra({ rnc, razonSocial, desde: (last ?? 0) + 1, fecha, vencimiento }, now);
}
