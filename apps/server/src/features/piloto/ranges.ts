import { codigosDeRango } from '@timbre/contract';
import { parseENCF } from '@timbre/values';
import { nextWithFault, type UnnumberedRow } from '../../domain/comprobantes/imports/errors-repo.ts';
import { isoDate } from '../../domain/comprobantes/judge/draft.ts';
import { pagesOf } from '../../platform/db/pages.ts';
import type { Actor } from '../../platform/input/caller.ts';
import { type NewRange, registerRanges } from '../configuracion/secuencias/service.ts';
import type { Context } from '../context.ts';
import { reviewRows } from '../importacion/service.ts';
import type { Pilot } from './repo.ts';

/** Documents read at once. */
const batch = 1_000;

/**
 * Registers the numbers of a workbook that no range has. The DGII's set has them, with their expiry, in its own cells.
 *
 * @throws Problem `secuencia/invalida`
 */
export async function registerNumbers(ctx: Context, pilot: Pilot, by: Actor): Promise<void> {
  const { empresa_id: empresaId, ambiente, importacion_id: importacionId } = pilot;
  if (importacionId === null) return;
  const of = { empresaId, importacionId, ambiente };
  const lacking = await ctx.db.tenant(empresaId, async (tx) => {
    const unnumbered: UnnumberedRow[] = [];
    const pages = pagesOf<UnnumberedRow>(batch, (last) =>
      nextWithFault(tx, of, [codigosDeRango.falta], { after: last?.orden ?? 0, most: batch }),
    );
    for await (const rows of pages) unnumbered.push(...rows);
    return unnumbered;
  });
  const ranges = rangesOf(lacking).map((range) => ({ ...range, ambiente }));
  if (ranges.length === 0) return;
  await ctx.db.tenant(empresaId, (tx) => registerRanges(ctx, tx, empresaId, ranges, by));
  await reviewRows(ctx, of);
}

/** The numbers as ranges: consecutive numbers of one type and expiry form one range. */
function rangesOf(rows: readonly Pick<UnnumberedRow, 'encf' | 'vence'>[]): readonly Omit<NewRange, 'ambiente'>[] {
  const numbers = rows
    .flatMap(({ encf, vence }) => {
      const parts = parseENCF(encf);
      return parts === undefined
        ? []
        : [{ tipo: parts.tipo, numero: parts.secuencia, vence: isoDate(vence ?? undefined) }];
    })
    .sort((a, b) => a.tipo.localeCompare(b.tipo) || a.numero - b.numero);
  const ranges: { tipo: string; desde: number; hasta: number; vence: string | undefined }[] = [];
  for (const { tipo, numero, vence } of numbers) {
    const last = ranges.at(-1);
    if (last?.tipo === tipo && last.vence === vence && numero <= last.hasta + 1) last.hasta = numero;
    else ranges.push({ tipo, desde: numero, hasta: numero, vence });
  }
  return ranges;
}
