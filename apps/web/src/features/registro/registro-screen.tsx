import { useState } from 'react';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { showSecret } from '../../ui/secret-dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { RegistroForm } from './registro-form.tsx';
import styles from './registro-screen.module.css';

/** Where the platform's administrator registers a company; it may work at once. */
export function RegistroScreen() {
  const [done, setDone] = useState(0);
  return (
    <>
      <PageHeader
        title="Registro de Usuario"
        facts="La empresa y su primer usuario. Podrá entrar enseguida con su RNC."
      />
      <Panel title="Registrar Empresa" className={styles.panel}>
        <div className={styles.form}>
          <RegistroForm
            key={done}
            onRegistered={({ apiSecret }) => {
              toast('Usuario registrado exitosamente');
              setDone(done + 1);
              if (apiSecret) showSecret({ title: 'Empresa registrada', name: 'Secret Key', secret: apiSecret });
            }}
          />
        </div>
      </Panel>
    </>
  );
}
