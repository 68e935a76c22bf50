import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './confirm-dialog.module.css';
import { Dialog } from './dialog.tsx';

interface Props {
  /** `Error` where nothing else is said (seeds/000 §8). */
  title?: string;
  children: ReactNode;
  onClose: () => void;
}

/** Says how something ended, and waits until it has been read. */
export const NoticeDialog = ({ title = 'Error', children, onClose }: Props) => (
  <Dialog title={title} width={400} onClose={onClose}>
    <div role={title === 'Error' ? 'alert' : 'status'}>{children}</div>
    <div className={styles.actions}>
      <Button variant="filled" data-autofocus onClick={onClose}>
        OK
      </Button>
    </div>
  </Dialog>
);
