import { type Ambiente, codigosDeRango, type ErrorDeDocumento } from '@timbre/contract';
import type { ECFHead, RFCE } from '@timbre/ecf';
import { parseENCF } from '@timbre/values';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../platform/db/transactions.ts';
import type { NewJob } from '../../../platform/jobs/queue.ts';
import { isoDate } from '../judge/draft.ts';
import type { Sealed, SignedXml } from '../judge/sealed.ts';

/** A document to be stored, signed or not; the json columns hold values. */
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
  readonly anula: boolean;
  readonly importacion_id: string | null;
  readonly fila: number | null;
  readonly origen: 'api' | 'excel' | 'pantalla' | 'firma';
}

/** An XML larger than this is read from the database in a separate statement. */
export const largeXml = 256 * 1024;

/**
 * The rows as JSON without their XML, and the bytes of all XMLs concatenated: as bytes they are neither escaped nor
 * parsed. `xml_desde` and `xml_largo` of a row locate its own bytes; both are null without an XML.
 */
function rowsToStore(rows: readonly { readonly xml: string | null }[]) {
  const bytes = rows.map(({ xml }) => (xml === null ? null : Buffer.from(xml)));
  let next = 1;
  const placed = rows.map((row, i) => {
    const xml_largo = bytes[i]?.length ?? null;
    const xml_desde = xml_largo === null ? null : next;
    next += xml_largo ?? 0;
    return { ...row, xml: undefined, xml_desde, xml_largo };
  });
  return { json: JSON.stringify(placed), xmls: Buffer.concat(bytes.filter((one) => one !== null)) };
}

/** The XML of a row `r` of {@link rowsToStore}. */
const storedXml = (xmls: Buffer) =>
  sql`convert_from(substring(${xmls}::bytea from r.xml_desde for r.xml_largo), 'UTF8')`;

/** The document that the note of a row `r` modifies: if several have its number, the one that holds it. */
const modified = (empresaId: string, ambiente: RawBuilder<unknown>, rncEmisor: RawBuilder<unknown>) =>
  sql`(select m.id from documento m where m.empresa_id = ${empresaId} and m.ambiente = ${ambiente}
    and m.rnc_emisor = ${rncEmisor} and m.encf = r.espera_a and m.resume_a is null
    order by m.ocupa_numero desc, m.xml_sha256 is not null desc, m.orden desc limit 1)`;

/** Stores documents, in order. */
export async function insertDocumentos(
  tx: Tx,
  empresaId: string,
  now: Date,
  rows: readonly NewDocumento[],
): Promise<void> {
  if (rows.length === 0) return;
  const { json, xmls } = rowsToStore(rows);
  await sql`
    insert into documento (empresa_id, id, ambiente, rnc_emisor, tipo, numero, encf, es_rfce, resume_a, estado, ocupa_numero,
      fecha_emision, monto_total, rnc_comprador, razon_comprador, arbol, xml, xml_sha256, codigo_seguridad, fecha_firma,
      certificado_id, errores, espera_a, modifica, anula, importacion_id, fila, origen, creado)
    select ${empresaId}, id, ambiente, rnc_emisor, tipo, numero, encf, es_rfce, resume_a, estado, ocupa_numero,
      fecha_emision, monto_total, rnc_comprador, razon_comprador, arbol,
      ${storedXml(xmls)}, decode(xml_sha256, 'hex'), codigo_seguridad,
      fecha_firma, certificado_id, errores, espera_a,
      case when xml_sha256 is not null then ${modified(empresaId, sql`r.ambiente`, sql`r.rnc_emisor`)} end, anula,
      importacion_id, fila, origen, ${now}
    from json_to_recordset(${json}::json) as r(id uuid, ambiente text, rnc_emisor text, tipo smallint,
      numero bigint, encf text, es_rfce boolean, resume_a uuid, estado text, ocupa_numero boolean, fecha_emision date,
      monto_total numeric, rnc_comprador text, razon_comprador text, arbol jsonb, xml_desde integer, xml_largo integer,
      xml_sha256 text, codigo_seguridad text, fecha_firma text, certificado_id uuid, errores jsonb, espera_a text,
      anula boolean, importacion_id uuid, fila integer, origen text)`.execute(tx);
}

/** The columns that signing changes in a stored document. */
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
  readonly anula: boolean;
  /** Its irregularities; if left out, those recorded before it was signed remain. */
  readonly errores?: readonly ErrorDeDocumento[];
}

/** Marks stored documents as signed: afterwards the exact bytes are authoritative, and the number belongs to them. */
export async function markSigned(
  tx: Tx,
  empresaId: string,
  certificadoId: string,
  rows: readonly SignedRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const { json, xmls } = rowsToStore(rows);
  await sql`
    update documento d set estado = 'firmado', ocupa_numero = true, numero = r.numero, encf = r.encf,
      fecha_emision = r.fecha_emision, monto_total = r.monto_total, rnc_comprador = r.rnc_comprador,
      razon_comprador = r.razon_comprador, arbol = null,
      xml = ${storedXml(xmls)}, xml_sha256 = decode(r.xml_sha256, 'hex'),
      codigo_seguridad = r.codigo_seguridad, fecha_firma = r.fecha_firma, certificado_id = ${certificadoId},
      espera_a = r.espera_a, modifica = ${modified(empresaId, sql`d.ambiente`, sql`d.rnc_emisor`)}, anula = r.anula,
      intento_base = coalesce((select max(i.numero) from intento i where i.empresa_id = d.empresa_id and i.documento_id = d.id), 0),
      tracks_previos = array(
        select distinct t from unnest(d.tracks_previos || d.track_id || array(select i.track_id from intento i
          where i.empresa_id = d.empresa_id and i.documento_id = d.id)) t where t is not null),
      track_id = null, codigo = null, mensajes = '[]', secuencia_utilizada = null, asentado_por = null,
      errores = coalesce(r.errores,
        (select jsonb_agg(e) from jsonb_array_elements(d.errores) e where e @> '{"aviso": true}'
          and not e->>'codigo' = any(${Object.values(codigosDeRango)}::text[])), '[]'),
      pedido = null
    from json_to_recordset(${json}::json) as r(id uuid, numero bigint, encf text, fecha_emision date,
      monto_total numeric, rnc_comprador text, razon_comprador text, xml_desde integer, xml_largo integer,
      xml_sha256 text, codigo_seguridad text, fecha_firma text, espera_a text, anula boolean, errores jsonb)
    where d.empresa_id = ${empresaId} and d.id = r.id`.execute(tx);
}

