import { useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useMutation } from '../../lib/mutation.ts';
import { estadoQuery } from '../../lib/quickbooks.ts';
import { toast } from '../../ui/toast.tsx';
import { endConnection, reviewConnection } from './api.ts';
import { authorize } from './authorize.ts';
import { keepConnection, onConnectionKeys } from './storage.ts';

/** Interval of the automatic review of the connection. @source specification 002 §4, §9 */
const reviewEveryMs = 30_000;
const autoKey = 'qb_auto_check';

/**
 * The connection, the actions on it, and whether it is reviewed automatically. The user is notified of its changes,
 * wherever they come from.
 */
export function useConnection() {
  const client = useQueryClient();
  const { data: estado, error } = useQuery(estadoQuery);
  const [auto, setAuto] = useState(() => localStorage.getItem(autoKey) !== 'no');
  const review = useMutation({
    // It also runs by itself, every half minute; its button shows that it runs.
    meta: { quiet: true },
    mutationFn: () => reviewConnection({ body: {} }),
    onSuccess: (answer) => client.setQueryData(estadoQuery.queryKey, answer),
  });
  const connect = useMutation({ mutationFn: authorize });
  const disconnect = useMutation({
    mutationFn: () => endConnection({}),
    onSuccess: () => client.invalidateQueries(estadoQuery),
  });

  const loading = useIsFetching() > 0;
  const busy = useRef(loading);
  busy.current = loading;
  const conectado = estado?.conectado;
  const { mutate: reviewNow } = review;
  useEffect(() => {
    if (!auto || !conectado) return;
    const timer = setInterval(() => {
      if (!busy.current && document.visibilityState === 'visible') reviewNow();
    }, reviewEveryMs);
    return () => clearInterval(timer);
  }, [auto, conectado, reviewNow]);

  useEffect(() => onConnectionKeys(() => void client.invalidateQueries(estadoQuery)), [client]);

  const before = useRef<boolean>(undefined);
  const realmId = estado?.realmId ?? null;
  useEffect(() => {
    if (conectado === undefined) return;
    if (before.current === false && conectado) toast('QuickBooks conectado exitosamente');
    if (before.current === true && !conectado) toast('QuickBooks desconectado');
    before.current = conectado;
    keepConnection(conectado ? realmId : null);
  }, [conectado, realmId]);

  return {
    estado,
    error,
    auto,
    changeAuto(on: boolean) {
      localStorage.setItem(autoKey, on ? 'si' : 'no');
      setAuto(on);
    },
    review,
    connect,
    disconnect,
  };
}
