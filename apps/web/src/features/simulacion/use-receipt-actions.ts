import { estadoNombre } from '@timbre/contract/tables';
import { useState } from 'react';
import { messageOf, Refusal } from '../../lib/api.ts';
import { NotConfirmed } from '../../lib/identity.ts';
import { isSent } from '../../lib/import-state.ts';
import { deleteReceipt, listFilas } from './api.ts';
import { isIdle, type ReceiptWork } from './receipt-work.ts';
import type { Fila } from './receipts.ts';
import { type Messages, type Result, resultMs } from './use-messages.ts';
import { failures, messages } from './words.ts';

/**
 * The actions on one receipt of a simulation.
 *
 * @param refresh fetches the shown data of the simulation again
 */
export function useReceiptActions(
  { importacion, work, messages: { tell, fail, show }, until }: ReceiptWork,
  refresh: () => Promise<void>,
) {
  /** Why a receipt could not be sent, by its id; a later success clears it. */
  const [reasons, setReasons] = useState<Readonly<Record<string, string>>>({});
  const { busyIds, one } = useOneByOne(fail, refresh);
  const again = (fila: Fila) => currentReceipt(importacion.id, fila, work.autoridad.rehearsing);
  const keepReason = (id: string, reason?: string) =>
    setReasons(({ [id]: _, ...others }) => (reason === undefined ? others : { ...others, [id]: reason }));

  const sign = (fila: Fila) =>
    one(fila, failures.sign(fila.eNCF), async () => {
      await work.sign.mutateAsync({ ids: [fila.id] });
      if ((await until(({ enCurso }) => enCurso.firmar === 0)) === undefined) return;
      const now = await again(fila);
      if (now === undefined) fail(failures.sign(fila.eNCF), failures.notFound(fila.eNCF));
      else if (now.estado === 'firmado' || isSent(now)) tell(messages.done(fila.eNCF, 'firmado'));
      else fail(failures.sign(fila.eNCF), now.errores[0]?.mensaje ?? 'No quedó firmado');
    });

  async function sendOne(fila: Fila) {
    await work.send.mutateAsync([fila.id]);
    let now: Fila | undefined;
    const end = await until(async (head) => {
      now = await again(fila);
      return now === undefined || isSent(now) || isIdle(head);
    });
    if (end === undefined) return;
    if (now === undefined) fail(failures.send, failures.notFound(fila.eNCF));
    else if (isSent(now) && now.estado !== 'sin_confirmar') {
      keepReason(fila.id);
      show(sentResult(now));
    } else {
      const reason = now.mensajes[0]?.valor ?? 'No llegó a la DGII';
      keepReason(fila.id, reason);
      fail(failures.send, reason);
    }
  }
  const send = (fila: Fila) =>
    one(
      fila,
      failures.send,
      () => sendOne(fila),
      (reason) => keepReason(fila.id, reason),
    );

  const remove = (fila: Fila) =>
    one(fila, failures.remove, async () => {
      await deleteReceipt({ params: { id: fila.id } });
      await refresh();
      tell(messages.done(fila.eNCF, 'eliminado'));
    });

  return { busyIds, reasons, sign, send, remove };
}

/** Runs actions on single receipts and shows their failures. `busyIds`: the receipts being processed. */
function useOneByOne(fail: Messages['fail'], refresh: () => Promise<void>) {
  const [busyIds, setBusyIds] = useState<readonly string[]>([]);
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
  return { busyIds, one };
}

/** Fetches the current receipt; undefined if it no longer exists. */
async function currentReceipt(
  importacion: string,
  { id, eNCF, esRFCE }: Fila,
  rehearsing: boolean,
): Promise<Fila | undefined> {
  const query = { ...(rehearsing && { ensayo: true }), rfce: esRFCE, buscar: eNCF };
  const { documentos } = await listFilas({ params: { id: importacion }, query });
  return documentos.find((one) => one.id === id);
}

const sentResult = ({ eNCF, estado, trackId }: Fila): Result => ({
  title: messages.done(eNCF, 'enviado'),
  figures: [
    ['Estado DGII', estadoNombre[estado]],
    ['Track ID', trackId ?? '—'],
  ],
  closesAfterMs: resultMs.send,
});

const isMissing = (error: unknown): boolean =>
  error instanceof Refusal && error.problem.code === 'recurso/no-encontrado';
