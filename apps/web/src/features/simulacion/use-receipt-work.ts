import { useQueryClient } from '@tanstack/react-query';
import type { importacion } from '@timbre/contract';
import { estadoNombre } from '@timbre/contract/tables';
import { useEffect, useMemo, useRef, useState } from 'react';
import { messageOf, Refusal } from '../../lib/api.ts';
import { formatCount } from '../../lib/format.ts';
import { NotConfirmed } from '../../lib/identity.ts';
import { isSent } from '../../lib/import-state.ts';
import { useImportWork } from '../importacion/shared.ts';
import { deleteReceipt, listFilas } from './api.ts';
import { type Fila, sendAllRefusal, sentCount } from './receipts.ts';
import { settled } from './settled.ts';
import type { Batch } from './use-batch.ts';
import { type Messages, resultMs } from './use-messages.ts';
import { failures, messages } from './words.ts';

type Importacion = importacion.Importacion;

/**
 * The actions on the receipts, for real or in the rehearsal. Each waits until the work has ended and shows the result.
 *
 * @param refresh fetches the shown data of the simulation again
 */
export function useReceiptWork(
  importacion: Importacion,
  { tell, fail, show }: Messages,
  batch: Batch,
  refresh: () => Promise<void>,
) {
  const client = useQueryClient();
  const { sign: signing, send: sending, ...work } = useImportWork(importacion, true);
  const { rehearsing } = work.autoridad;
  const of = useMemo(() => ({ id: importacion.id, ensayo: rehearsing }), [importacion.id, rehearsing]);
  /** The receipts being processed one by one. */
  const [busyIds, setBusyIds] = useState<readonly string[]>([]);
  /** Why a receipt could not be sent, by its id; a later success clears it. */
  const [reasons, setReasons] = useState<Readonly<Record<string, string>>>({});
  const left = useLeft();

  const until = (isDone: (now: Importacion) => boolean | Promise<boolean>) => settled(client, of, isDone, left());
  const isIdle = ({ enCurso }: Importacion) => enCurso.firmar + enCurso.enviar === 0;

  /** Fetches the current receipt; undefined if it no longer exists. */
  async function again({ id, eNCF, esRFCE }: Fila): Promise<Fila | undefined> {
    const query = { ...(rehearsing && { ensayo: true }), rfce: esRFCE, buscar: eNCF };
    const { documentos } = await listFilas({ params: { id: of.id }, query });
    return documentos.find((one) => one.id === id);
  }

  async function one(fila: Fila, title: string, act: () => Promise<void>, failed?: (reason: string) => void) {
    setBusyIds((before) => [...before, fila.id]);
    try {
      await act();
    } catch (error) {
      if (error instanceof NotConfirmed) return;
      const reason = isMissing(error) ? failures.notFound(fila.eNCF) : messageOf(error);
      failed?.(reason);
      fail(title, reason);
      if (isMissing(error)) await refresh();
    } finally {
      setBusyIds((before) => before.filter((id) => id !== fila.id));
    }
  }

  const sign = (fila: Fila) =>
    one(fila, failures.sign(fila.eNCF), async () => {
      await signing.mutateAsync({ ids: [fila.id] });
      if ((await until(({ enCurso }) => enCurso.firmar === 0)) === undefined) return;
      const now = await again(fila);
      if (now === undefined) fail(failures.sign(fila.eNCF), failures.notFound(fila.eNCF));
      else if (now.estado === 'firmado' || isSent(now)) tell(messages.done(fila.eNCF, 'firmado'));
      else fail(failures.sign(fila.eNCF), now.errores[0]?.mensaje ?? 'No quedó firmado');
    });

  const keepReason = (id: string, reason?: string) =>
    setReasons(({ [id]: _, ...others }) => (reason === undefined ? others : { ...others, [id]: reason }));

  const send = (fila: Fila) =>
    one(
      fila,
      failures.send,
      async () => {
        await sending.mutateAsync([fila.id]);
        let now: Fila | undefined;
        const end = await until(async (head) => {
          now = await again(fila);
          return now === undefined || isSent(now) || isIdle(head);
        });
        if (end === undefined) return;
        if (now === undefined) fail(failures.send, failures.notFound(fila.eNCF));
        else if (isSent(now) && now.estado !== 'sin_confirmar') {
          keepReason(fila.id);
          show({
            title: messages.done(fila.eNCF, 'enviado'),
            figures: [
              ['Estado DGII', estadoNombre[now.estado]],
              ['Track ID', now.trackId ?? '—'],
            ],
            closesAfterMs: resultMs.send,
          });
        } else {
          const reason = now.mensajes[0]?.valor ?? 'No llegó a la DGII';
          keepReason(fila.id, reason);
          fail(failures.send, reason);
        }
      },
      (reason) => keepReason(fila.id, reason),
    );

  const remove = (fila: Fila) =>
    one(fila, failures.remove, async () => {
      await deleteReceipt({ params: { id: fila.id } });
      await refresh();
      tell(messages.done(fila.eNCF, 'eliminado'));
    });

  const signAll = () => {
    if (work.counts.firmables === 0) return tell('No hay comprobantes por firmar', 'bad');
    return batch.run('signing', failures.signAll, async () => {
      await signing.mutateAsync({});
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
      await sending.mutateAsync(undefined);
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

  return { ...work, of, busyIds, reasons, sign, send, remove, signAll, sendAll };
}

const isMissing = (error: unknown): boolean =>
  error instanceof Refusal && error.problem.code === 'recurso/no-encontrado';

const countOf = ({ cuentas }: Importacion, estados: readonly string[]): number =>
  cuentas.reduce((sum, one) => sum + (!one.esRFCE && estados.includes(one.estado) ? one.cuenta : 0), 0);

const has = ({ cuentas }: Importacion, estado: string): boolean => cuentas.some((one) => one.estado === estado);

/** Returns a function that provides a signal, aborted when the screen is left. */
function useLeft(): () => AbortSignal {
  const leaving = useRef<AbortController>(undefined);
  useEffect(() => () => leaving.current?.abort(), []);
  return () => {
    if (leaving.current === undefined || leaving.current.signal.aborted) leaving.current = new AbortController();
    return leaving.current.signal;
  };
}
