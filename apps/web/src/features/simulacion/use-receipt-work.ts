import { useQueryClient } from '@tanstack/react-query';
import type { importacion } from '@timbre/contract';
import { useEffect, useMemo, useRef } from 'react';
import { useImportWork } from '../importacion/shared.ts';
import { batchActions } from './batch-actions.ts';
import type { ReceiptWork } from './receipt-work.ts';
import { settled } from './settled.ts';
import type { Batch } from './use-batch.ts';
import type { Messages } from './use-messages.ts';
import { useReceiptActions } from './use-receipt-actions.ts';

/**
 * The actions on the receipts, for real or in the rehearsal. Each waits until the work has ended and shows the result.
 *
 * @param refresh fetches the shown data of the simulation again
 */
export function useReceiptWork(
  importacion: importacion.Importacion,
  messages: Messages,
  batch: Batch,
  refresh: () => Promise<void>,
) {
  const client = useQueryClient();
  const work = useImportWork(importacion, true);
  const { rehearsing } = work.autoridad;
  const of = useMemo(() => ({ id: importacion.id, ensayo: rehearsing }), [importacion.id, rehearsing]);
  const left = useLeft();
  const receipts: ReceiptWork = {
    importacion,
    work,
    messages,
    until: (isDone) => settled(client, of, isDone, left()),
  };
  return { ...work, of, ...useReceiptActions(receipts, refresh), ...batchActions(receipts, batch) };
}

/** Returns a function that provides a signal, aborted when the screen is left. */
function useLeft(): () => AbortSignal {
  const leaving = useRef<AbortController>(undefined);
  useEffect(() => () => leaving.current?.abort(), []);
  return () => {
    if (leaving.current === undefined || leaving.current.signal.aborted) leaving.current = new AbortController();
    return leaving.current.signal;
  };
}