/** The columns of a tree that lists and filters use. */
export function factsOf(tree: ECFHead | RFCE) {
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
    anula: annuls(tree),
  };
}

/** The e-CF that a note modifies: it must be accepted before the note is sent. @source FACTS §2.2, code 614 */
export function waitsFor(tree: ECFHead | RFCE): string | null {
  const { TipoeCF } = tree.Encabezado.IdDoc;
  const modificado = 'InformacionReferencia' in tree ? tree.InformacionReferencia?.NCFModificado : undefined;
  return (TipoeCF === '33' || TipoeCF === '34') && modificado?.startsWith('E') ? modificado : null;
}

/** Whether a document is a credit note that annuls another. */
export const annuls = (tree: ECFHead | RFCE): boolean =>
  tree.Encabezado.IdDoc.TipoeCF === '34' &&
  'InformacionReferencia' in tree &&
  tree.InformacionReferencia?.CodigoModificacion === '1';

/** The signed columns of a sealed document. */
const signedColumns = (signed: SignedXml) => ({
  xml: signed.xml,
  xml_sha256: signed.sha256,
  codigo_seguridad: signed.codigoSeguridad,
});

/**
 * A sealed document as changes of its rows: its own and, if it is sent as a summary, the summary's.
 *
 * @param errores its irregularities, if they were judged anew
 */
export function signedRows(
  sealed: Omit<Sealed, 'avisos'>,
  id: string,
  resumenId: string | null,
  errores?: readonly ErrorDeDocumento[],
): readonly SignedRow[] {
  const { rnc_emisor: _, tipo: __, ...facts } = factsOf(sealed.head);
  const irregularities = errores === undefined ? {} : { errores };
  const document = {
    ...facts,
    ...irregularities,
    id,
    fecha_firma: sealed.head.FechaHoraFirma,
    ...signedColumns(sealed.signed),
  };
  if (!sealed.rfce || resumenId === null) return [document];
  return [document, { ...facts, id: resumenId, fecha_firma: null, ...summaryColumns(sealed, sealed.rfce) }];
}

/** The signed columns of a summary: the timbre of a consumer invoice carries the security code of the full document. */
const summaryColumns = (sealed: Omit<Sealed, 'avisos'>, rfce: SignedXml) => ({
  ...signedColumns(rfce),
  codigo_seguridad: sealed.signed.codigoSeguridad,
});

/** A sealed document as new rows: the document and, if it has one, its summary. */
export function sealedRows(
  sealed: Omit<Sealed, 'avisos'>,
  row: Pick<NewDocumento, 'id' | 'ambiente' | 'origen' | 'errores'> & {
    readonly rfceId: string;
    readonly certificadoId: string;
  },
): readonly NewDocumento[] {
  const facts = factsOf(sealed.head);
  const common = {
    ...facts,
    ambiente: row.ambiente,
    estado: 'firmado',
    ocupa_numero: true,
    arbol: null,
    certificado_id: row.certificadoId,
    errores: row.errores,
    importacion_id: null,
    fila: null,
    origen: row.origen,
  } as const;
  const document: NewDocumento = {
    ...common,
    id: row.id,
    es_rfce: false,
    resume_a: null,
    fecha_firma: sealed.head.FechaHoraFirma,
    ...signedColumns(sealed.signed),
  };
  if (!sealed.rfce) return [document];
  const summary: NewDocumento = {
    ...common,
    id: row.rfceId,
    es_rfce: true,
    resume_a: row.id,
    errores: [],
    fecha_firma: null,
    ...summaryColumns(sealed, sealed.rfce),
  };
  return [document, summary];
}

/** Whether the document `d` has a job that sends it. */
export const isQueued = sql`exists (select from trabajo t where t.clase = 'envio' and t.empresa_id = d.empresa_id and t.sujeto = d.id)`;

/**
 * Order of sending: e-CFs, then summaries, then notes, which must follow their invoice. @source specification 001 §5
 */
export const sendPriority = (tipo: number, esRFCE: boolean): number =>
  tipo === 33 || tipo === 34 ? 2 : esRFCE ? 1 : 0;

/** The job that sends a document, to be enqueued in the transaction that signs it. */
export const sendJob = (empresaId: string, documento: { id: string; tipo: number; es_rfce: boolean }): NewJob => ({
  clase: 'envio',
  empresaId,
  sujeto: documento.id,
  prioridad: -sendPriority(documento.tipo, documento.es_rfce),
});

/** The rows that are sent: a document's summary if it has one, otherwise the document. */
export const toSend = (rows: readonly NewDocumento[]): readonly NewDocumento[] => {
  const summarised = new Set(rows.map((row) => row.resume_a));
  return rows.filter((row) => !summarised.has(row.id));
};
