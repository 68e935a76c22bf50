import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { useSesion } from '../../lib/use-sesion.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const RequiredPage = lazyPart(async () => (await import('./required-page.tsx')).RequiredPage, 'screen');

/**
 * Blocks the application for a user who must set up a second factor first: the server refuses their other calls.
 * Whether the rule may apply is known from the start of the session; whether it does, from the server's response.
 */
export function AfterDosPasos({ children }: { children: ReactNode }) {
  const { root, debeActivarDosPasos } = useSesion();
  const [codes, setCodes] = useState<readonly string[]>();
  const client = useQueryClient();
  if (codes === undefined && root && debeActivarDosPasos === undefined) return null;
  if (codes === undefined && !debeActivarDosPasos) return children;
  return (
    <Suspense>
      <RequiredPage
        codes={codes}
        onDone={setCodes}
        onSaved={async () => {
          await client.invalidateQueries();
          setCodes(undefined);
        }}
      />
    </Suspense>
  );
}
