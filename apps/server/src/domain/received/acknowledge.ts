import { writeDocument } from '@timbre/ecf';
import { formatFechaHora } from '@timbre/values';
import { signCanonical } from '@timbre/xml/node';
import type { Issuer } from '../companies/issuers.ts';
import type { Core } from '../comprobantes/core.ts';
import type { Motivo, ReceivedFacts } from '../comprobantes/judge/received.ts';

/**
 * The signed ARECF of a document.
 *
 * @param motivo why it is not received; left out if it is received
 * @source Formato Acuse de Recibo v1.0
 */
export async function acknowledge(
  { signers, clock }: Pick<Core, 'signers' | 'clock'>,
  { id, rnc }: Issuer,
  { rncEmisor, eNCF }: Pick<ReceivedFacts, 'rncEmisor' | 'eNCF'>,
  motivo?: Motivo,
): Promise<string> {
  const { signer } = await signers.of(id);
  const DetalleAcusedeRecibo = {
    Version: '1.0',
    RNCEmisor: rncEmisor,
    RNCComprador: rnc,
    eNCF,
    Estado: motivo === undefined ? '0' : '1',
    ...(motivo === undefined ? {} : { CodigoMotivoNoRecibido: String(motivo) }),
    FechaHoraAcuseRecibo: formatFechaHora(clock.now().getTime()),
  };
  return (await signCanonical(writeDocument('ARECF', { DetalleAcusedeRecibo }), signer)).xml;
}
