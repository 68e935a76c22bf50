import { hashKey, type QueryClient } from '@tanstack/react-query';
import type { importacion } from '@timbre/contract';
import { importQuery, type OfImport } from '../importacion/shared.ts';

type Importacion = importacion.Importacion;

/**
 * Waits until an import in the query cache meets a condition. The screen keeps fetching it; nothing is fetched here.
 *
 * @returns the import; undefined if the screen was left before
 */
export function settled(
  client: QueryClient,
  of: OfImport,
  isDone: (now: Importacion) => boolean | Promise<boolean>,
  left: AbortSignal,
): Promise<Importacion | undefined> {
  const { queryKey } = importQuery(of);
  const hash = hashKey(queryKey);
  return new Promise((resolve, reject) => {
    const look = async () => {
      const now = client.getQueryData(queryKey);
      if (now && (await isDone(now))) end(now);
    };
    const attempt = () => void look().catch(fail);
    const stop = client.getQueryCache().subscribe(({ query, type }) => {
      if (query.queryHash === hash && type === 'updated') attempt();
    });
    const end = (now: Importacion | undefined) => {
      stop();
      resolve(now);
    };
    const fail = (error: unknown) => {
      stop();
      reject(error);
    };
    left.addEventListener('abort', () => end(undefined), { once: true });
    attempt();
  });
}
