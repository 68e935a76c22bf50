import { type ACECF, plainTexts } from '@timbre/ecf';
import { formatFechaHora, parseISODate } from '@timbre/values';
import type { ReceivedFacts } from '../comprobantes/judge/received.ts';

/** The class of the job that sends a commercial answer; its subject is the answer. */
export const ANSWER = 'respuesta-comercial';

/**
 * The ACECF of a commercial answer, unsigned. Its texts are in plain form.
 *
 * @param rnc of the buyer, who answers
 * @param motivo why it is rejected; left out if it is approved
 * @param now epoch milliseconds
 * @source Formato Aprobación Comercial v1.0
 */
export function approvalOf(
  {
    rncEmisor,
    eNCF,
    fechaEmision,
    montoTotal,
  }: Pick<ReceivedFacts, 'rncEmisor' | 'eNCF' | 'fechaEmision' | 'montoTotal'>,
  rnc: string,
  { aprobada, motivo }: { readonly aprobada: boolean; readonly motivo: string | undefined },
  now: number,
): ACECF {
  return plainTexts('ACECF', {
    DetalleAprobacionComercial: {
      Version: '1.0',
      RNCEmisor: rncEmisor,
      eNCF,
      FechaEmision: parseISODate(fechaEmision)!,
      MontoTotal: montoTotal,
      RNCComprador: rnc,
      Estado: aprobada ? '1' : '2',
      ...(motivo === undefined ? {} : { DetalleMotivoRechazo: motivo }),
      FechaHoraAprobacionComercial: formatFechaHora(now),
    },
  });
}
