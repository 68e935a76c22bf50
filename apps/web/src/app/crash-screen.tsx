import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../ui/empty-state.tsx';
import styles from './shell.module.css';

/** Shown when rendering throws: explains the error and offers ways to continue. No data on the server is lost. */
export function CrashScreen({ error, reset }: ErrorComponentProps) {
  const client = useQueryClient();
  function startOver() {
    client.removeQueries({ type: 'inactive' }); // the cached data may be the cause of the error
    reset();
  }
  return (
    <EmptyState
      page
      title="Esta pantalla falló"
      detail="Sus comprobantes están a salvo en el servidor. Si vuelve a fallar, avise al administrador de la plataforma."
    >
      <Button variant="filled" onClick={startOver}>
        Intentar de nuevo
      </Button>
      <Button onClick={() => location.assign('/home')}>Ir al inicio</Button>
      {error instanceof Error && (
        <details className={styles.technical}>
          <summary>Detalle técnico</summary>
          <code>{error.message}</code>
        </details>
      )}
    </EmptyState>
  );
}

/** Shown for an unknown address. */
export function NotFoundScreen() {
  return (
    <EmptyState page title="Esta página no existe" detail="Puede que la dirección esté incompleta o haya cambiado.">
      <Button variant="filled" component={Link} to="/home">
        Ir al inicio
      </Button>
    </EmptyState>
  );
}
