import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { leave } from '../../lib/leave.ts';
import { useMutation } from '../../lib/mutation.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { prepararDosPasos } from './api.ts';
import styles from './dos-pasos.module.css';
import { Enrolment, type Prepared, RecoveryCodes } from './setup.tsx';

interface Props {
  /** The recovery codes to be shown; undefined before the second factor is set up. */
  codes: readonly string[] | undefined;
  onDone: (codes: readonly string[]) => void;
  onSaved: () => Promise<void>;
}

/** The page on which a user sets up the second factor that is required of them. */
export function RequiredPage({ codes, onDone, onSaved }: Props) {
  if (codes === undefined) return <RequiredSetup onDone={onDone} />;
  return (
    <Page title="Guarde sus códigos de recuperación">
      <RecoveryCodes codes={codes} onSaved={onSaved} />
    </Page>
  );
}

function RequiredSetup({ onDone }: { onDone: (codes: readonly string[]) => void }) {
  const [prepared, setPrepared] = useState<Prepared>();
  const prepare = useMutation({ mutationFn: () => prepararDosPasos({}), onSuccess: setPrepared });
  return (
    <Page
      title="Active la verificación en dos pasos"
      note="Este usuario administra la plataforma, y aquí los comprobantes son reales: antes de continuar, al entrar debe pedirse también un código de su teléfono."
    >
      <FailureNotice error={prepare.error} />
      {prepared ? (
        <Enrolment prepared={prepared} onDone={onDone} />
      ) : (
        <Button variant="filled" loading={prepare.isPending} onClick={() => prepare.mutate()}>
          Comenzar
        </Button>
      )}
      <Button variant="subtle" onClick={() => leave()}>
        Cerrar sesión
      </Button>
    </Page>
  );
}

function Page({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Timbre`;
  }, [title]);
  return (
    <main className={styles.page}>
      <section className={styles.card}>
        <header>
          <h1>{title}</h1>
          {note && <p>{note}</p>}
        </header>
        {children}
      </section>
    </main>
  );
}
