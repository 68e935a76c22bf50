import type { importacion } from '@timbre/contract';
import { formatCount } from '../../lib/format.ts';
import { isIdle, type ReceiptWork } from './receipt-work.ts';
import { sendAllRefusal, sentCount } from './receipts.ts';
import type { Batch } from './use-batch.ts';
import { resultMs } from './use-messages.ts';
import { failures, messages } from './words.ts';

type Importacion = importacion.Importacion;

/** The actions on all receipts of a simulation. */
export function batchActions({ importacion, work, messages: { tell, fail, show }, until }: ReceiptWork, batch: Batch) {
  const signAll = () => {
    if (work.counts.firmables === 0) return tell('No hay comprobantes por firmar', 'bad');
    return batch.run('signing', failures.signAll, async () => {
      await work.sign.mutateAsync({});
      const now = await until(({ enCurso }) => enCurso.firmar === 0);
      if (now === undefined) return;
      const unsigned = now.cuentas.reduce((sum, { estado, cuenta }) => sum + (estado === 'pendiente' ? cuenta : 0), 0);
      if (unsigned === 0) tell(messages.allSigned);
      else fail(failures.signAll, `${formatCount(unsigned)} no se firmaron`);
    });
  };

  const sendAll = () => {
    const refusal = sendAllRefusal(work.counts, work.toSend, work.autoridad);
    if (refusal !== undefined) return tell(refusal, 'bad');
    const before = importacion;
    return batch.run('sending', failures.sendAll, async () => {
      await work.send.mutateAsync(undefined);
      const now = await until((head) => isIdle(head) || (head.enCurso.firmar === 0 && !has(head, 'firmado')));
      if (now === undefined) return;
      const sent = sentCount(now) - sentCount(before);
      if (sent === 0) return fail(failures.sendAll, 'Ninguno llegó a la DGII');
      const counted = (...estados: string[]) => countOf(now, estados) - countOf(before, estados);
      show({
        title: messages.allSent(sent),
        figures: (
          [
            ['Aceptados', counted('aceptado', 'aceptado_condicional')],
            ['Rechazados', counted('rechazado')],
            ['En espera de respuesta', counted('enviado', 'recibido', 'en_proceso')],
            ['Sin confirmar', counted('sin_confirmar')],
          ] as const
        )
          .filter(([, count]) => count > 0)
          .map(([name, count]) => [name, formatCount(count)]),
        closesAfterMs: resultMs.send,
      });
    });
  };

  return { signAll, sendAll };
}

const countOf = ({ cuentas }: Importacion, estados: readonly string[]): number =>
  cuentas.reduce((sum, one) => sum + (!one.esRFCE && estados.includes(one.estado) ? one.cuenta : 0), 0);

const has = ({ cuentas }: Importacion, estado: string): boolean => cuentas.some((one) => one.estado === estado);
