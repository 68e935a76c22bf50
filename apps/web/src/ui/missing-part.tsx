import { Button } from '@mantine/core';
import { Dialog } from './dialog.tsx';
import { EmptyState } from './empty-state.tsx';

interface Props {
  /** The server answers: the chunk belongs to an older version and is gone. */
  online: boolean;
  /** The only content of the page. */
  page?: boolean;
  onRetry: () => void;
  /** Closes the part, if it is a dialog. */
  onClose?: (() => void) | undefined;
}

/** Shown in place of a part whose code could not be loaded: why, and how to retry. */
export function MissingPart({ online, page = false, onRetry, onClose }: Props) {
  const state = online ? (
    <EmptyState
      page={page}
      title="Recargue la página"
      detail="Hay una versión nueva de Timbre, o esta parte no se pudo descargar. Lo que escribió y no guardó se pierde al recargar."
    >
      <Button variant="filled" onClick={() => location.reload()}>
        Recargar
      </Button>
    </EmptyState>
  ) : (
    <EmptyState
      page={page}
      title="Sin conexión con el servidor"
      detail="Esto no se ha descargado todavía. Se abrirá en cuanto vuelva la conexión."
    >
      <Button variant="filled" onClick={onRetry}>
        Intentar de nuevo
      </Button>
    </EmptyState>
  );
  if (!onClose) return state;
  return (
    <Dialog title="No se pudo abrir" onClose={onClose}>
      {state}
    </Dialog>
  );
}
