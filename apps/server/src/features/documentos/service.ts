import {
  type Ambiente,
  type documentos,
  type ErrorDeDocumento,
  type Estado,
  isEditable,
  type ResumenDocumento,
} from '@timbre/contract';
import { deriveRFCE, type ECFHead, esResumen, type SplitECF, timbreUrl } from '@timbre/ecf';
import { refuse } from '@timbre/refusal';
import type { Outline } from '@timbre/representacion';
import { campoNombreItemOf } from '../../domain/companies/empresas-repo.ts';
import type { Issuer } from '../../domain/companies/issuers.ts';
import type { CompanySigner } from '../../domain/companies/signers.ts';
import { documentEvent } from '../../domain/comprobantes/document-event.ts';
import { linksOf } from '../../domain/comprobantes/issue/annulments.ts';
import { judgeReferences } from '../../domain/comprobantes/issue/references.ts';
import { sealBatch } from '../../domain/comprobantes/issue/seal.ts';
import { factsOf, markSigned, sendJob, signedRows } from '../../domain/comprobantes/issue/store.ts';
import { isContradictory, isRefused, wrongIssuer } from '../../domain/comprobantes/judge/complete-draft.ts';
import type { Edited } from '../../domain/comprobantes/judge/edited.ts';
import {
  attemptsOf,
  type DocumentoRow,
  findDocumento,
  findSummary,
  isQueued,
  storeTree,
} from '../../domain/comprobantes/queries/documento.ts';
import { findResumen } from '../../domain/comprobantes/queries/resumenes.ts';
import { forget } from '../../domain/comprobantes/rehearsal/rehearsal-repo.ts';
import { rehearsalTopic } from '../../domain/comprobantes/rehearsal/topic.ts';
import { afterCommit, type Tx } from '../../platform/db/transactions.ts';
import { PartlyWritten } from '../../platform/http/register.ts';
import { failpoint } from '../../platform/process/failpoint.ts';
import type { Context } from '../context.ts';
import { reviewNotes } from '../importacion/service.ts';
import { logoOf } from '../inicio/service.ts';

/** One document with all its data. @throws Problem `recurso/no-encontrado` */
export async function viewDocumento(
  { db, desk }: Context,
  empresaId: string,
  id: string,
): Promise<PartlyWritten<documentos.Documento, 'json'>> {
  const { row, resumen, intentos } = await db.tenant(empresaId, async (tx) => {
    const [row, resumen, intentos] = await Promise.all([
      findDocumento(tx, empresaId, id),
      findResumen(tx, empresaId, id),
      attemptsOf(tx, empresaId, id),
    ]);
    return { row, resumen, intentos };
  });
  if (!row || !resumen) return refuse('recurso/no-encontrado');
  const tree: { json: Uint8Array; head?: ECFHead } =
    row.xml === null ? { json: Buffer.from(row.arbol ?? 'null') } : await desk.treeOfStored(row.xml.length, row.xml);
  const facts = {
    ...resumen,
    ambiente: row.ambiente,
    codigoSeguridad: row.codigo_seguridad,
    fechaFirma: row.fecha_firma,
    asentadoPor: row.asentado_por,
    resumen: row.resumen,
    resumeA: row.factura,
    ...linksOf(row),
    urlQR:
      row.codigo_seguridad === null || tree.head === undefined
        ? null
        : timbreUrl(row.ambiente, tree.head, row.codigo_seguridad),
    intentos: intentos.map((intento) => ({
      ...intento,
      iniciado: intento.iniciado.toISOString(),
      terminado: intento.terminado?.toISOString() ?? null,
    })),
  };
  return new PartlyWritten<documentos.Documento, 'json'>(facts, 'json', tree.json);
}

/** The exact signed bytes, or the XML that would be signed. @throws Problem `recurso/no-encontrado` */
export async function xmlOf({ db, desk }: Context, empresaId: string, id: string) {
  const row = (await db.tenant(empresaId, (tx) => findDocumento(tx, empresaId, id))) ?? refuse('recurso/no-encontrado');
  const { rnc_emisor, encf, es_rfce, arbol } = row;
  const json = arbol ?? 'null';
  const bytes = row.xml ?? (await desk.xmlOfTree(json.length, { kind: es_rfce ? 'RFCE' : 'ECF', json }));
  return { bytes, fileName: `${rnc_emisor}${encf}.xml` };
}

