import type { ErrorDeDocumento } from '@timbre/contract';
import { esResumen } from '@timbre/ecf';
import { refuse } from '@timbre/refusal';
import type { Issuer } from '../../domain/companies/issuers.ts';
import { judgeReferences } from '../../domain/comprobantes/issue/references.ts';
import { isContradictory, isRefused, wrongIssuer } from '../../domain/comprobantes/judge/complete-draft.ts';
import type { Edited, Replacement } from '../../domain/comprobantes/judge/edited.ts';
import { type DocumentoRow, findDocumento } from '../../domain/comprobantes/queries/documento.ts';
import type { Tx } from '../../platform/db/transactions.ts';
import type { Context } from '../context.ts';

type Judging = Pick<Context, 'clock' | 'db' | 'desk' | 'exciseRates' | 'issuers'>;

/** A document's replacement, judged alone, and what it was judged with. */
interface ReadReplacement {
  readonly issuer: Issuer;
  /** The document when the reading began; undefined if the company has none with that id. */
  readonly before: DocumentoRow | undefined;
  readonly edited: Edited;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** All errors of an XML that is to replace a document's. @param body of the call, as received */
export async function faultsOf(
  ctx: Judging,
  empresaId: string,
  id: string,
  body: Uint8Array,
): Promise<readonly ErrorDeDocumento[]> {
  const replacement = await readReplacement(ctx, empresaId, id, { call: 'validarXml', body });
  return ctx.db.tenant(empresaId, async (tx) => {
    const row = (await findDocumento(tx, empresaId, id)) ?? refuse('recurso/no-encontrado');
    return judgeReplacement(tx, row, replacement);
  });
}

/** Reads an XML that is to replace a document's, and judges it alone. @throws Problem `peticion/invalida` */
export async function readReplacement(
  { clock, db, desk, exciseRates, issuers }: Judging,
  empresaId: string,
  id: string,
  { call, body }: Pick<Replacement, 'call' | 'body'>,
): Promise<ReadReplacement> {
  const issuer = await issuers.of(empresaId);
  const tasas = await exciseRates.current();
  const now = clock.now().getTime();
  const before = await db.tenant(empresaId, (tx) => findDocumento(tx, empresaId, id));
  const wantsTree = call === 'editarXml' && before?.xml === null;
  const edited = await desk.readEdited(body.length, { call, body, now, tasas, wantsTree, ...judgedBy(issuer, before) });
  return { issuer, before, edited, now };
}

/**
 * The rules for checking a document. The facts of the issuer apply, and contradictory amounts are an error until the
 * document has its number, a warning afterwards. For a workbook in Certificación, which the DGII wrote, the facts do
 * not apply and contradictory amounts are a warning.
 */
function judgedBy({ datos }: Issuer, row: DocumentoRow | undefined) {
  if (row?.ambiente === 'certecf' && row.importacion_id !== null) return { sums: 'avisa' } as const;
  return { emisor: datos, sums: row?.xml == null ? 'rechaza' : 'avisa' } as const;
}

/** All errors of a document's replacement: its own, and those against the company's other documents. */
export async function judgeReplacement(
  tx: Tx,
  row: DocumentoRow,
  { issuer, edited }: Pick<ReadReplacement, 'issuer' | 'edited'>,
): Promise<readonly ErrorDeDocumento[]> {
  const { isECF, rncEmisor, eNCF, split } = edited;
  const errores = [...edited.errores];
  if (!isECF) return errores;
  // Documents from a workbook of a certification set keep the issuer of the set, so their replacements must have it
  // too.
  if (rncEmisor !== row.rnc_emisor) errores.push(wrongIssuer(rncEmisor ?? '', issuer.rnc));
  if (row.xml !== null && eNCF !== row.encf) {
    errores.push({
      codigo: 'ECF-NUMERO',
      campo: 'Encabezado.IdDoc.eNCF',
      mensaje: `El comprobante ya tiene el número ${row.encf}: el XML debe conservarlo`,
    });
  }
  if (split === undefined || isRefused(errores)) return errores;
  if (esResumen(split.head) !== (row.resumen !== null)) {
    errores.push({
      codigo: 'ECF-UMBRAL',
      campo: 'Encabezado.Totales.MontoTotal',
      mensaje:
        'El cambio cruza el umbral de RD$250,000 de las facturas de consumo. Emita otro comprobante en su lugar.',
    });
    return errores;
  }
  const scope = { empresaId: issuer.id, ambiente: row.ambiente, importacionId: row.importacion_id };
  errores.push(
    ...(
      await judgeReferences(tx, scope, [{ head: split.head, id: row.id, contradictory: isContradictory(errores) }])
    ).flat(),
  );
  return errores;
}
