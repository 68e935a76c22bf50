import { type ECFHead, timbreUrl } from '@timbre/ecf';
import { asBuffer } from '@timbre/worker/as-buffer';
import { newId } from '../../platform/db/id.ts';
import type { NewRow } from '../../platform/db/schema.ts';
import type { NewEvent } from '../../platform/events/events.ts';
import { networkOf } from '../../platform/input/client-address.ts';
import type { Clock } from '../../platform/process/clock.ts';
import type { Issuer } from '../companies/issuers.ts';
import { digestOf, type JudgedReceived, type ReceivedFacts } from '../comprobantes/judge/received.ts';
import type { Unconfirmed } from './budget-repo.ts';
import type { Via } from './received-repo.ts';

/** A judged document that arrived for a company, and its origin. */
export interface Arrived {
  readonly judged: Exclude<JudgedReceived, { kind: 'unreadable' }>;
  readonly bytes: Uint8Array;
  readonly via: Via;
  /** The address of the sender, or the name of the file. */
  readonly direccion: string;
}

/** The row of a document. */
export function rowOf(
  { clock }: { readonly clock: Clock },
  { id, ambiente }: Issuer,
  { bytes, via, direccion }: Arrived,
  facts: ReceivedFacts,
  acuse: string | null,
): NewRow<'recibido'> {
  const recibido = clock.now();
  return {
    empresa_id: id,
    id: newId(recibido),
    ambiente,
    rnc_emisor: facts.rncEmisor,
    razon_emisor: facts.razonEmisor,
    tipo: facts.tipo,
    encf: facts.eNCF,
    fecha_emision: facts.fechaEmision,
    monto_total: facts.montoTotal,
    total_itbis: facts.totalITBIS,
    codigo_seguridad: facts.codigoSeguridad,
    fecha_firma: facts.fechaFirma,
    url_qr: timbreUrl(ambiente, facts.stamped as ECFHead, facts.codigoSeguridad),
    titular: facts.titular,
    firmante: facts.huella,
    xml: asBuffer(bytes),
    xml_sha256: digestOf(bytes),
    acuse,
    via,
    red: via === 'servicio' ? networkOf(direccion) : null,
    recibido,
  };
}

/** The bytes of a document that count as unconfirmed; those of a file uploaded by the company's people do not. */
export const bytesOf = ({ red, firmante = '', recibido, xml }: NewRow<'recibido'>): Unconfirmed[] =>
  typeof red === 'string' ? [{ red, firmante, recibido: recibido as Date, bytes: xml.length }] : [];

/** The event of a stored document. */
export const arrivalEvent = (row: NewRow<'recibido'> & { readonly confirmado: boolean }): NewEvent => ({
  tipo: 'recibido.nuevo',
  sujeto: row.id,
  datos: {
    id: row.id,
    eNCF: row.encf,
    rncEmisor: row.rnc_emisor,
    razonEmisor: row.razon_emisor,
    montoTotal: row.monto_total,
    via: row.via,
    firmadaPor: row.titular,
    confirmada: row.confirmado,
  },
});
