import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useState } from 'react';
import { Identity } from '../features/sesion/identity.tsx';
import { Unreachable } from '../lib/api.ts';
import { Secrets } from '../ui/secret-dialog.tsx';
import { Toasts } from '../ui/toast.tsx';
import { createAppRouter } from './router.tsx';
import { Themed } from './themed.tsx';

/** Everything behind the login. Mounted anew for each session, so that nothing of one is seen in the next. */
export default function App() {
  const [queryClient] = useState(
    () =>
      new QueryClient({
        defaultOptions: {
          queries: { staleTime: 30_000, retry: (failures, error) => error instanceof Unreachable && failures < 2 },
        },
      }),
  );
  const [router] = useState(() => createAppRouter(queryClient));

  return (
    <Themed>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Secrets />
        <Identity />
        <Toasts />
      </QueryClientProvider>
    </Themed>
  );
}
