import type { Ambiente, documentos, MotivoDeAnulacion } from '@timbre/contract';
import { Problem, refuse } from '@timbre/refusal';
import { parseENCF } from '@timbre/values';
import { creditedBy, linksOf, readNotes, whyNotAnnullable } from '../../domain/comprobantes/issue/annulments.ts';
import { occupantsOf } from '../../domain/comprobantes/numbers/occupants.ts';
import { listSecuencias } from '../../domain/comprobantes/numbers/ranges-repo.ts';
import { findDocumento } from '../../domain/comprobantes/queries/documento.ts';
import type { Tx } from '../../platform/db/transactions.ts';
import type { Actor } from '../../platform/input/caller.ts';
import { registerRanges } from '../configuracion/secuencias/service.ts';
import type { Context } from '../context.ts';

/** The choices of the person who annuls a document. */
interface Chosen {
  readonly motivo: MotivoDeAnulacion;
  /** With the simulator: the number that a refusal offered because no range of credit notes has one. */
  readonly eNCF?: string;
}

/** Attempts to make the note, since another note may take part of its document meanwhile. */
const attempts = 4;

/**
 * Annuls an accepted document: issues the credit note for the amount that other notes leave, or for the whole. If the
 * notes of the document, accepted or on their way, already reach its total, the one that annuls it is returned and no
 * other is issued.
 *
 * @throws Problem `recurso/no-encontrado`, `documento/no-anulable`; `documento/ya-anulado` where notes that were not
 * issued to annul took all of it; `peticion/no-coincide` for a number that was not offered; the problems of an
 * emission: no number is taken. Without a range of credit notes the simulator's refusal offers a number
 */
export async function annulDocumento(
  ctx: Context,
  empresaId: string,
  id: string,
  { motivo, eNCF }: Chosen,
  by: Actor,
): Promise<documentos.Anulacion> {
  const { ambiente } = await ctx.issuers.of(empresaId);
  let target = await readToAnnul(ctx, empresaId, ambiente, id);
  if (eNCF !== undefined && 'xml' in target) await registerOffered(ctx, empresaId, target.encf, eNCF, by);
  for (let attempt = 1; ; attempt++) {
    if ('nota' in target) return target;
    const { encf, xml, notas, acreditado } = target;
    const characters = notas.reduce((sum, { length }) => sum + length, xml.length);
    const now = ctx.clock.now().getTime();
    const body = await ctx.desk.annulmentOf(characters, { xml, notas, motivo, now, eNCF });
    try {
      const { emitida } = await ctx.emitter.emit(empresaId, body, {
        idempotencyKey: undefined,
        estricto: false,
        // The note copies the amounts of a document that was issued.
        tolerante: true,
        anula: { id, motivo, acreditado, by },
      });
      return { nota: { id: emitida.id, eNCF: emitida.eNCF, estado: emitida.estado } };
    } catch (error) {
      if (error instanceof Problem && error.rango !== undefined) throw await offering(ctx, empresaId, encf, error);
      if (attempt === attempts || !isOvertaken(error)) throw error;
    }
    target = await readToAnnul(ctx, empresaId, ambiente, id);
  }
}

/** A document that may be annulled, and its credit notes as XML. */
interface ToAnnul {
  readonly encf: string;
  readonly xml: string;
  readonly notas: readonly string[];
  readonly acreditado: string;
}

/** Reads the data for the note that annuls a document, or the note itself if it was issued before. @throws Problem */
async function readToAnnul(
  { db }: Context,
  empresaId: string,
  ambiente: Ambiente,
  id: string,
): Promise<ToAnnul | documentos.Anulacion> {
  const { row, notas } = await db.tenant(empresaId, async (tx) => ({
    row: await findDocumento(tx, empresaId, id),
    notas: await readNotes(tx, empresaId, id),
  }));
  if (row === undefined) return refuse('recurso/no-encontrado');
  const { anuladaPor } = linksOf(row);
  if (anuladaPor !== null) {
    if (row.creditos?.anula) return { nota: anuladaPor };
    return refuse('documento/ya-anulado', `Las notas de crédito de ${row.encf} ya suman su total: no queda nada.`);
  }
  const reason = whyNotAnnullable(row, ambiente);
  if (reason !== undefined || row.xml === null) return refuse('documento/no-anulable', reason);
  return { encf: row.encf, xml: row.xml, notas, acreditado: creditedBy(row.creditos) };
}

/** Whether another note took a part of the document between the reading of it and the emission. */
const isOvertaken = (error: unknown): boolean =>
  error instanceof Problem &&
  (error.code === 'documento/ya-anulado' || (error.errores ?? []).some(({ codigo }) => codigo === 'ECF-NOTA-SUMA'));

/** The refusal for lack of a range, with the number that may be used instead. */
async function offering(ctx: Context, empresaId: string, original: string, error: Problem): Promise<Problem> {
  const alternativa = await offeredNumber(ctx, empresaId, original);
  if (error.rango === undefined || alternativa === undefined) return error;
  return new Problem(error.code, error.detail, error.errores, { rango: { ...error.rango, alternativa } });
}

/**
 * The number offered for a credit note when no range has one: that of the invoice with E34 for E31, else the first.
 * Only with the simulator, and only if no range has the number and it was never used.
 *
 * @source specification 001 §7 and §9, "Fallback credit-note number"
 */
async function offeredNumber(ctx: Context, empresaId: string, original: string): Promise<string | undefined> {
  if (ctx.config.authority !== 'simulador') return undefined;
  const { ambiente, rnc } = await ctx.issuers.of(empresaId);
  const candidates = [...(original.startsWith('E31') ? [`E34${original.slice(3)}`] : []), 'E340000000001'];
  return ctx.db.tenant(empresaId, async (tx) => {
    const taken = await occupantsOf(tx, { empresaId, ambiente, rncEmisor: rnc }, candidates);
    for (const eNCF of candidates)
      if (!taken.has(eNCF) && !(await isInRange(tx, empresaId, ambiente, eNCF))) return eNCF;
    return undefined;
  });
}

/** Whether a range of credit notes has the number, active or not. */
async function isInRange(tx: Tx, empresaId: string, ambiente: Ambiente, eNCF: string): Promise<boolean> {
  const numero = parseENCF(eNCF)?.secuencia ?? 0;
  return (await listSecuencias(tx, empresaId)).some(
    (range) => range.ambiente === ambiente && range.tipo === 34 && range.desde <= numero && numero <= range.hasta,
  );
}

/**
 * Registers an offered number in the ledger as a range of its own, from which the note takes it as from any other. Does
 * nothing if a range already has it, because the note was requested before.
 */
async function registerOffered(ctx: Context, empresaId: string, original: string, eNCF: string, by: Actor) {
  const { ambiente } = await ctx.issuers.of(empresaId);
  const isKnown = await ctx.db.tenant(empresaId, (tx) => isInRange(tx, empresaId, ambiente, eNCF));
  if (isKnown && ctx.config.authority === 'simulador') return;
  const numero = parseENCF(eNCF)?.secuencia ?? 0;
  if ((await offeredNumber(ctx, empresaId, original)) !== eNCF)
    refuse('peticion/no-coincide', `${eNCF} no es el número que se ofreció: pida la anulación otra vez, sin eNCF.`);
  const range = { ambiente, tipo: '34', desde: numero, hasta: numero };
  await ctx.db.tenant(empresaId, (tx) => registerRanges(ctx, tx, empresaId, [range], by));
}
