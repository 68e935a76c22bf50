import { type Ambiente, type Estado, type TipoDeWebhook, tiposDeWebhook, type webhooks } from '@timbre/contract';
import type { Issuer } from '../../domain/companies/issuers.ts';
import { listWebhookFacts } from '../../domain/comprobantes/queries/webhook-facts.ts';
import type { Tx } from '../../platform/db/transactions.ts';

/** An entry of the record. */
interface Entry {
  readonly seq: number;
  readonly tipo: string;
  readonly sujeto: string | null;
  readonly datos: unknown;
  readonly en: Date;
}

/** The event that a destination is sent for an entry. */
interface Payload {
  readonly seq: number;
  readonly tipo: TipoDeWebhook;
  readonly cuerpo: string;
}

type Company = Pick<Issuer, 'rnc' | 'ambiente'>;
type Datos = webhooks.DatosDeWebhook;

/** `datos` of an entry `documento`: see comprobantes/document-event.ts. */
interface Moved {
  readonly eNCF: string;
  readonly documento: Pick<Datos['documento.aceptado'], 'trackId' | 'secuenciaUtilizada' | 'mensajes'> & {
    readonly id: string;
    readonly estado: Estado;
  };
}

const mostMensajes = 20;
const longestMensaje = 500;

/** The body of a delivery. Its id is the same in each destination. */
export const bodyOf = <T extends keyof Datos>(
  { rnc, ambiente }: Company,
  { id, tipo, en, datos }: { readonly id: string; readonly tipo: T; readonly en: Date; readonly datos: Datos[T] },
): string => JSON.stringify({ id, tipo, creado: en.toISOString(), empresa: rnc, ambiente, datos });

/** The type of webhook event of an entry; undefined if it is not sent to destinations. */
function tipoOf({ tipo, datos }: Entry): TipoDeWebhook | undefined {
  const name = tipo === 'documento' ? `documento.${(datos as Moved).documento?.estado}` : tipo;
  return Object.hasOwn(tiposDeWebhook, name) ? (name as TipoDeWebhook) : undefined;
}

/** The events to send for some entries. */
export async function payloadsOf(
  tx: Tx,
  empresaId: string,
  company: Company,
  entries: readonly Entry[],
): Promise<Payload[]> {
  const announced = entries.flatMap((entry) => {
    const tipo = tipoOf(entry);
    return tipo === undefined ? [] : [{ ...entry, tipo, kind: entry.tipo }];
  });
  const ids = announced.flatMap(({ kind, sujeto }) => (kind === 'documento' && sujeto !== null ? [sujeto] : []));
  const rows = ids.length === 0 ? [] : await listWebhookFacts(tx, empresaId, ids);
  const documents = new Map(rows.map((row) => [row.id, row]));
  return announced.flatMap(({ seq, tipo, kind, sujeto, datos, en }) => {
    const id = `${company.rnc}-${seq}`;
    if (kind !== 'documento')
      return [{ seq, tipo, cuerpo: bodyOf(company, { id, tipo, en, datos: shared(tipo, sujeto, datos) }) }];
    const row = documents.get(sujeto ?? '');
    // The row is missing for a summary, or a document that was deleted since.
    if (row === undefined) return [];
    const { eNCF, documento } = datos as Moved;
    const facts: Datos['documento.aceptado'] = {
      documentoId: row.id,
      eNCF,
      tipo: String(row.tipo),
      trackId: documento.trackId,
      fechaEmision: row.fecha_emision,
      montoTotal: row.monto_total,
      rncComprador: row.rnc_comprador,
      secuenciaUtilizada: documento.secuenciaUtilizada,
      mensajes: documento.mensajes
        .slice(0, mostMensajes)
        .map(({ codigo, valor }) => ({ codigo, valor: valor.slice(0, longestMensaje) })),
    };
    const { ambiente }: { ambiente: Ambiente } = row;
    return [{ seq, tipo, cuerpo: bodyOf({ ...company, ambiente }, { id, tipo, en, datos: facts }) }];
  });
}

/**
 * The data of an entry whose event has the same name, without fields that are only for the record. Entries that do not
 * state who signed get default values.
 */
function shared(tipo: TipoDeWebhook, sujeto: string | null, datos: unknown): Datos[TipoDeWebhook] {
  if (tipo === 'aprobacion.recibida') return { ...unclaimed, ...(datos as Datos['aprobacion.recibida']) };
  if (tipo !== 'recibido.nuevo') return datos as Datos[TipoDeWebhook];
  const { id: _, ...rest } = datos as Datos['recibido.nuevo'] & { id: string };
  return { ...unsigned, ...rest, documentoId: sujeto ?? '' };
}

/** Default values for fields that old entries of documents and answers lack. */
const unsigned = { firmadaPor: '', confirmada: false };
const unclaimed = { firmadaPor: '', comprobada: false, contradice: false };
