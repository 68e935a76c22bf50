import { Button, NativeSelect } from '@mantine/core';
import type { Enlaces, MotivoDeAnulacion } from '@timbre/contract';
import { motivosDeAnulacion } from '@timbre/contract/tables';
import { type FormEvent, useState } from 'react';
import { messageOf, Refusal } from '../../lib/api.ts';
import { formatAmount } from '../../lib/format.ts';
import { useMutation } from '../../lib/mutation.ts';
import { Banner } from '../../ui/banner.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import form from '../../ui/form.module.css';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { toast } from '../../ui/toast.tsx';
import { RefusedRange } from '../rangos/shared.tsx';
import { annulDocumento, type DocumentoRef } from './api.ts';

const noReason = 'Debe seleccionar un motivo de anulación.';

interface Props {
  documento: DocumentoRef & Pick<Enlaces, 'notasDeCredito'>;
  onAnnulled: () => void;
  onClose: () => void;
}

/** Asks why an accepted document is annulled, and issues the credit note. It closes when the note is queued. */
export function AnnulModal({ documento: { id, eNCF, notasDeCredito }, onAnnulled, onClose }: Props) {
  const [motivo, setMotivo] = useState<MotivoDeAnulacion | ''>('');
  const annul = useMutation({
    mutationFn: ({ chosen, number }: { chosen: MotivoDeAnulacion; number?: string }) =>
      annulDocumento({ params: { id }, body: { motivo: chosen, ...(number !== undefined && { eNCF: number }) } }),
    onSuccess: ({ nota }) => {
      toast(`Nota de crédito ${nota.eNCF} generada. La factura quedará anulada cuando la DGII la acepte.`);
      onAnnulled();
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (motivo !== '' && !annul.isPending) annul.mutate({ chosen: motivo });
  };
  const offered = annul.error instanceof Refusal ? annul.error.problem.rango?.alternativa : undefined;
  return (
    <Dialog title={`Anular ${eNCF}`} closesOutside={false} mayClose={() => !annul.isPending} onClose={onClose}>
      <form className={form.form} onSubmit={submit}>
        <p>
          Se emite una nota de crédito por{' '}
          {notasDeCredito === null ? 'el total' : `lo que queda, RD$ ${formatAmount(notasDeCredito.resta)},`} y se envía
          a la DGII. La factura queda anulada cuando la DGII acepta la nota. Pasados 30 días, la nota no devuelve el
          ITBIS.
        </p>
        <NativeSelect
          label="Motivo de la anulación"
          value={motivo}
          data-autofocus
          disabled={annul.isPending}
          onChange={(event) => setMotivo(event.currentTarget.value as MotivoDeAnulacion | '')}
          data={[
            { value: '', label: 'Elija…' },
            ...Object.entries(motivosDeAnulacion).map(([value, label]) => ({ value, label: `${value} · ${label}` })),
          ]}
        />
        {annul.error && <Banner>{`Error al anular: ${messageOf(annul.error)}`}</Banner>}
        <RefusedRange error={annul.error} onRegistered={() => annul.reset()} />
        {offered !== undefined && motivo !== '' && (
          <p>
            O, junto al simulador, use el número {offered}.{' '}
            <Button size="compact-sm" onClick={() => annul.mutate({ chosen: motivo, number: offered })}>
              Anular con {offered}
            </Button>
          </p>
        )}
        <div className={form.actions}>
          <Button disabled={annul.isPending} onClick={onClose}>
            Cancelar
          </Button>
          <SubmitButton reason={motivo === '' ? noReason : undefined} busy={annul.isPending} danger>
            Anular factura
          </SubmitButton>
        </div>
      </form>
    </Dialog>
  );
}
