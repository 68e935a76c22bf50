import { Button, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import actions from '../../../ui/confirm-dialog.module.css';
import { Dialog } from '../../../ui/dialog.tsx';
import styles from '../../../ui/password-dialog.module.css';

const maxReason = 500;

interface Props {
  /** The effect of the rejection. */
  children: ReactNode;
  onReject: (motivo: string) => void;
  onClose: () => void;
}

/** Asks for the reason of a rejection, which the applicant will read. */
export function RejectDialog({ children, onReject, onClose }: Props) {
  const [motivo, setMotivo] = useState('');
  const [tried, setTried] = useState(false);
  const missing = motivo.trim() === '';
  return (
    <Dialog title="Rechazar la solicitud" onClose={onClose}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (missing) return;
          onClose();
          onReject(motivo.trim());
        }}
      >
        <p>{children}</p>
        <Textarea
          label="Motivo del rechazo"
          description="Lo leerá quien hizo la solicitud."
          autosize
          minRows={2}
          maxLength={maxReason}
          value={motivo}
          error={tried && missing && 'Escriba el motivo'}
          data-autofocus
          onChange={(event) => setMotivo(event.currentTarget.value)}
        />
        <div className={actions.actions}>
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" variant="filled" color="red">
            Rechazar
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
