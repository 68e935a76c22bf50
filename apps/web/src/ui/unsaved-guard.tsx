import { Button } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { sharedValue } from '../lib/shared-value.ts';
import styles from './confirm-dialog.module.css';
import { Dialog } from './dialog.tsx';

/** The mounted guards, oldest first, and whether the browser stores their changes. */
const guards = new Map<string, boolean>();
/** The guard that asks on behalf of all: the oldest whose changes would be lost, or else the oldest. */
const asking = (): string | undefined => [...guards].find(([, stored]) => !stored)?.[0] ?? guards.keys().next().value;
/** The action that waits until the user decides about unsaved changes. */
const leaving = sharedValue<(() => void) | undefined>(undefined);

/** Runs an action that discards unsaved changes, once the user agrees. */
export function leaveUnsaved(go: () => void): void {
  if (guards.size === 0) go();
  else leaving.set(go);
}

/** Whether there are unsaved changes. */
export const hasUnsaved = (): boolean => guards.size > 0;

/**
 * While it is mounted, a navigation asks for confirmation first, since unsaved changes would be lost.
 *
 * @param stored the browser stores the changes, and the whole screen shows them: the question states this, and is asked
 * only when the screen is left
 */
export function UnsavedGuard({ stored = false }: { stored?: boolean }) {
  const id = useId();
  useEffect(() => {
    guards.set(id, stored);
    return () => {
      guards.delete(id);
    };
  }, [id, stored]);
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => asking() === id && !(stored && current.pathname === next.pathname),
    enableBeforeUnload: true,
    withResolver: true,
  });
  const go = leaving.use();
  if (status === 'blocked') return <LeaveQuestion stored={stored} onLeave={proceed} onStay={reset} />;
  if (go === undefined || asking() !== id) return null;
  const stay = () => leaving.set(undefined);
  return (
    <LeaveQuestion
      stored={stored}
      onLeave={() => {
        stay();
        go();
      }}
      onStay={stay}
    />
  );
}

interface EditDialogProps {
  title: string;
  /** Maximum width, in px. */
  width?: number;
  /** There are unsaved changes: closing asks for confirmation first. */
  changed: boolean;
  onClose: () => void;
  /** The form; it receives the handler of its cancel button. */
  children: (leave: () => void) => ReactNode;
}

/** A dialog with a form. Every way to close it asks for confirmation first if there are unsaved changes. */
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

const LeaveQuestion = ({
  stored = false,
  onLeave,
  onStay,
}: {
  stored?: boolean;
  onLeave: () => void;
  onStay: () => void;
}) => (
  <Dialog title="Hay cambios sin guardar" onClose={onStay}>
    <p>
      {stored
        ? 'Si sale ahora, lo que cambió queda en este navegador, sin guardar.'
        : 'Si sale ahora, perderá lo que cambió y no guardó.'}
    </p>
    <div className={styles.actions}>
      <Button onClick={onLeave}>Salir sin guardar</Button>
      <Button variant="filled" data-autofocus onClick={onStay}>
        Seguir editando
      </Button>
    </div>
  </Dialog>
);
