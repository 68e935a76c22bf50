import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './confirm-dialog.module.css';
import { Dialog } from './dialog.tsx';

interface Props {
  title: string;
  /** The effect of the action, and where. */
  children: ReactNode;
  /** The label of the button that confirms. */
  confirm: string;
  cancel?: string;
  /** The action deletes or revokes: the button is red, and the focus starts on the other one. */
  destructive?: boolean;
  onConfirm: () => void;
  /** Called after either answer. */
  onClose: () => void;
}

/** Asks for confirmation before an action that cannot be undone. */
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
