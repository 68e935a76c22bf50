import type { Ambiente, ErrorDeDocumento } from '@timbre/contract';
import type { ECF } from '@timbre/ecf';
import { parseENCF } from '@timbre/values';
import { sql } from 'kysely';
import type { Tx } from '../../db/transactions.ts';
import type { NewJob } from '../../jobs/queue.ts';
import { isoDate } from './draft.ts';
import { sendPriority } from './next-step.ts';
import type { Sealed, SignedXml } from './seal.ts';

/** A document to be stored, signed or not; json columns as values. */
export interface NewDocumento {
  readonly id: string;
  readonly ambiente: Ambiente;
  readonly rnc_emisor: string;
  readonly tipo: number;
  readonly numero: number;
  readonly encf: string;
  readonly es_rfce: boolean;
  readonly resume_a: string | null;
  readonly estado: 'pendiente' | 'firmado' | 'error';
  readonly ocupa_numero: boolean;
  readonly fecha_emision: string | null;
  readonly monto_total: string | null;
  readonly rnc_comprador: string | null;
  readonly razon_comprador: string | null;
  readonly arbol: unknown;
  readonly xml: string | null;
  /** Hexadecimal. */
  readonly xml_sha256: string | null;
  readonly codigo_seguridad: string | null;
  readonly fecha_firma: string | null;
  readonly certificado_id: string | null;
  readonly errores: readonly ErrorDeDocumento[];
  readonly espera_a: string | null;
  readonly importacion_id: string | null;
  readonly fila: number | null;
  readonly origen: 'api' | 'excel' | 'pantalla';
}

