import { Button, PasswordInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useSession } from '../lib/session.ts';
import { Banner } from './banner.tsx';
import actions from './confirm-dialog.module.css';
import { Dialog } from './dialog.tsx';
import styles from './password-dialog.module.css';

interface Props {
  title: string;
  /** What will be done, and what it does to what there was. */
  children: ReactNode;
  /** The verb of the button that does it. */
  confirm: string;
  /** What went wrong with the last try. */
  failure: string | undefined;
  busy: boolean;
  onConfirm: (contrasena: string) => void;
  onClose: () => void;
}

/** Asks for the person's own password again, before something that a borrowed session must not do. */
export function PasswordDialog({ title, children, confirm, failure, busy, onConfirm, onClose }: Props) {
  const { session } = useSession();
  const [contrasena, setContrasena] = useState('');
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (contrasena !== '' && !busy) onConfirm(contrasena);
        }}
      >
        <p>{children}</p>
        {/* So that a password manager knows whose password it is. */}
        <input
          type="text"
          name="username"
          autoComplete="username"
          value={session?.nombreUsuario ?? ''}
          readOnly
          hidden
        />
        <PasswordInput
          label="Su contraseña"
          name="password"
          autoComplete="current-password"
          maxLength={200}
          value={contrasena}
          data-autofocus
          onChange={(event) => setContrasena(event.currentTarget.value)}
        />
        {failure && <Banner>{failure}</Banner>}
        <div className={actions.actions}>
          <Button onClick={onClose}>Cancelar</Button>
          <Button
            type="submit"
            variant="filled"
            loading={busy}
            disabled={contrasena === ''}
            title={contrasena === '' ? 'Escriba su contraseña' : undefined}
          >
            {confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
