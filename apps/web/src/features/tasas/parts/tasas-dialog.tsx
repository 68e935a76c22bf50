import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { focusFirstFault } from '../../../lib/first-fault.ts';
import { useMutation } from '../../../lib/mutation.ts';
import card from '../../../ui/card.module.css';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import form from '../../../ui/form.module.css';
import { MoneyField } from '../../../ui/money-field.tsx';
import { SubmitButton } from '../../../ui/submit-button.tsx';
import { brieflyMs, toast } from '../../../ui/toast.tsx';
import { EditDialog } from '../../../ui/unsaved-guard.tsx';
import { saveTasas, type Trimestral, tasasQuery } from '../api.ts';
import { draftOf, faultsOf, type Monto, montoNombre } from '../draft.ts';
import styles from './tasas-dialog.module.css';

interface Props {
  quarter: Trimestral;
  /** An earlier quarter, whose rates are shown next to the fields. */
  reference: Trimestral | undefined;
  onClose: () => void;
}

/** Writes the rates of a quarter, new or in place of those that it has. */
export function TasasDialog({ quarter, reference, onClose }: Props) {
  const client = useQueryClient();
  const { trimestre, nombre, tasas } = quarter;
  const [initial] = useState(() => draftOf(quarter));
  const [draft, setDraft] = useState(initial);
  const [tried, setTried] = useState(false);
  const save = useMutation({
    mutationFn: () => saveTasas({ params: { trimestre }, body: draft }),
    onSuccess: (answer) => {
      client.setQueryData(tasasQuery.queryKey, answer);
      toast('Tasas guardadas correctamente', 'ok', brieflyMs);
      onClose();
    },
  });
  const faults = faultsOf(draft);
  const shown = tried ? faults : {};
  const change = (part: Partial<typeof draft>) => {
    save.reset();
    setDraft({ ...draft, ...part });
  };
  const amount = (monto: Monto) => (
    <MoneyField
      label={montoNombre[monto]}
      data-autofocus={monto === 'alcohol' || undefined}
      value={draft[monto]}
      error={shown[monto]}
      onChange={(text) => change({ [monto]: text })}
    />
  );

  return (
    <EditDialog
      title={`Tasas de ${nombre}`}
      width={520}
      changed={JSON.stringify(draft) !== JSON.stringify(initial)}
      onClose={onClose}
    >
      {(leave) => (
        <form
          className={card.stack}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            setTried(true);
            if (Object.keys(faults).length === 0) save.mutate();
            else focusFirstFault(event.currentTarget);
          }}
        >
          <p className={styles.note}>
            Desde que las guarde, los comprobantes de ese trimestre se completan y se comprueban con ellas, en todas las
            empresas.
            {reference?.tasas &&
              ` Para comparar, las de ${reference.nombre}: alcohol ${reference.tasas.alcohol}, cajetillas ${reference.tasas.cigarrillos20} y ${reference.tasas.cigarrillos10}.`}
          </p>
          {amount('alcohol')}
          <div className={styles.pair}>
            {amount('cigarrillos20')}
            {amount('cigarrillos10')}
          </div>
          <TextInput
            label="Resolución de la DGII"
            placeholder="Resolución DDG-AR1-…"
            maxLength={200}
            value={draft.resolucion}
            error={shown.resolucion}
            onChange={(event) => change({ resolucion: event.currentTarget.value })}
          />
          <FailureNotice title="No se guardaron las tasas" error={save.error} />
          <div className={form.actions}>
            <Button onClick={leave}>Cancelar</Button>
            <SubmitButton busy={save.isPending}>{tasas === null ? 'Cargar tasas' : 'Guardar'}</SubmitButton>
          </div>
        </form>
      )}
    </EditDialog>
  );
}
