import { Button, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { focusFirstFault } from '../../../lib/first-fault.ts';
import actions from '../../../ui/confirm-dialog.module.css';
import form from '../../../ui/form.module.css';
import { SubmitButton } from '../../../ui/submit-button.tsx';
import { EditDialog } from '../../../ui/unsaved-guard.tsx';

const maxReason = 500;

interface Props {
  /** The effect of the rejection. */
  children: ReactNode;
  busy: boolean;
  /** The dialog stays open, so that the reason is not lost if the rejection fails. */
  onReject: (motivo: string) => void;
  onClose: () => void;
}

/** Asks for the reason of a rejection, which the applicant will read. */
export function RejectDialog({ children, busy, onReject, onClose }: Props) {
  const [motivo, setMotivo] = useState('');
  const [tried, setTried] = useState(false);
  const missing = motivo.trim() === '';
  return (
    <EditDialog title="Rechazar la solicitud" changed={motivo !== ''} onClose={onClose}>
      {(leave) => (
        <form
          className={form.form}
          onSubmit={(event) => {
            event.preventDefault();
            setTried(true);
            if (missing) focusFirstFault(event.currentTarget);
            else if (!busy) onReject(motivo.trim());
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
            <Button onClick={leave}>Cancelar</Button>
            <SubmitButton busy={busy} danger>
              Rechazar
            </SubmitButton>
          </div>
        </form>
      )}
    </EditDialog>
  );
}