/** Stores documents, in their order. */
export async function insertDocumentos(
  tx: Tx,
  empresaId: string,
  now: Date,
  rows: readonly NewDocumento[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into documento (empresa_id, id, ambiente, rnc_emisor, tipo, numero, encf, es_rfce, resume_a, estado, ocupa_numero,
      fecha_emision, monto_total, rnc_comprador, razon_comprador, arbol, xml, xml_sha256, codigo_seguridad, fecha_firma,
      certificado_id, errores, espera_a, importacion_id, fila, origen, creado)
    select ${empresaId}, id, ambiente, rnc_emisor, tipo, numero, encf, es_rfce, resume_a, estado, ocupa_numero,
      fecha_emision, monto_total, rnc_comprador, razon_comprador, arbol, xml, decode(xml_sha256, 'hex'), codigo_seguridad,
      fecha_firma, certificado_id, errores, espera_a, importacion_id, fila, origen, ${now}
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(id uuid, ambiente text, rnc_emisor text, tipo smallint,
      numero bigint, encf text, es_rfce boolean, resume_a uuid, estado text, ocupa_numero boolean, fecha_emision date,
      monto_total numeric, rnc_comprador text, razon_comprador text, arbol jsonb, xml text, xml_sha256 text,
      codigo_seguridad text, fecha_firma text, certificado_id uuid, errores jsonb, espera_a text, importacion_id uuid,
      fila integer, origen text)`.execute(tx);
}

/** What signing changes in a document that is stored already. */
export interface SignedRow {
  readonly id: string;
  readonly numero: number;
  readonly encf: string;
  readonly fecha_emision: string;
  readonly monto_total: string;
  readonly rnc_comprador: string | null;
  readonly razon_comprador: string | null;
  readonly xml: string;
  readonly xml_sha256: string;
  readonly codigo_seguridad: string;
  readonly fecha_firma: string | null;
  readonly espera_a: string | null;
}

/** Makes stored documents signed ones: from here on the exact bytes are the truth, and the number is theirs. */
export async function markSigned(
  tx: Tx,
  empresaId: string,
  certificadoId: string,
  rows: readonly SignedRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    update documento d set estado = 'firmado', ocupa_numero = true, numero = r.numero, encf = r.encf,
      fecha_emision = r.fecha_emision, monto_total = r.monto_total, rnc_comprador = r.rnc_comprador,
      razon_comprador = r.razon_comprador, arbol = null, xml = r.xml, xml_sha256 = decode(r.xml_sha256, 'hex'),
      codigo_seguridad = r.codigo_seguridad, fecha_firma = r.fecha_firma, certificado_id = ${certificadoId},
      espera_a = r.espera_a,
      intento_base = coalesce((select max(i.numero) from intento i where i.empresa_id = d.empresa_id and i.documento_id = d.id), 0),
      tracks_previos = case when d.track_id is null then d.tracks_previos else d.tracks_previos || d.track_id end, track_id = null, codigo = null, mensajes = '[]', secuencia_utilizada = null,
      errores = '[]', pedido = null
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(id uuid, numero bigint, encf text, fecha_emision date,
      monto_total numeric, rnc_comprador text, razon_comprador text, xml text, xml_sha256 text, codigo_seguridad text,
      fecha_firma text, espera_a text)
    where d.empresa_id = ${empresaId} and d.id = r.id`.execute(tx);
}

/** What lists and conditions need of a tree, in the columns' form. */
export function factsOf(tree: ECF) {
  const { IdDoc, Emisor, Comprador, Totales } = tree.Encabezado;
  return {
    rnc_emisor: Emisor.RNCEmisor,
    tipo: Number(IdDoc.TipoeCF),
    encf: IdDoc.eNCF,
    numero: parseENCF(IdDoc.eNCF)?.secuencia ?? 0,
    fecha_emision: isoDate(Emisor.FechaEmision) ?? '1970-01-01',
    monto_total: Totales.MontoTotal,
    rnc_comprador: Comprador?.RNCComprador ?? Comprador?.IdentificadorExtranjero ?? null,
    razon_comprador: Comprador?.RazonSocialComprador ?? null,
    espera_a: waitsFor(tree),
  };
}

/** The electronic document that a note modifies: it must be accepted first. @source FACTS §2.2, code 614 */
export function waitsFor(tree: ECF): string | null {
  const { TipoeCF } = tree.Encabezado.IdDoc;
  const modificado = tree.InformacionReferencia?.NCFModificado;
  return (TipoeCF === '33' || TipoeCF === '34') && modificado?.startsWith('E') ? modificado : null;
}

/** The signed columns of a sealed document. */
const signedColumns = (signed: SignedXml) => ({
  xml: signed.xml,
  xml_sha256: signed.sha256.toString('hex'),
  codigo_seguridad: signed.codigoSeguridad,
});

/** A sealed document as changes of the rows that hold it: its own and, where it travels as a summary, that one's. */
export function signedRows(sealed: Sealed, id: string, resumenId: string | null): readonly SignedRow[] {
  const { rnc_emisor: _, tipo: __, ...facts } = factsOf(sealed.tree);
  const document = { ...facts, id, fecha_firma: sealed.tree.FechaHoraFirma, ...signedColumns(sealed.signed) };
  if (!sealed.rfce || resumenId === null) return [document];
  return [document, { ...facts, id: resumenId, fecha_firma: null, ...summaryColumns(sealed, sealed.rfce) }];
}

/** The signed columns of a summary: the timbre of a consumer invoice carries the code of the full document. */
const summaryColumns = (sealed: Sealed, rfce: SignedXml) => ({
  ...signedColumns(rfce),
  codigo_seguridad: sealed.signed.codigoSeguridad,
});

/** A sealed document as new rows: itself and, where it has one, its summary. */
export function sealedRows(
  sealed: Sealed,
  row: { id: string; rfceId: string; ambiente: Ambiente; certificadoId: string; origen: NewDocumento['origen'] },
): readonly NewDocumento[] {
  const facts = factsOf(sealed.tree);
  const common = {
    ...facts,
    ambiente: row.ambiente,
    estado: 'firmado',
    ocupa_numero: true,
    arbol: null,
    certificado_id: row.certificadoId,
    errores: [],
    importacion_id: null,
    fila: null,
    origen: row.origen,
  } as const;
  const document: NewDocumento = {
    ...common,
    id: row.id,
    es_rfce: false,
    resume_a: null,
    fecha_firma: sealed.tree.FechaHoraFirma,
    ...signedColumns(sealed.signed),
  };
  if (!sealed.rfce) return [document];
  const summary: NewDocumento = {
    ...common,
    id: row.rfceId,
    es_rfce: true,
    resume_a: row.id,
    fecha_firma: null,
    ...summaryColumns(sealed, sealed.rfce),
  };
  return [document, summary];
}

/** The work of sending a document, to be enqueued in the transaction that signs it. */
export const sendJob = (empresaId: string, documento: { id: string; tipo: number; es_rfce: boolean }): NewJob => ({
  clase: 'envio',
  empresaId,
  sujeto: documento.id,
  prioridad: -sendPriority(documento.tipo, documento.es_rfce),
});

/** What is sent of a sealed document: the summary where there is one, else the document itself. */
export const toSend = (rows: readonly NewDocumento[]): readonly NewDocumento[] => {
  const summarised = new Set(rows.map((row) => row.resume_a));
  return rows.filter((row) => !summarised.has(row.id));
};
