import { useState } from 'react';
import card from '../../ui/card.module.css';
import { PageHeader } from '../../ui/page-header.tsx';
import { showSecret } from '../../ui/secret-dialog.tsx';
import { showInvitation } from '../../ui/show-invitation.tsx';
import { toast } from '../../ui/toast.tsx';
import { UnsavedGuard } from '../../ui/unsaved-guard.tsx';
import styles from './registro-screen.module.css';
import { RegistroForm } from './shared.tsx';

/** The screen on which the platform's administrator registers a company, which may be used at once. */
export function RegistroScreen() {
  const [done, setDone] = useState(0);
  const [typed, setTyped] = useState(false);
  return (
    <>
      <PageHeader title="Registro de Usuario" facts="La empresa y su primer usuario, que entra con el RNC." />
      <section className={`${card.card} ${styles.panel}`} aria-label="Registro de Usuario">
        {typed && <UnsavedGuard />}
        <div className={styles.form} onInput={() => setTyped(true)}>
          <RegistroForm
            key={done}
            onRegistered={({ apiSecret, invitacion }) => {
              toast('Usuario registrado exitosamente');
              setDone(done + 1);
              setTyped(false);
              if (apiSecret) showSecret({ title: 'Empresa registrada', name: 'Secret Key', secret: apiSecret });
              if (invitacion)
                showInvitation(
                  'Empresa registrada',
                  'Ese correo ya es de un usuario de Timbre.',
                  'esa persona',
                  invitacion,
                );
            }}
          />
        </div>
      </section>
    </>
  );
}
