import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useState } from 'react';
import { AfterDosPasos } from '../features/dos-pasos/required-setup.tsx';
import { FiledQuestion } from '../features/reportes/filed-question.tsx';
import { Identity } from '../features/sesion/identity.tsx';
import { isRetried } from '../lib/api.ts';
import { Themed } from '../theme/themed.tsx';
import { Secrets } from '../ui/secret-dialog.tsx';
import { Toasts } from '../ui/toast.tsx';
import { createAppRouter } from './router.tsx';

function setUp() {
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: { staleTime: 30_000, retry: isRetried },
    },
  });
  return { queryClient, router: createAppRouter(queryClient) };
}

let first: ReturnType<typeof setUp> | undefined;

/** Loads the screen of the address, so that the application renders it at once when it is mounted first. */
export async function prepareFirst(): Promise<void> {
  first = setUp();
  await first.router.load();
}

function takeFirst() {
  const taken = first;
  first = undefined;
  return taken;
}

/**
 * Everything behind the login. Mounted again for each user and company, so that no data of one is shown to the next.
 */
export function App() {
  const [{ queryClient, router }] = useState(() => takeFirst() ?? setUp());

  return (
    <Themed>
      <QueryClientProvider client={queryClient}>
        <AfterDosPasos>
          <RouterProvider router={router} />
        </AfterDosPasos>
        <Secrets />
        <Identity />
        <FiledQuestion />
        <Toasts />
      </QueryClientProvider>
    </Themed>
  );
}
