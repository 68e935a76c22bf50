import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './confirm-dialog.module.css';
import { Dialog } from './dialog.tsx';

interface Props {
  title: string;
  /** What will happen and where. */
  children: ReactNode;
  /** The verb of the button that does it. */
  confirm: string;
  cancel?: string;
  /** What it does takes something away: the button is red, and the focus begins at the other one. */
  destructive?: boolean;
  onConfirm: () => void;
  /** It was answered, either way. */
  onClose: () => void;
}

/** Asks before something that cannot be taken back. */
export function ConfirmDialog(props: Props) {
  const { title, children, confirm, cancel = 'Cancelar', destructive = false, onConfirm, onClose } = props;
  return (
    <Dialog title={title} onClose={onClose}>
      <div>{children}</div>
      <div className={styles.actions}>
        <Button data-autofocus={destructive || undefined} onClick={onClose}>
          {cancel}
        </Button>
        <Button
          variant="filled"
          {...(destructive && { color: 'red' })}
          data-autofocus={!destructive || undefined}
          onClick={() => {
            onClose();
            onConfirm();
          }}
        >
          {confirm}
        </Button>
      </div>
    </Dialog>
  );
}
