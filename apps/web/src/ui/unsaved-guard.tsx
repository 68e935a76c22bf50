import { Button } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useEffect, useId, useState } from 'react';
import styles from './confirm-dialog.module.css';
import { Dialog } from './dialog.tsx';

/** The guards that are mounted, by age: the oldest asks for all. */
const guards = new Set<string>();

/** While it is mounted, leaving the address asks first: what was typed and not saved would be lost. */
export function UnsavedGuard() {
  const id = useId();
  useEffect(() => {
    guards.add(id);
    return () => {
      guards.delete(id);
    };
  }, [id]);
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => guards.values().next().value === id,
    enableBeforeUnload: true,
    withResolver: true,
  });
  return status === 'blocked' && <LeaveQuestion onLeave={proceed} onStay={reset} />;
}

interface EditDialogProps {
  title: string;
  /** Widest it grows, in px. */
  width?: number;
  /** Something was typed and is not saved: leaving asks first. */
  changed: boolean;
  onClose: () => void;
  /** The form; it is given what its cancel button does. */
  children: (leave: () => void) => ReactNode;
}

/** A dialog where something is typed: by no way out of it is that lost unasked. */
export function EditDialog({ changed, onClose, children, ...dialog }: EditDialogProps) {
  const [asking, setAsking] = useState(false);
  const mayClose = () => {
    if (changed) setAsking(true);
    return !changed;
  };
  return (
    <Dialog {...dialog} closesOutside={false} mayClose={mayClose} onClose={onClose}>
      {changed && <UnsavedGuard />}
      {children(() => mayClose() && onClose())}
      {asking && <LeaveQuestion onLeave={onClose} onStay={() => setAsking(false)} />}
    </Dialog>
  );
}

const LeaveQuestion = ({ onLeave, onStay }: { onLeave: () => void; onStay: () => void }) => (
  <Dialog title="Hay cambios sin guardar" onClose={onStay}>
    <p>Si sale ahora, perderá lo que cambió y no guardó.</p>
    <div className={styles.actions}>
      <Button onClick={onLeave}>Salir sin guardar</Button>
      <Button variant="filled" data-autofocus onClick={onStay}>
        Seguir editando
      </Button>
    </div>
  </Dialog>
);