/** All errors of an XML that is to replace a document's. @param body of the call, as received */
export async function faultsOf(
  context: Context,
  empresaId: string,
  id: string,
  body: Uint8Array,
): Promise<readonly ErrorDeDocumento[]> {
  const issuer = await context.issuers.of(empresaId);
  const tasas = await context.exciseRates.current();
  const now = context.clock.now().getTime();
  const before = await context.db.tenant(empresaId, (tx) => findDocumento(tx, empresaId, id));
  const replacement = { call: 'validarXml', body, now, tasas, wantsTree: false, ...judgedBy(issuer, before) } as const;
  const edited = await context.desk.readEdited(body.length, replacement);
  return context.db.tenant(empresaId, async (tx) => {
    const row = (await findDocumento(tx, empresaId, id)) ?? refuse('recurso/no-encontrado');
    return judge(tx, issuer, row, edited);
  });
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
async function judge(tx: Tx, issuer: Issuer, row: DocumentoRow, edited: Edited): Promise<readonly ErrorDeDocumento[]> {
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

/**
 * Replaces the XML of a document that was not sent. It is checked and stored; a signed document is signed again with
 * its number.
 *
 * @param body of the call, as received
 * @throws Problem `documento/no-editable`, `ecf/invalido` with all errors, `certificado/…`, `secuencia/…`
 */
export async function replaceXml(
  context: Context,
  empresaId: string,
  id: string,
  body: Uint8Array,
): Promise<ResumenDocumento> {
  const issuer = await context.issuers.of(empresaId);
  const tasas = await context.exciseRates.current();
  const now = context.clock.now().getTime();
  const before = await context.db.tenant(empresaId, (tx) => findDocumento(tx, empresaId, id));
  const wantsTree = before?.xml === null;
  const replacement = { call: 'editarXml', body, now, tasas, wantsTree, ...judgedBy(issuer, before) } as const;
  const edited = await context.desk.readEdited(body.length, replacement);
  const signing = before?.xml == null ? undefined : await context.signers.of(empresaId);
  const replaced = await context.db.tenant(empresaId, async (tx) => {
    const row = (await findDocumento(tx, empresaId, id, 'for update')) ?? refuse('recurso/no-encontrado');
    await refuseSent(tx, empresaId, row);
    const errores = await judge(tx, issuer, row, edited);
    const { split, json } = edited;
    if (split === undefined || isRefused(errores)) return refuse('ecf/invalido', errores[0]?.mensaje, errores);
    if (row.xml === null && json !== undefined) await storeUnsigned(tx, empresaId, row, split.head, json, errores);
    else if (row.xml !== null && signing)
      await signAgain(tx, context, empresaId, signing, row, { split, errores }, now);
    // Another caller signed it between the two queries: the editor must load it again.
    else refuse('documento/no-editable');
    // The stored rehearsal belongs to the former XML.
    await forget(tx, empresaId, { documentoId: id });
    afterCommit(tx, () => context.signals.emit(rehearsalTopic(empresaId)));
    const resumen = await findResumen(tx, empresaId, id);
    failpoint('edit-signing');
    return resumen ?? refuse('recurso/no-encontrado');
  });
  failpoint('edit-signed');
  if (before?.importacion_id != null) await reviewNotes(context, empresaId, before.importacion_id, replaced.eNCF);
  return replaced;
}

/**
 * Only a document that is certainly not at the authority may change: never sent, or rejected with its number unused.
 */
async function refuseSent(tx: Tx, empresaId: string, row: DocumentoRow): Promise<void> {
  if (row.es_rfce) refuse('documento/no-editable', 'El resumen se deriva de su factura: edite la factura.');
  const { estado, es_rfce: esRFCE, secuencia_utilizada: secuenciaUtilizada } = row;
  const summary = await findSummary(tx, empresaId, row.id);
  const isGone = estado === 'firmado' && (await isQueued(tx, empresaId, summary?.id ?? row.id));
  if (!isEditable({ estado, esRFCE, secuenciaUtilizada }) || isGone)
    refuse('documento/no-editable', 'Ya fue enviado a la DGII o está en la cola de envío.');
}

async function storeUnsigned(
  tx: Tx,
  empresaId: string,
  row: DocumentoRow,
  head: ECFHead,
  json: string,
  errores: readonly ErrorDeDocumento[],
): Promise<void> {
  await storeTree(tx, empresaId, row.id, json, factsOf(head), errores);
  const summary = await findSummary(tx, empresaId, row.id);
  if (summary) await storeTree(tx, empresaId, summary.id, JSON.stringify(deriveRFCE(head, '')), factsOf(head), []);
}

async function signAgain(
  tx: Tx,
  context: Context,
  empresaId: string,
  { signer, certificadoId }: CompanySigner,
  row: DocumentoRow,
  { split, errores }: { readonly split: SplitECF; readonly errores: readonly ErrorDeDocumento[] },
  now: number,
): Promise<void> {
  const [sealed] = await sealBatch(
    tx,
    {
      empresaId,
      ambiente: row.ambiente,
      signer,
      now,
      quarantine: context.quarantine,
      importacionId: row.importacion_id,
    },
    [{ ...split, id: row.id }],
  );
  if (!sealed) return;
  if ('problem' in sealed) return refuse(sealed.problem, undefined, sealed.errores);
  const summary = await findSummary(tx, empresaId, row.id);
  const rows = signedRows(sealed, row.id, summary?.id ?? null, errores);
  await markSigned(tx, empresaId, certificadoId, rows);
  await context.events.append(
    tx,
    empresaId,
    rows.map((signed) =>
      documentEvent({
        id: signed.id,
        importacionId: row.importacion_id,
        eNCF: row.encf,
        estado: 'firmado',
        esperaA: signed.espera_a,
        sha256: signed.xml_sha256,
      }),
    ),
  );
}

/**
 * Queues a signed document for sending.
 *
 * @throws Problem `documento/sin-firmar`, `documento/ya-enviado`
 */
export async function sendDocumento({ db, queue }: Context, empresaId: string, id: string): Promise<number> {
  return db.tenant(empresaId, async (tx) => {
    // Locked: a concurrent edit either ends before, or sees the document queued.
    const row = (await findDocumento(tx, empresaId, id, 'for update')) ?? refuse('recurso/no-encontrado');
    if (row.estado === 'pendiente' || row.estado === 'error') refuse('documento/sin-firmar');
    if (row.estado !== 'firmado') refuse('documento/ya-enviado');
    const summary = await findSummary(tx, empresaId, id);
    await queue.enqueue(tx, [sendJob(empresaId, summary ?? row)]);
    return 1;
  });
}

const simulated = 'SIMULADO: emitido con la DGII integrada, sin validez fiscal.';

/**
 * Whether a signed document is printed with the legend of contingency: the authority has not received it and does not answer.
 */
export const isInContingency = (
  { outages }: Pick<Context, 'outages'>,
  { ambiente, estado }: { readonly ambiente: Ambiente; readonly estado: Estado },
): boolean => estado === 'firmado' && outages.of(ambiente)?.fase === 'caida';

/** The company's settings for its printed forms. */
export const drawingOf = async ({ config }: Pick<Context, 'config'>, tx: Tx, empresaId: string) => ({
  campoNombreItem: (await campoNombreItemOf(tx, empresaId)) ?? 'NombreItem',
  avisos: config.authority === 'simulador' ? [simulated] : [],
  logo: await logoOf(tx, empresaId),
});

/** The size passed to the desk for a drawing. It takes milliseconds, so it always runs in a thread. */
export const alwaysInAThread = Number.POSITIVE_INFINITY;

/** The address of the logo on the pages of a printed form; null if it is on none. */
export function shownLogo(
  { pages }: Pick<Outline, 'pages'>,
  logo: Awaited<ReturnType<typeof drawingOf>>['logo'],
): string | null {
  const isShown = pages.some((page) => page.logo !== undefined);
  return isShown && logo ? `data:${logo.tipo};base64,${logo.bytes.toString('base64')}` : null;
}
