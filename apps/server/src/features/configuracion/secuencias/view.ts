import { avisosDeRango, type configuracion, type Estado, formatNumeroNC, nextOfRangoNC } from '@timbre/contract';
import { formatENCF, type TipoECF } from '@timbre/values';
import type { Static } from 'typebox';
import {
  type Ahead,
  leftOf,
  type NumberRow,
  type SecuenciaRow,
} from '../../../domain/comprobantes/numbers/ranges-repo.ts';

/**
 * @param assigned the dates of Fechas Asignadas, by type
 * @param ahead the numbers from the range's stored next one on that are used already
 */
export function secuenciaView(
  row: SecuenciaRow,
  assigned: ReadonlyMap<string, string>,
  ahead: Ahead | undefined,
  now: Date,
): Static<typeof configuracion.Secuencia> {
  const { id, ambiente, desde, hasta, activo } = row;
  const tipo = String(row.tipo);
  const vence = row.vence ?? assigned.get(tipo) ?? null;
  const usados = row.siguiente - desde + (ahead?.used ?? 0);
  const quedan = leftOf(row, ahead?.used ?? 0);
  return {
    id,
    ambiente,
    tipo,
    desde,
    hasta,
    siguiente: ahead?.next ?? row.siguiente,
    vence,
    usados,
    quedan,
    avisos: avisosDeRango({ desde, hasta, quedan, vence, isProduction: ambiente === 'ecf' }, now.getTime()),
    activo,
  };
}

/** @param ahead as in {@link secuenciaView} */
export function rangoNCView(
  row: SecuenciaRow,
  rncEmisor: string,
  ahead: Ahead | undefined,
): Static<typeof configuracion.RangoNotaCredito> {
  const { id, prefijo, digitos, desde, hasta, descripcion, activo } = row;
  const siguiente = ahead?.next ?? row.siguiente;
  // A range from which no number was used yet shows 0, as new ranges do in the specification.
  const ultimoUtilizado = siguiente === desde ? 0 : siguiente - 1;
  const next = nextOfRangoNC(desde, hasta, ultimoUtilizado);
  return {
    _id: id,
    rncEmisor,
    prefijo,
    cantidadDigitos: digitos,
    desde,
    hasta,
    ultimoUtilizado,
    descripcion,
    activo,
    siguiente: next === undefined ? null : formatNumeroNC(prefijo, digitos, next),
  };
}

type NumeroDelLibro = Static<typeof configuracion.NumeroDelLibro>;
type Outcome = Pick<NumeroDelLibro, 'estado' | 'motivo'>;

const waiting = { estado: 'emitido', motivo: 'Enviado a la DGII; espera su respuesta.' } as const;

/** The outcome of a number, by the state of its document. */
const outcomes: Record<Exclude<Estado, 'rechazado'>, Outcome> = {
  pendiente: { estado: 'emitido', motivo: 'De un comprobante que aún no se ha firmado.' },
  firmado: { estado: 'emitido', motivo: 'Firmado; aún no se ha enviado a la DGII.' },
  enviado: waiting,
  recibido: waiting,
  en_proceso: waiting,
  sin_confirmar: { estado: 'emitido', motivo: 'Enviado, sin confirmar: búsquelo en el portal de la DGII.' },
  aceptado: { estado: 'aceptado', motivo: 'La DGII lo aceptó.' },
  aceptado_condicional: { estado: 'aceptado', motivo: 'La DGII lo aceptó con observaciones.' },
  error: { estado: 'emitido', motivo: 'Firmado; su envío a la DGII dio un error.' },
};

const rejected = (burnt: boolean): Outcome =>
  burnt
    ? { estado: 'rechazado_consumido', motivo: 'La DGII lo rechazó y el número quedó utilizado.' }
    : {
        estado: 'rechazado_reutilizable',
        motivo: 'La DGII lo rechazó y el número no se utilizó: corrija el comprobante y envíelo de nuevo con él.',
      };

/** Spanish words for the authority's answer about a number that the database had lost. */
const lostWords: Record<string, string> = {
  aceptado: 'lo había aceptado',
  aceptado_condicional: 'lo había aceptado con observaciones',
  rechazado: 'lo había rechazado',
  en_proceso: 'lo estaba procesando',
  no_encontrado: 'no lo había recibido',
};

function outcomeOf({ documento_id, estado, ocupa_numero }: NumberRow): Outcome {
  if (estado === 'anulado') return { estado, motivo: 'Se anuló sin usarse: ningún comprobante puede llevarlo.' };
  if (documento_id !== null)
    return estado === 'rechazado' ? rejected(ocupa_numero) : outcomes[estado as keyof typeof outcomes];
  const word = lostWords[estado] ?? 'no se pudo preguntar por él';
  const motivo = `El comprobante se perdió y se preguntó a la DGII: ${word}. El número no se volverá a usar.`;
  return { estado: 'conciliado', motivo };
}

export const numberView = (row: NumberRow, { tipo }: SecuenciaRow): NumeroDelLibro => ({
  numero: row.numero,
  eNCF: formatENCF(String(tipo) as TipoECF, row.numero),
  ...outcomeOf(row),
  documentoId: row.documento_id,
  en: row.en.toISOString(),
});
