import { Checkbox } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../lib/api.ts';
import { formatCounted } from '../../../lib/format.ts';
import { useMutation } from '../../../lib/mutation.ts';
import { Banner } from '../../../ui/banner.tsx';
import { DateField } from '../../../ui/date-field.tsx';
import { SubmitButton } from '../../../ui/submit-button.tsx';
import { brieflyMs, toast } from '../../../ui/toast.tsx';
import { cambiarFechas, type FechaVencimiento, fechasQuery } from '../api.ts';
import styles from '../configuracion.module.css';
import { alreadyActive, clashesAt, toInstant } from '../fechas.ts';
import bulk from './fechas-bulk.module.css';

interface Props {
  rncEmisor: string;
  refusal: string | undefined;
  fechas: readonly FechaVencimiento[];
  chosen: readonly FechaVencimiento[];
  onChoose: (ids: ReadonlySet<string>) => void;
}

/** Sets one date on the selected rows, with one save. */
export function FechasBulk({ rncEmisor, refusal, fechas, chosen, onChoose }: Props) {
  const client = useQueryClient();
  const query = fechasQuery(rncEmisor);
  const [fecha, setFecha] = useState('');
  const save = useMutation({
    mutationFn: (ids: string[]) => cambiarFechas({ body: { rncEmisor, ids, fechaVencimiento: toInstant(fecha) } }),
    onSuccess: (_, ids) => {
      toast(ids.length === 1 ? 'Fecha cambiada' : `${formatCounted(ids.length, 'fecha')} cambiadas`, 'ok', brieflyMs);
      onChoose(new Set());
      setFecha('');
    },
    onSettled: () => client.invalidateQueries({ queryKey: query.queryKey }),
  });
  const clash = fecha !== '' && clashesAt(fechas, chosen, fecha) ? alreadyActive : undefined;
  const reason = refusal ?? (fecha === '' ? 'Elija la fecha nueva' : clash);
  const all = chosen.length === fechas.length;
  return (
    <form
      className={bulk.bar}
      aria-label="Cambiar varias fechas"
      onSubmit={(event) => {
        event.preventDefault();
        if (reason === undefined && chosen.length > 0) save.mutate(chosen.map(({ id }) => id));
      }}
    >
      <div className={bulk.line}>
        <Checkbox
          label={chosen.length === 0 ? 'Elegir todas' : formatCounted(chosen.length, 'elegida')}
          aria-label="Elegir todas"
          disabled={refusal !== undefined}
          checked={all}
          indeterminate={!all && chosen.length > 0}
          onChange={() => onChoose(new Set(all ? [] : fechas.map(({ id }) => id)))}
        />
        {chosen.length > 0 && (
          <>
            <DateField
              label="Fecha nueva"
              labelHidden
              className={bulk.date}
              value={fecha}
              onChange={(iso) => {
                save.reset();
                setFecha(iso);
              }}
            />
            <SubmitButton reason={reason} busy={save.isPending}>
              Cambiar fecha
            </SubmitButton>
          </>
        )}
      </div>
      {chosen.length > 0 && clash && <Banner tone="warn">{clash}</Banner>}
      {save.error && (
        <div className={styles.row}>
          <Banner title="No se cambió ninguna fecha">{messageOf(save.error)}</Banner>
        </div>
      )}
    </form>
  );
}
