import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './confirm-dialog.module.css';
import { Dialog } from './dialog.tsx';

interface Props {
  /** `Error` by default (specification 000 §8). */
  title?: string;
  /** The label of its button. */
  button?: string;
  children: ReactNode;
  onClose: () => void;
}

/** Shows the result of an action, until the user closes it. */
export const NoticeDialog = ({ title = 'Error', button = 'OK', children, onClose }: Props) => (
  <Dialog title={title} width={400} onClose={onClose}>
    <div role={title === 'Error' ? 'alert' : 'status'}>{children}</div>
    <div className={styles.actions}>
      <Button variant="filled" data-autofocus onClick={onClose}>
        {button}
      </Button>
    </div>
  </Dialog>
);
