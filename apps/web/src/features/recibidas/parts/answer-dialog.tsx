import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useMutation } from '../../../lib/mutation.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import form from '../../../ui/form.module.css';
import { toast } from '../../../ui/toast.tsx';
import { EditDialog } from '../../../ui/unsaved-guard.tsx';
import { answer, type Recibida } from '../api.ts';

/** Maximum length of a reason. @source Formato Aprobación Comercial v1.0, DetalleMotivoRechazo */
const longest = 250;

interface Props {
  recibida: Pick<Recibida, 'id' | 'encF' | 'razonSocialEmisor'>;
  estado: 'aceptada' | 'rechazada';
  onAnswered: () => void;
  onClose: () => void;
}

/** Asks for confirmation before the company accepts or rejects a received invoice. A rejection requires a reason. */
export function AnswerDialog({ recibida: { id, encF, razonSocialEmisor }, estado, onAnswered, onClose }: Props) {
  const [motivo, setMotivo] = useState('');
  const rejects = estado === 'rechazada';
  const reason = rejects && motivo.trim() === '' ? 'Escriba el motivo del rechazo' : undefined;
  const send = useMutation({
    mutationFn: () => answer({ params: { id }, body: { estado, ...(rejects && { motivo: motivo.trim() }) } }),
    onSuccess: () => {
      toast(rejects ? `${encF} rechazada: se envía la respuesta.` : `${encF} aceptada: se envía la respuesta.`);
      onAnswered();
      onClose();
    },
  });
  return (
    <EditDialog title={`${rejects ? 'Rechazar' : 'Aceptar'} ${encF}`} changed={motivo !== ''} onClose={onClose}>
      {(leave) => (
        <form
          className={form.form}
          onSubmit={(event) => {
            event.preventDefault();
            if (reason === undefined) send.mutate();
          }}
        >
          <p>
            {rejects
              ? `${razonSocialEmisor} deberá anular la factura con una nota de crédito. `
              : `La empresa da por buena la factura de ${razonSocialEmisor}. `}
            La respuesta se firma y se envía al emisor y a la DGII; no se puede cambiar después.
          </p>
          {rejects && (
            <Textarea
              label="Motivo del rechazo"
              data-autofocus
              autosize
              minRows={3}
              maxRows={8}
              maxLength={longest}
              value={motivo}
              onChange={(event) => setMotivo(event.currentTarget.value)}
            />
          )}
          <FailureNotice title="La respuesta no se guardó." error={send.error} />
          <div className={form.actions}>
            <Button onClick={leave}>Cancelar</Button>
            <ActionButton
              type="submit"
              variant="filled"
              {...(rejects && { color: 'red' })}
              loading={send.isPending}
              disabled={reason !== undefined}
              title={reason}
            >
              {rejects ? 'Rechazar' : 'Aceptar'}
            </ActionButton>
          </div>
        </form>
      )}
    </EditDialog>
  );
}
