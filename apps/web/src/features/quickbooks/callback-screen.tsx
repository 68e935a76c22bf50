import { Button, Loader } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import { useMutation } from '../../lib/mutation.ts';
import { Banner } from '../../ui/banner.tsx';
import card from '../../ui/card.module.css';
import { Facts } from '../../ui/facts.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { authorizeHere } from './authorize.ts';
import styles from './quickbooks.module.css';
import { type Connected, callbackPath, finish } from './returned.ts';

/** How long the success is shown. @source specification 002 §2 */
const shownMs = 3_000;

type State = { kind: 'connecting' } | { kind: 'done'; connected: Connected } | { kind: 'failed'; words: string };

/** The page to which QuickBooks returns the user: it completes the authorisation and shows the result. */
export function CallbackScreen() {
  const [state, setState] = useState<State>({ kind: 'connecting' });
  const navigate = useNavigate();

  useEffect(() => {
    finish().then(
      (connected) => setState({ kind: 'done', connected }),
      (error: Error) => setState({ kind: 'failed', words: error.message }),
    );
    // A code in the address would stay in the history.
    void navigate({ to: callbackPath, replace: true });
  }, [navigate]);

  return (
    <>
      <PageHeader title="Conexión con QuickBooks" />
      <section className={`${card.card} ${styles.callback}`}>
        {state.kind === 'connecting' && (
          <p role="status" className={styles.connecting}>
            <Loader size={18} />
            Conectando con QuickBooks…
          </p>
        )}
        {state.kind === 'done' && <Done connected={state.connected} />}
        {state.kind === 'failed' && <Failed words={state.words} />}
      </section>
    </>
  );
}

/** Shows the company. After a moment the user returns to the reports, and a separate window closes. */
function Done({ connected: { empresa, realmId, inWindow } }: { connected: Connected }) {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => {
      if (inWindow) window.close();
      void navigate({ to: '/reportes-fiscales' });
    }, shownMs);
    return () => clearTimeout(timer);
  }, [inWindow, navigate]);
  return (
    <>
      <h2 className={card.title}>QuickBooks conectado exitosamente</h2>
      <p className={styles.company}>
        <b>{empresa}</b>
        <Facts of={[`Company ID ${realmId}`]} />
      </p>
      <div className={styles.actions}>
        <Button variant="filled" onClick={() => void navigate({ to: '/reportes-fiscales' })}>
          Ir a Reportes Fiscales
        </Button>
      </div>
    </>
  );
}

function Failed({ words }: { words: string }) {
  const navigate = useNavigate();
  const again = useMutation({ mutationFn: authorizeHere });
  return (
    <>
      <Banner title="No se conectó QuickBooks">{again.error ? messageOf(again.error) : words}</Banner>
      <div className={styles.actions}>
        <Button variant="filled" loading={again.isPending || again.isSuccess} onClick={() => again.mutate()}>
          Reintentar Conexión
        </Button>
        <Button onClick={() => void navigate({ to: '/home' })}>Volver al Inicio</Button>
      </div>
    </>
  );
}
