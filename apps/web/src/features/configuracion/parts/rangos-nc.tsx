import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { displayAmbiente } from '@timbre/contract/tables';
import { useState } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { Banner } from '../../../ui/banner.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Panel } from '../../../ui/panel.tsx';
import saveRow from '../../../ui/save-row.module.css';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { UnsavedGuard } from '../../../ui/unsaved-guard.tsx';
import styles from '../configuracion.module.css';
import type { PanelProps } from '../panel-props.ts';
import { isChanged, isValid, type Row } from '../rangos.ts';
import { useRangos } from '../use-rangos.ts';
import list from './rango-row.module.css';
import { RangoRow } from './rango-row.tsx';
import { ReasonedButton } from './reasoned-button.tsx';

const incomplete = 'Por favor complete todos los campos requeridos correctamente';
const noneValid = 'No hay rangos válidos para guardar';
const noRnc = 'No se encontró RNC Emisor';

/** The ranges of credit notes, edited in place. */
export function RangosNC({ configuracion: { rncEmisor, ambiente }, refusal }: PanelProps) {
  const { loaded, error, refetch, rows, failures, save, remove, add, change, fail, forget } = useRangos(rncEmisor);
  const [asked, setAsked] = useState<Row>();
  const [refusedAll, setRefusedAll] = useState(false);
  const valid = rows.filter(({ draft }) => isValid(draft));
  const pending = rows.filter(isChanged);
  const toSave = pending.filter(({ draft }) => isValid(draft));

  const reasonOf = (row: Row): string | undefined => {
    if (refusal) return refusal;
    if (rncEmisor === '') return noRnc;
    if (!isValid(row.draft)) return incomplete;
    return isChanged(row) ? undefined : 'No hay cambios que guardar';
  };
  const reasonOfAll =
    refusal ??
    (rncEmisor === ''
      ? noRnc
      : valid.length === 0
        ? noneValid
        : toSave.length === 0
          ? 'No hay cambios que guardar'
          : undefined);

  return (
    <Panel
      title="Rangos NC"
      note={`Rangos de notas de crédito. Los de prefijo E34 son de las notas electrónicas, en el ambiente de ${displayAmbiente(ambiente)}.`}
      actions={
        <Button leftSection={<IconPlus size={16} />} disabled={refusal !== undefined} title={refusal} onClick={add}>
          Agregar rango
        </Button>
      }
    >
      {pending.length > 0 && <UnsavedGuard />}
      <div className={styles.body}>
        {error && (
          <LoadFailure title="No se pudieron cargar los rangos de notas de crédito" error={error} onRetry={refetch} />
        )}
        <FailureNotice
          title="No se pudo eliminar el rango del servidor"
          error={remove.error}
          onDismiss={remove.reset}
        />
        {!loaded && !error && <Skeleton rows={2} height={120} />}
        {loaded && rows.length === 0 && (
          <EmptyState
            title="Aún no hay rangos de notas de crédito"
            detail="Agregue el rango que la DGII le autorizó: su prefijo (E34, B04…), del primer número al último."
          />
        )}
        {rows.length > 0 && (
          <ul className={list.rows} aria-label="Rangos de notas de crédito">
            {rows.map((row) => (
              <RangoRow
                key={row.key}
                row={row}
                refusal={refusal}
                reason={reasonOf(row)}
                failure={failures[row.key]}
                saving={save.isPending && save.variables.includes(row)}
                onChange={(draft) => change(row.key, draft)}
                onSave={() => save.mutate([row])}
                onRefused={(reason) => fail({ [row.key]: reason })}
                onRemove={() => (row.stored ? setAsked(row) : forget([row.key]))}
              />
            ))}
          </ul>
        )}
        {refusedAll && reasonOfAll && <Banner onDismiss={() => setRefusedAll(false)}>{reasonOfAll}</Banner>}
        {rows.length > 0 && (
          <div className={saveRow.save}>
            <span>{`${valid.length} de ${rows.length} rangos válidos`}</span>
            <ReasonedButton
              reason={reasonOfAll}
              loading={save.isPending}
              onClick={() => save.mutate(toSave)}
              onRefused={() => setRefusedAll(true)}
            >
              Guardar todos
            </ReasonedButton>
          </div>
        )}
      </div>
      {asked?.stored && (
        <ConfirmDialog
          title="Eliminar rango"
          confirm="Eliminar"
          destructive
          onConfirm={() => asked.stored && remove.mutate(asked.stored)}
          onClose={() => setAsked(undefined)}
        >
          <p>¿Está seguro que desea eliminar este rango?</p>
          <p className={styles.note}>
            {asked.stored.prefijo}, del {formatCount(asked.stored.desde)} al {formatCount(asked.stored.hasta)}.
          </p>
        </ConfirmDialog>
      )}
    </Panel>
  );
}
