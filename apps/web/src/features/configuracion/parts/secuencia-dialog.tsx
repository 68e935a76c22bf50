import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type Ambiente, ambientes, ambienteVisible, expires, tipoNombre } from '@timbre/contract/tables';
import { displayFecha } from '@timbre/values';
import { useState } from 'react';
import { focusFirstFault } from '../../../lib/first-fault.ts';
import { isoDay } from '../../../lib/format.ts';
import { useMutation } from '../../../lib/mutation.ts';
import { Banner } from '../../../ui/banner.tsx';
import { DateField } from '../../../ui/date-field.tsx';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import form from '../../../ui/form.module.css';
import { SubmitButton } from '../../../ui/submit-button.tsx';
import { brieflyMs, toast } from '../../../ui/toast.tsx';
import { EditDialog } from '../../../ui/unsaved-guard.tsx';
import { WithHelp } from '../../ayuda/shared.tsx';
import { crearSecuencia, fechasQuery, secuenciasQuery } from '../api.ts';
import styles from '../configuracion.module.css';
import { assignedDate, bodyOf, type Draft, expiryQuestion, faultsOf } from '../secuencias.ts';

interface Props {
  rncEmisor: string;
  /** The initial values of the form. */
  ambiente: Ambiente;
  tipo: string;
  onClose: () => void;
}

/** Registers an authorised range. */
export function SecuenciaDialog({ rncEmisor, ambiente, tipo, onClose }: Props) {
  const client = useQueryClient();
  const fechas = useQuery(fechasQuery(rncEmisor));
  const [draft, setDraft] = useState<Draft>({ ambiente, tipo, desde: '', hasta: '', vence: '' });
  const { desde, hasta, vence } = draft;
  const [tried, setTried] = useState(false);
  const save = useMutation({
    mutationFn: () => crearSecuencia({ body: bodyOf(draft) }),
    onSuccess: () => {
      toast('Rango guardado correctamente', 'ok', brieflyMs);
      onClose();
      return Promise.all([
        client.invalidateQueries({ queryKey: secuenciasQuery.queryKey }),
        client.invalidateQueries({ queryKey: ['configuracion', 'rangos'] }),
      ]);
    },
  });
  const assigned = assignedDate(fechas.data ?? [], draft.tipo);
  const today = isoDay(Date.now());
  const faults = faultsOf(draft, assigned, today);
  const question = expiryQuestion(draft, assigned, today);
  const shown = tried ? faults : {};
  const change = (part: Partial<Draft>) => {
    save.reset();
    setDraft({ ...draft, ...part });
  };
  const digits = (of: 'desde' | 'hasta', label: string) => ({
    className: styles.grow ?? '',
    label,
    inputMode: 'numeric' as const,
    maxLength: 10,
    value: draft[of],
    error: shown[of],
    onChange: (event: React.ChangeEvent<HTMLInputElement>) =>
      change({ [of]: event.currentTarget.value.replace(/\D/g, '') }),
  });

  return (
    <EditDialog title="Registrar rango autorizado" changed={`${desde}${hasta}${vence}` !== ''} onClose={onClose}>
      {(leave) => (
        <form
          className={styles.dialog}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            setTried(true);
            if (Object.keys(faults).length === 0) save.mutate();
            else focusFirstFault(event.currentTarget);
          }}
        >
          <NativeSelect
            label="Ambiente"
            value={draft.ambiente}
            data={ambientes.map((value) => ({ value, label: ambienteVisible[value] }))}
            onChange={(event) => change({ ambiente: event.currentTarget.value as Ambiente })}
          />
          <NativeSelect
            label="Tipo de e-CF"
            value={draft.tipo}
            data={Object.entries(tipoNombre).map(([value, nombre]) => ({ value, label: `E${value} · ${nombre}` }))}
            onChange={(event) => change({ tipo: event.currentTarget.value })}
          />
          <div className={styles.pair}>
            <TextInput {...digits('desde', 'Desde')} data-autofocus />
            <TextInput {...digits('hasta', 'Hasta')} />
          </div>
          {expires(draft.tipo) ? (
            <WithHelp of="vencimiento de la secuencia">
              <DateField
                label="Fecha de vencimiento"
                description={assigned && `Si la deja en blanco se usa la asignada: ${displayFecha(assigned)}`}
                value={draft.vence}
                error={shown.vence}
                onChange={(iso) => change({ vence: iso })}
              />
            </WithHelp>
          ) : (
            <p className={styles.note}>Las secuencias de E{draft.tipo} no vencen.</p>
          )}
          {question && <Banner tone="warn" title={question} />}
          <FailureNotice title="Error al guardar el rango" error={save.error} />
          <div className={form.actions}>
            <Button onClick={leave}>Cancelar</Button>
            <SubmitButton busy={save.isPending}>Registrar</SubmitButton>
          </div>
        </form>
      )}
    </EditDialog>
  );
}
