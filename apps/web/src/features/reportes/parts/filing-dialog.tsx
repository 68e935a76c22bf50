import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { isoDay } from '../../../lib/format.ts';
import { useMutation } from '../../../lib/mutation.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { DateField } from '../../../ui/date-field.tsx';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import layout from '../../../ui/form.module.css';
import { toast } from '../../../ui/toast.tsx';
import { EditDialog } from '../../../ui/unsaved-guard.tsx';
import { fileReporte, type Reporte } from '../api.ts';
import styles from '../reportes.module.css';
import type { Tipo } from '../search.ts';
import { datesOf, nombreDe } from '../words.ts';

interface Props {
  tipo: Tipo;
  report: Reporte;
  onFiled: () => void;
  onClose: () => void;
}

const form = /^[0-9A-Za-z-]{4,30}$/;

/** Records that a report was filed at the DGII, with the response of the Oficina Virtual. This locks the report. */
export function FilingDialog({ tipo, report, onFiled, onClose }: Props) {
  const [numero, setNumero] = useState('');
  const [fecha, setFecha] = useState(() => isoDay(Date.now()));
  const [pressed, setPressed] = useState(false);
  const filing = useMutation({
    mutationFn: () => fileReporte({ params: { tipo, id: report._id }, body: { numero: numero.trim(), fecha } }),
    onSuccess: () => {
      toast('Presentación anotada');
      onFiled();
      onClose();
    },
  });
  const fault = form.test(numero.trim()) ? undefined : 'De 4 a 30 letras, números o guiones';
  return (
    <EditDialog title="Anotar presentación" changed={numero !== '' && !filing.isSuccess} onClose={onClose}>
      {(leave) => (
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            setPressed(true);
            if (fault === undefined && fecha !== '') filing.mutate();
          }}
        >
          <p>
            {`El ${nombreDe(tipo)} del ${datesOf(report)} quedará cerrado: no se podrá eliminar, y un cambio en sus comprobantes avisará que hay que rectificar.`}
          </p>
          <TextInput
            label="Número de aceptación de la Oficina Virtual"
            data-autofocus
            maxLength={30}
            autoComplete="off"
            value={numero}
            error={pressed && fault}
            onChange={(event) => setNumero(event.currentTarget.value)}
          />
          <DateField
            label="Fecha de presentación"
            value={fecha}
            min={report.fechaHasta}
            max={isoDay(Date.now())}
            error={pressed && fecha === '' && 'Escriba la fecha'}
            onChange={setFecha}
          />
          <FailureNotice title="No se anotó." error={filing.error} />
          <div className={layout.actions}>
            <Button onClick={leave}>Cancelar</Button>
            <ActionButton type="submit" variant="filled" loading={filing.isPending}>
              Anotar presentación
            </ActionButton>
          </div>
        </form>
      )}
    </EditDialog>
  );
}
