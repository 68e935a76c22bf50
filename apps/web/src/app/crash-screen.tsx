import { Button } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../ui/empty-state.tsx';

/** A bug of ours, with ways out; nothing on the server is lost by it. */
export function CrashScreen({ error, reset }: ErrorComponentProps) {
  return (
    <EmptyState
      page
      title="Esta pantalla falló"
      detail={`Sus comprobantes están a salvo en el servidor. ${error instanceof Error ? error.message : ''}`}
    >
      <Button variant="filled" onClick={reset}>
        Intentar de nuevo
      </Button>
      <Button onClick={() => location.assign('/home')}>Ir al inicio</Button>
    </EmptyState>
  );
}

/** An address that leads nowhere. */
export function NotFoundScreen() {
  return (
    <EmptyState page title="Esta página no existe" detail="Puede que la dirección esté incompleta o haya cambiado.">
      <Button variant="filled" component={Link} to="/home">
        Ir al inicio
      </Button>
    </EmptyState>
  );
}
