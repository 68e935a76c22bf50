import { recibidas } from '@timbre/contract';
import { parseISODate } from '@timbre/values';
import { answerBefore, takesAnswer } from '../../domain/received/answering.ts';
import type { AnswerState } from '../../domain/received/answers-repo.ts';
import type { listRefusals, ReceivedRow } from '../../domain/received/list-repo.ts';

/** Converts a row to the specification's names. @param rnc the company's */
export const recibidaView = (row: ReceivedRow, rnc: string): recibidas.Recibida => ({
  id: row.id,
  encF: row.encf,
  tipo: String(row.tipo),
  rncEmisor: row.rnc_emisor,
  razonSocialEmisor: row.razon_emisor,
  rncComprador: rnc,
  fechaEmision: parseISODate(row.fecha_emision) ?? '',
  fechaRecepcion: row.recibido.toISOString(),
  montoTotal: row.monto_total,
  totalITBIS: row.total_itbis,
  codigoSeguridad: row.codigo_seguridad,
  urlQR: row.url_qr,
  ambiente: row.ambiente,
  via: row.via,
  tieneAcuse: row.tiene_acuse,
  estadoDGII: row.estado_dgii as recibidas.Recibida['estadoDGII'],
  firmadaPor: row.titular,
  confirmada: row.confirmado,
  respuesta: row.respuesta,
  responderAntesDe:
    row.respuesta === null && takesAnswer(row.tipo) && row.estado_dgii !== 'rechazado'
      ? answerBefore(row.fecha_emision)
      : null,
});

/** The answers to a document, each with its two destinations. The rows of one answer are grouped. */
export function respuestasView(rows: readonly AnswerState[]): recibidas.RecibidaCompleta['respuestas'] {
  const ids = [...new Set(rows.map(({ id }) => id))];
  return ids.map((id) => {
    const own = rows.filter((row) => row.id === id);
    const { aprobada, motivo, firmada, por } = own[0]!;
    return {
      id,
      estado: aprobada ? 'aceptada' : 'rechazada',
      motivo,
      firmada: firmada.toISOString(),
      por,
      envios: own.map(({ destino, estado, detalle, cambiada, intentos }) => ({
        destino,
        estado,
        detalle,
        cambiada: cambiada.toISOString(),
        intentos,
      })),
    };
  });
}

/** Converts a refusal. */
export const noRecibidaView = (row: Awaited<ReturnType<typeof listRefusals>>[number]) => ({
  encF: row.encf,
  rncEmisor: row.rnc_emisor,
  codigoMotivo: row.motivo,
  motivo: recibidas.motivosNoRecibido[row.motivo as keyof typeof recibidas.motivosNoRecibido],
  detalle: row.detalle,
  via: row.via,
  origen: row.direccion,
  veces: row.veces,
  ultima: row.ultima.toISOString(),
});
