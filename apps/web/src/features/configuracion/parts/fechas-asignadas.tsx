import { Button, Checkbox } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { displayFecha } from '@timbre/values';
import { useMemo, useState } from 'react';
import { isoDay } from '../../../lib/format.ts';
import { useMutation } from '../../../lib/mutation.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Chip } from '../../../ui/status-chip.tsx';
import type { Column } from '../../../ui/table/column.ts';
import text from '../../../ui/text.module.css';
import { brieflyMs, toast } from '../../../ui/toast.tsx';
import { VirtualTable } from '../../../ui/virtual-table.tsx';
import { actualizarFecha, eliminarFecha, type FechaVencimiento, fechasQuery } from '../api.ts';
import styles from '../configuracion.module.css';
import { alreadyActive, hasActiveTwin, isExpired, tiposDe } from '../fechas.ts';
import bulk from './fechas-bulk.module.css';
import { FechasBulk } from './fechas-bulk.tsx';

interface Props {
  rncEmisor: string;
  refusal: string | undefined;
}

/** The assigned dates. Each switch takes effect at once and is reverted when the server refuses. */
export function FechasAsignadas({ rncEmisor, refusal }: Props) {
  const client = useQueryClient();
  const query = fechasQuery(rncEmisor);
  const { data, error, refetch } = useQuery(query);
  const [asked, setAsked] = useState<FechaVencimiento>();
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set());
  const chosen = data?.filter(({ id }) => chosenIds.has(id)) ?? [];
  const again = () => client.invalidateQueries({ queryKey: query.queryKey });

  const toggle = useMutation({
    mutationFn: ({ id, serie, tipo, fechaVencimiento, activo }: FechaVencimiento) =>
      actualizarFecha({ body: { id, rncEmisor, serie, tipo, fechaVencimiento, activo: !activo } }),
    onMutate: async ({ id, activo }) => {
      await client.cancelQueries({ queryKey: query.queryKey });
      const before = client.getQueryData(query.queryKey);
      client.setQueryData(query.queryKey, (now) =>
        now?.map((one) => (one.id === id ? { ...one, activo: !activo } : one)),
      );
      return before;
    },
    onError: (_, __, before) => client.setQueryData(query.queryKey, before),
    onSuccess: () => toast('Estado actualizado correctamente', 'ok', brieflyMs),
    onSettled: again,
  });
  const remove = useMutation({
    mutationFn: ({ id }: FechaVencimiento) => eliminarFecha({ query: { id } }),
    onSuccess: () => toast('Operación completada exitosamente', 'ok', brieflyMs),
    onError: () => toast('Error al eliminar fecha', 'bad', brieflyMs),
    onSettled: again,
  });

  const { mutate: toggleOne } = toggle;
  const drawn = useMemo(() => {
    const refusalOf = (fecha: FechaVencimiento) =>
      refusal ?? (!fecha.activo && hasActiveTwin(data ?? [], fecha) ? alreadyActive : undefined);
    const actions = (fecha: FechaVencimiento) => (
      <span className={styles.actions}>
        <Toggle fecha={fecha} reason={refusalOf(fecha)} onToggle={toggleOne} />
        <IconButton
          icon={IconTrash}
          label={`Eliminar ${nameOf(fecha)}`}
          reason={refusal}
          onClick={() => setAsked(fecha)}
        />
      </span>
    );
    const choice = (fecha: FechaVencimiento) => (
      <Checkbox
        aria-label={`Elegir ${nameOf(fecha)}`}
        disabled={refusal !== undefined}
        checked={chosenIds.has(fecha.id)}
        onChange={() => setChosenIds((now) => toggled(now, fecha.id))}
      />
    );
    return {
      columns: columnsOf(choice, actions),
      card: (fecha: FechaVencimiento) => <Card fecha={fecha} choice={choice} actions={actions} />,
    };
  }, [data, refusal, toggleOne, chosenIds]);

  return (
    <Panel title="Fechas Asignadas">
      {(toggle.error || remove.error) && (
        <div className={styles.body}>
          <FailureNotice title="Error al actualizar estado" error={toggle.error} />
          <FailureNotice title="Error al eliminar fecha" error={remove.error} />
        </div>
      )}
      {error ? (
        <div className={styles.body}>
          <LoadFailure title="No se pudieron cargar las fechas" error={error} onRetry={refetch} />
        </div>
      ) : data === undefined ? (
        <Skeleton rows={3} />
      ) : data.length === 0 ? (
        <EmptyState
          title="Aquí verá las fechas que asigne"
          detail="Asigne arriba la primera: elija la serie, el tipo y la fecha de vencimiento."
        />
      ) : (
        <>
          <FechasBulk rncEmisor={rncEmisor} refusal={refusal} fechas={data} chosen={chosen} onChoose={setChosenIds} />
          <VirtualTable
            label="Fechas Asignadas"
            rows={data}
            columns={drawn.columns}
            rowKey={({ id }) => id}
            card={drawn.card}
            cardHeight={108}
          />
        </>
      )}
      {asked && (
        <ConfirmDialog
          title={`¿Eliminar la fecha de ${asked.serie}${asked.tipo}?`}
          confirm="Eliminar"
          destructive
          onConfirm={() => remove.mutate(asked)}
          onClose={() => setAsked(undefined)}
        >
          Vence el {displayFecha(asked.fechaVencimiento)}. Los comprobantes ya emitidos no cambian.
        </ConfirmDialog>
      )}
    </Panel>
  );
}

