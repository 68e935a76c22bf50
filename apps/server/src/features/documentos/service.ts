import type { documentos, ErrorDeDocumento, ResumenDocumento } from '@timbre/contract';
import {
  deriveRFCE,
  type ECF,
  esResumen,
  readDocument,
  timbreUrl,
  validate,
  writeDocument,
  xmlDeclaration,
} from '@timbre/ecf';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/transactions.ts';
import { failpoint } from '../../failpoint.ts';
import { refuse } from '../../http/problem.ts';
import { errorOf, wrongIssuer } from '../emision/complete-draft.ts';
import { asIfNumbered } from '../emision/numbered.ts';
import { numberFault } from '../emision/numbers.ts';
import { sealBatch } from '../emision/seal.ts';
import { factsOf, markSigned, sendJob, signedRows } from '../emision/store.ts';
import type { Issuer } from '../empresa/issuers.ts';
import type { CompanySigner } from '../empresa/signers.ts';
import { documentEvent } from './document-event.ts';
import { attemptsOf, type DocumentoRow, findDocumento, findSummary, isQueued, storeTree } from './repo.ts';
import { listResumenes } from './resumen.ts';

/** One document with all that is known of it. @throws Problem `recurso/no-encontrado` */
export async function viewDocumento({ db }: Context, empresaId: string, id: string): Promise<documentos.Documento> {
  const { row, resumen, intentos } = await db.tenant(empresaId, async (tx) => {
    const [row, [resumen], intentos] = await Promise.all([
      findDocumento(tx, empresaId, id),
      listResumenes(tx, empresaId, sql`d.id = ${id}`, 1),
      attemptsOf(tx, empresaId, id),
    ]);
    return { row, resumen, intentos };
  });
  if (!row || !resumen) return refuse('recurso/no-encontrado');
  const json = treeOf(row);
  return {
    ...resumen,
    ambiente: row.ambiente,
    codigoSeguridad: row.codigo_seguridad,
    fechaFirma: row.fecha_firma,
    urlQR:
      row.codigo_seguridad === null || row.es_rfce ? null : timbreUrl(row.ambiente, json as ECF, row.codigo_seguridad),
    json,
    intentos: intentos.map((intento) => ({
      ...intento,
      iniciado: intento.iniciado.toISOString(),
      terminado: intento.terminado?.toISOString() ?? null,
    })),
  };
}

/** The exact signed bytes, or the XML that would be signed. @throws Problem `recurso/no-encontrado` */
export async function xmlOf({ db }: Context, empresaId: string, id: string) {
  const row = (await db.tenant(empresaId, (tx) => findDocumento(tx, empresaId, id))) ?? refuse('recurso/no-encontrado');
  const bytes = row.xml ?? xmlDeclaration + writeDocument(row.es_rfce ? 'RFCE' : 'ECF', row.arbol as never);
  return { bytes, fileName: `${row.rnc_emisor}${row.encf}.xml` };
}

/** The tree: of the signed bytes once signed. */
function treeOf(row: DocumentoRow): unknown {
  if (row.xml === null) return row.arbol;
  const read = readDocument(row.xml);
  return read.kind === undefined ? null : read.tree;
}

/** Everything wrong with an XML that is to replace a document's. */
export async function faultsOf(
  context: Context,
  empresaId: string,
  id: string,
  xml: string,
): Promise<readonly ErrorDeDocumento[]> {
  const row =
    (await context.db.tenant(empresaId, (tx) => findDocumento(tx, empresaId, id))) ?? refuse('recurso/no-encontrado');
  return judge(await context.issuers.of(empresaId), row, xml, context.clock.now().getTime()).errores;
}

/** Reads the replacement of a document and finds what is wrong with it. */
function judge(issuer: Issuer, row: DocumentoRow, xml: string, now: number) {
  const read = readDocument(xml);
  const formal = read.faults.map((fault) => errorOf({ ...fault, severity: 'rechazo' }));
  if (read.kind === undefined) return { tree: undefined, errores: formal };
  if (read.kind !== 'ECF') {
    const mensaje = `Se esperaba un e-CF y el XML es un ${read.kind}. El resumen se deriva de su factura: edite la factura.`;
    return { tree: undefined, errores: [...formal, { codigo: 'ECF-RAIZ', mensaje }] };
  }
  const { tree } = read;
  const errores = [...formal, ...validate('ECF', asIfNumbered(tree, now), { now }).map(errorOf)];
  // A workbook of a certification set speaks for its own issuer, and so does what replaces its documents.
  if (tree.Encabezado?.Emisor?.RNCEmisor !== row.rnc_emisor) {
    errores.push(wrongIssuer(tree.Encabezado?.Emisor?.RNCEmisor ?? '', issuer.rnc));
  }
  if (row.xml !== null && tree.Encabezado?.IdDoc?.eNCF !== row.encf) {
    errores.push({
      codigo: 'ECF-NUMERO',
      campo: 'Encabezado.IdDoc.eNCF',
      mensaje: `El comprobante ya tiene el número ${row.encf}: el XML debe conservarlo`,
    });
  }
  if (!errores.some(({ aviso }) => !aviso) && esResumen(tree) !== row.resumido) {
    errores.push({
      codigo: 'ECF-UMBRAL',
      campo: 'Encabezado.Totales.MontoTotal',
      mensaje:
        'El cambio cruza el umbral de RD$250,000 de las facturas de consumo. Emita otro comprobante en su lugar.',
    });
  }
  return { tree, errores };
}

