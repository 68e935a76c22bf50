import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import { useMutation } from '../../lib/mutation.ts';
import { Banner } from '../../ui/banner.tsx';
import { prepararDosPasos } from './api.ts';
import styles from './dos-pasos.module.css';
import { Enrolment, type Prepared, RecoveryCodes } from './dos-pasos-setup.tsx';
import { leave } from './leave.ts';
import { useSesion } from './use-sesion.ts';

/**
 * Blocks the application for a person who must set up a second factor first: the server refuses their other calls.
 * Whether the rule may apply is known from the start of the session; whether it does, from the server's answer.
 */
export function AfterDosPasos({ children }: { children: ReactNode }) {
  const { root, debeActivarDosPasos } = useSesion();
  const [codes, setCodes] = useState<readonly string[]>();
  const client = useQueryClient();
  if (codes !== undefined)
    return (
      <Page title="Guarde sus códigos de recuperación">
        <RecoveryCodes
          codes={codes}
          onSaved={async () => {
            await client.invalidateQueries();
            setCodes(undefined);
          }}
        />
      </Page>
    );
  if (root && debeActivarDosPasos === undefined) return null;
  return debeActivarDosPasos ? <RequiredSetup onDone={setCodes} /> : children;
}

function RequiredSetup({ onDone }: { onDone: (codes: readonly string[]) => void }) {
  const [prepared, setPrepared] = useState<Prepared>();
  const prepare = useMutation({ mutationFn: () => prepararDosPasos({}), onSuccess: setPrepared });
  return (
    <Page
      title="Active la verificación en dos pasos"
      note="Este usuario administra la plataforma, y aquí los comprobantes son reales: antes de continuar, al entrar debe pedirse también un código de su teléfono."
    >
      {prepare.error && <Banner>{messageOf(prepare.error)}</Banner>}
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
