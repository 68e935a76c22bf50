import { Button } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import styles from './confirm-dialog.module.css';
import { Dialog } from './dialog.tsx';

/** While it is mounted, leaving the address asks first: what was typed and not saved would be lost. */
export function UnsavedGuard() {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => true,
    enableBeforeUnload: true,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return (
    <Dialog title="Hay cambios sin guardar" onClose={reset}>
      <p>Si sale ahora, perderá lo que cambió y no guardó.</p>
      <div className={styles.actions}>
        <Button onClick={proceed}>Salir sin guardar</Button>
        <Button variant="filled" data-autofocus onClick={reset}>
          Seguir editando
        </Button>
      </div>
    </Dialog>
  );
}