/**
 * Replaces the XML of a document that has not left: checked, stored, and signed again with its number where it was signed.
 *
 * @throws Problem `documento/no-editable`, `ecf/invalido` with everything that is wrong, `certificado/…`, `secuencia/…`
 */
export async function replaceXml(
  context: Context,
  empresaId: string,
  id: string,
  xml: string,
): Promise<ResumenDocumento> {
  const issuer = await context.issuers.of(empresaId);
  const now = context.clock.now().getTime();
  const before = await context.db.tenant(empresaId, (tx) => findDocumento(tx, empresaId, id));
  const signing = before?.xml == null ? undefined : await context.signers.of(empresaId);
  const replaced = await context.db.tenant(empresaId, async (tx) => {
    const row = (await findDocumento(tx, empresaId, id, 'for update')) ?? refuse('recurso/no-encontrado');
    await refuseSent(tx, empresaId, row);
    const { tree, errores } = judge(issuer, row, xml, now);
    if (!tree || errores.some(({ aviso }) => !aviso)) return refuse('ecf/invalido', errores[0]?.mensaje, errores);
    if (row.xml === null) await storeUnsigned(tx, empresaId, row, tree, errores);
    else if (signing) await signAgain(tx, context, empresaId, signing, row, tree, now);
    // Signed between the two looks, by another's hand: whoever edits must look again.
    else refuse('documento/no-editable');
    const [resumen] = await listResumenes(tx, empresaId, sql`d.id = ${id}`, 1);
    failpoint('edit-signing');
    return resumen ?? refuse('recurso/no-encontrado');
  });
  failpoint('edit-signed');
  return replaced;
}

/** Only what certainly is not at the authority may change: never sent, or rejected with its number unused. */
async function refuseSent(tx: Tx, empresaId: string, row: DocumentoRow): Promise<void> {
  if (row.es_rfce) refuse('documento/no-editable', 'El resumen se deriva de su factura: edite la factura.');
  const rejectedUnused = row.estado === 'rechazado' && row.secuencia_utilizada === false;
  const summary = await findSummary(tx, empresaId, row.id);
  const travels = summary?.id ?? row.id;
  const free = row.estado === 'pendiente' || row.estado === 'error' || rejectedUnused;
  if (free || (row.estado === 'firmado' && !(await isQueued(tx, empresaId, travels)))) return;
  refuse('documento/no-editable', 'Ya fue enviado a la DGII o está en la cola de envío.');
}

async function storeUnsigned(
  tx: Tx,
  empresaId: string,
  row: DocumentoRow,
  tree: ECF,
  errores: readonly ErrorDeDocumento[],
): Promise<void> {
  await storeTree(tx, empresaId, row.id, tree, factsOf(tree), errores);
  const summary = await findSummary(tx, empresaId, row.id);
  if (summary) await storeTree(tx, empresaId, summary.id, deriveRFCE(tree, ''), factsOf(tree), []);
}

async function signAgain(
  tx: Tx,
  context: Context,
  empresaId: string,
  { signer, certificadoId }: CompanySigner,
  row: DocumentoRow,
  tree: ECF,
  now: number,
): Promise<void> {
  const [sealed] = await sealBatch(
    tx,
    { empresaId, ambiente: row.ambiente, signer, now, quarantine: context.quarantine },
    [{ tree, id: row.id }],
  );
  if (!sealed) return;
  if ('problem' in sealed) return refuse(sealed.problem, undefined, [numberFault(sealed.problem, row.encf)]);
  const summary = await findSummary(tx, empresaId, row.id);
  const rows = signedRows(sealed, row.id, summary?.id ?? null);
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
    // Locked: whoever is editing it must be done, or else see it queued.
    const row = (await findDocumento(tx, empresaId, id, 'for update')) ?? refuse('recurso/no-encontrado');
    if (row.estado === 'pendiente' || row.estado === 'error') refuse('documento/sin-firmar');
    if (row.estado !== 'firmado') refuse('documento/ya-enviado');
    const summary = await findSummary(tx, empresaId, id);
    await queue.enqueue(tx, [sendJob(empresaId, summary ?? row)]);
    return 1;
  });
}
