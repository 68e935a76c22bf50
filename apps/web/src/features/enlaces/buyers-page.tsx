import { Button } from '@mantine/core';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isRetried, messageOf, Refusal } from '../../lib/api.ts';
import { notLive } from '../../lib/live-query.ts';
import { Themed } from '../../theme/themed.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { readShared } from './api.ts';
import styles from './buyers-page.module.css';
import { Privacy } from './parts/privacy.tsx';
import { SharedDocument } from './parts/shared-document.tsx';

const queryClient = new QueryClient({ defaultOptions: { queries: { retry: isRetried } } });

/** How often a document on its way is asked for again. */
const askAgainMs = 10_000;

/** The page of a shared document, and the page about the data that it has. */
export default function BuyersPage() {
  const token = decoded(location.pathname.split('/')[2] ?? '');
  return (
    <Themed>
      <QueryClientProvider client={queryClient}>
        {token === 'privacidad' ? <Privacy /> : <Shared token={token} />}
      </QueryClientProvider>
    </Themed>
  );
}

/** The text of a part of an address; as it is if it is not well encoded. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Whether there is no such link, as opposed to a failure or too many questions. */
const isRefused = (error: Error | null): boolean => error instanceof Refusal && error.problem.status < 429;

function Shared({ token }: { token: string }) {
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['compartido', token],
    meta: notLive,
    queryFn: ({ signal }) => readShared({ params: { token }, signal }),
    refetchInterval: ({ state }) =>
      state.data?.situacion === 'en_proceso' && !isRefused(state.error) ? askAgainMs : false,
  });
  // A link that was closed meanwhile closes the page too; what does not answer leaves it.
  const isClosed = isRefused(error);
  const title = data && !isClosed ? `${data.eNCF} · ${data.emisor.nombre}` : 'Comprobante';
  useEffect(() => {
    document.title = title;
  }, [title]);

  if (data !== undefined && !isClosed) return <SharedDocument token={token} shared={data} />;
  if (error === null)
    return (
      <main className={styles.page}>
        <div className={styles.alone}>
          <Skeleton rows={6} height={44} label="Abriendo el comprobante..." />
        </div>
      </main>
    );
  return (
    <main className={styles.page}>
      <div className={styles.alone}>
        <h1>{isClosed ? 'Este enlace no está disponible' : 'No se pudo abrir el comprobante'}</h1>
        <p role="alert">{isClosed ? 'Pídalo de nuevo a quien se lo envió.' : messageOf(error)}</p>
        {!isClosed && (
          <Button loading={isFetching} onClick={() => refetch()}>
            Intentar de nuevo
          </Button>
        )}
      </div>
    </main>
  );
}
