import { formatENCF, type TipoECF } from '@timbre/values';
import type { Tx } from '../../../platform/db/transactions.ts';
import { configuracionEvent } from '../../../platform/events/events.ts';
import type { Core } from '../core.ts';
import type { AnulacionRow } from './void-repo.ts';

/** The ends of an annulment, as eNCFs. */
export const endsOf = ({ tipo, desde, hasta }: Pick<AnulacionRow, 'tipo' | 'desde' | 'hasta'>) => {
  const eNCF = (numero: number) => formatENCF(String(tipo) as TipoECF, numero);
  return { desde: eNCF(desde), hasta: eNCF(hasta) };
};

/**
 * Records an event of an annulment, and notifies the company's open screens to read it again.
 *
 * @param tipo undefined: nothing is added to the event record
 */
export async function announceAnulacion(
  { events }: Pick<Core, 'events'>,
  tx: Tx,
  row: AnulacionRow,
  tipo: 'numeros.anulados' | 'anulacion.respondida' | 'anulacion.asentada' | undefined,
  more: Record<string, unknown>,
): Promise<void> {
  const { empresa_id, id, ambiente, cantidad, codigo_608: codigo608, estado, mensajes } = row;
  const sha256 = row.xml_sha256.toString('hex');
  const datos = { ambiente, ...endsOf(row), cantidad, codigo608, estado, mensajes, sha256, ...more };
  await events.append(tx, empresa_id, [
    ...(tipo === undefined ? [] : [{ tipo, sujeto: id, datos }]),
    configuracionEvent('secuencias'),
  ]);
}