function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}

const nameOf = ({ serie, tipo, fechaVencimiento }: FechaVencimiento): string =>
  `${serie}${tipo} del ${displayFecha(fechaVencimiento)}`;

const typeName = ({ serie, tipo }: FechaVencimiento): string =>
  tiposDe(serie).find(({ value }) => value === tipo)?.label ?? tipo;

/** An expired date has no effect, active or not. */
function State({ fecha }: { fecha: FechaVencimiento }) {
  if (isExpired(fecha, isoDay(Date.now()))) return <Chip tone="bad">Vencida</Chip>;
  return <Chip tone={fecha.activo ? 'ok' : 'mute'}>{fecha.activo ? 'Activa' : 'Inactiva'}</Chip>;
}

interface ToggleProps {
  fecha: FechaVencimiento;
  reason: string | undefined;
  onToggle: (fecha: FechaVencimiento) => void;
}

const Toggle = ({ fecha, reason, onToggle }: ToggleProps) => (
  <Button
    size="compact-sm"
    disabled={reason !== undefined}
    title={reason}
    aria-label={`${fecha.activo ? 'Desactivar' : 'Activar'} ${nameOf(fecha)}`}
    onClick={() => onToggle(fecha)}
  >
    {fecha.activo ? 'Desactivar' : 'Activar'}
  </Button>
);

type Cell = (fecha: FechaVencimiento) => React.ReactNode;

const columnsOf = (choice: Cell, actions: Cell): Column<FechaVencimiento>[] => [
  { key: 'elegir', header: 'Elegir', track: '46px', cell: choice },
  { key: 'serie', header: 'Serie', track: '48px', cell: ({ serie }) => serie },
  { key: 'tipo', header: 'Tipo', track: 'minmax(184px, 2fr)', cell: typeName },
  {
    key: 'fecha',
    header: 'Vence',
    track: 'minmax(84px, 1fr)',
    cell: ({ fechaVencimiento }) => <span className={text.amount}>{displayFecha(fechaVencimiento)}</span>,
  },
  { key: 'estado', header: 'Estado', track: 'minmax(92px, 1fr)', cell: (fecha) => <State fecha={fecha} /> },
  { key: 'acciones', header: 'Acciones', track: '140px', right: true, cell: actions },
];

const Card = ({ fecha, choice, actions }: { fecha: FechaVencimiento; choice: Cell; actions: Cell }) => (
  <>
    <div className={text.between}>
      <span className={bulk.choice}>
        {choice(fecha)}
        <b>{nameOf(fecha)}</b>
      </span>
      <State fecha={fecha} />
    </div>
    <div className={text.between}>
      <span className={`${text.quiet} ${text.cut}`}>{typeName(fecha)}</span>
      {actions(fecha)}
    </div>
  </>
);
