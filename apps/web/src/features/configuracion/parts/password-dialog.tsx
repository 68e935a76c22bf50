import { Button, PasswordInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Banner } from '../../../ui/banner.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import styles from '../configuracion.module.css';

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
  const [contrasena, setContrasena] = useState('');
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        className={styles.dialog}
        onSubmit={(event) => {
          event.preventDefault();
          if (contrasena !== '') onConfirm(contrasena);
        }}
      >
        <p>{children}</p>
        <PasswordInput
          label="Su contraseña"
          autoComplete="current-password"
          maxLength={200}
          value={contrasena}
          data-autofocus
          onChange={(event) => setContrasena(event.currentTarget.value)}
        />
        {failure && <Banner>{failure}</Banner>}
        <div className={`${styles.row} ${styles.end}`}>
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
