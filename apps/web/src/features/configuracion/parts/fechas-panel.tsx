import { Checkbox, NativeSelect } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isoDay } from '../../../lib/format.ts';
import { useMutation } from '../../../lib/mutation.ts';
import { Banner } from '../../../ui/banner.tsx';
import card from '../../../ui/card.module.css';
import { DateField } from '../../../ui/date-field.tsx';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { Panel } from '../../../ui/panel.tsx';
import saveRow from '../../../ui/save-row.module.css';
import { SubmitButton } from '../../../ui/submit-button.tsx';
import { brieflyMs, toast } from '../../../ui/toast.tsx';
import { UnsavedGuard } from '../../../ui/unsaved-guard.tsx';
import { TermHelp } from '../../ayuda/shared.tsx';
import { fechasQuery, guardarFecha } from '../api.ts';
import styles from '../configuracion.module.css';
import { alreadyActive, emptyDraft, hasActiveTwin, type Serie, tiposDe, toInstant, withSerie } from '../fechas.ts';
import type { PanelProps } from '../panel-props.ts';
import { FechasAsignadas } from './fechas-asignadas.tsx';

/** Tab 3: the expiry date of the sequences of each type, used where their ranges have none. */
export function FechasPanel({ configuracion: { rncEmisor }, refusal }: PanelProps) {
  const client = useQueryClient();
  const query = fechasQuery(rncEmisor);
  const { data } = useQuery(query);
  const [empty] = useState(() => emptyDraft(isoDay(Date.now())));
  const [draft, setDraft] = useState(empty);
  const { serie, tipo, fecha, activo } = draft;

  const save = useMutation({
    mutationFn: (chosen: Serie) =>
      guardarFecha({ body: { rncEmisor, serie: chosen, tipo, fechaVencimiento: toInstant(fecha), activo } }),
    onSuccess: () => {
      toast('Fecha de vencimiento guardada correctamente', 'ok', brieflyMs);
      setDraft(empty);
      return client.invalidateQueries({ queryKey: query.queryKey });
    },
  });
  const change = (next: typeof draft) => {
    save.reset();
    setDraft(next);
  };
  const changed = serie !== empty.serie || fecha !== empty.fecha || activo !== empty.activo;
  const twin =
    serie !== '' && activo && hasActiveTwin(data ?? [], { serie, tipo, fechaVencimiento: fecha })
      ? alreadyActive
      : undefined;
  const reason =
    refusal ?? (serie === '' ? 'Elija la serie' : fecha === '' ? 'Elija la fecha de vencimiento' : undefined) ?? twin;

  return (
    <div className={card.stack}>
      <Panel
        title="Asignar Fechas"
        note="Vencimiento por tipo, para rangos sin fecha."
        actions={<TermHelp of="vencimiento de la secuencia" />}
      >
        {changed && <UnsavedGuard />}
        <form
          className={styles.body}
          onSubmit={(event) => {
            event.preventDefault();
            if (reason === undefined && serie !== '') save.mutate(serie);
          }}
        >
          <div className={`${styles.row} ${styles.top}`}>
            <NativeSelect
              className={styles.grow ?? ''}
              label="Serie"
              disabled={refusal !== undefined}
              value={serie}
              data={[
                { value: '', label: 'Elija la serie' },
                { value: 'E', label: 'E · comprobantes electrónicos' },
                { value: 'B', label: 'B · comprobantes en papel' },
              ]}
              onChange={(event) => change(withSerie(draft, event.currentTarget.value as Serie | ''))}
            />
            <NativeSelect
              className={styles.grow ?? ''}
              label="Tipo de e-CF"
              disabled={refusal !== undefined || serie === ''}
              title={refusal ?? (serie === '' ? 'Elija antes la serie' : undefined)}
              value={tipo}
              data={serie === '' ? [{ value: '', label: 'Elija antes la serie' }] : tiposDe(serie)}
              onChange={(event) => change({ ...draft, tipo: event.currentTarget.value })}
            />
            <DateField
              className={styles.grow}
              label="Fecha de vencimiento"
              disabled={refusal !== undefined}
              value={fecha}
              onChange={(iso) => change({ ...draft, fecha: iso })}
            />
          </div>
          <Checkbox
            label="Activa"
            description="Solo las fechas activas se usan al emitir"
            disabled={refusal !== undefined}
            checked={activo}
            onChange={(event) => change({ ...draft, activo: event.currentTarget.checked })}
          />
          {twin && <Banner tone="warn">{twin}</Banner>}
          <FailureNotice title="Error al guardar la fecha de vencimiento" error={save.error} />
          <div className={saveRow.save}>
            <SubmitButton reason={reason} busy={save.isPending}>
              Guardar Fecha
            </SubmitButton>
          </div>
        </form>
      </Panel>
      <FechasAsignadas rncEmisor={rncEmisor} refusal={refusal} />
    </div>
  );
}
