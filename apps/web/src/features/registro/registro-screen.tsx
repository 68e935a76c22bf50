import { useState } from 'react';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { showSecret } from '../../ui/secret-dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { UnsavedGuard } from '../../ui/unsaved-guard.tsx';
import { RegistroForm } from './registro-form.tsx';
import styles from './registro-screen.module.css';

/** Where the platform's administrator registers a company; it may work at once. */
export function RegistroScreen() {
  const [done, setDone] = useState(0);
  const [typed, setTyped] = useState(false);
  return (
    <>
      <PageHeader
        title="Registro de Usuario"
        facts="La empresa y su primer usuario. Podrá entrar enseguida con su RNC."
      />
      <Panel title="Registrar Empresa" className={styles.panel}>
        {typed && <UnsavedGuard />}
        <div className={styles.form} onInput={() => setTyped(true)}>
          <RegistroForm
            key={done}
            onRegistered={({ apiSecret }) => {
              toast('Usuario registrado exitosamente');
              setDone(done + 1);
              setTyped(false);
              if (apiSecret) showSecret({ title: 'Empresa registrada', name: 'Secret Key', secret: apiSecret });
            }}
          />
        </div>
      </Panel>
    </>
  );
}
