import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../lib/api.ts';
import { useMutation } from '../../../lib/mutation.ts';
import { Banner } from '../../../ui/banner.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { eliminarImpuesto, type Impuesto, impuestosQuery } from '../api.ts';
import styles from '../configuracion.module.css';
import list from './rows.module.css';

interface Props {
  rncEmisor: string;
  refusal: string | undefined;
  onEdit: (impuesto: Impuesto) => void;
  onRemoved: (impuesto: Impuesto) => Promise<void>;
}

/** The mapped taxes, each with its actions. */
export function ImpuestoList({ rncEmisor, refusal, onEdit, onRemoved }: Props) {
  const { data, error, refetch } = useQuery(impuestosQuery(rncEmisor));
  const [asked, setAsked] = useState<Impuesto>();
  const remove = useMutation({
    mutationFn: ({ idImpuestoExterno }: Impuesto) => eliminarImpuesto({ query: { rncEmisor, idImpuestoExterno } }),
    onSuccess: (_, impuesto) => onRemoved(impuesto),
  });

  return (
    <Panel title="ID de ITBIS asignados">
      {remove.error && (
        <div className={styles.body}>
          <Banner title="No se eliminó el impuesto" onDismiss={() => remove.reset()}>
            {messageOf(remove.error)}
          </Banner>
        </div>
      )}
      {error ? (
        <div className={styles.body}>
          <LoadFailure title="No se pudieron cargar los impuestos" error={error} onRetry={refetch} />
        </div>
      ) : data === undefined ? (
        <Skeleton rows={3} />
      ) : data.length === 0 ? (
        <EmptyState
          title="Aquí verá los impuestos que asigne"
          detail="Escriba arriba el ID que el impuesto tiene en su sistema y elija su tasa de ITBIS."
        />
      ) : (
        <ul className={list.rows} aria-label="ID de ITBIS asignados">
          {data.map((impuesto) => (
            <li key={impuesto.idImpuestoExterno}>
              <b className={list.main}>{impuesto.idImpuestoExterno}</b>
              <span className={list.main}>{impuesto.descripcion}</span>
              <span className={list.actions}>
                <Button
                  disabled={refusal !== undefined}
                  title={refusal}
                  aria-label={`Editar ${impuesto.idImpuestoExterno}`}
                  onClick={() => onEdit(impuesto)}
                >
                  Editar
                </Button>
                <Button
                  disabled={refusal !== undefined}
                  title={refusal}
                  aria-label={`Eliminar ${impuesto.idImpuestoExterno}`}
                  onClick={() => setAsked(impuesto)}
                >
                  Eliminar
                </Button>
              </span>
            </li>
          ))}
        </ul>
      )}
      {asked && (
        <ConfirmDialog
          title={`Eliminar impuesto ${asked.idImpuestoExterno}?`}
          confirm="Eliminar"
          destructive
          onConfirm={() => remove.mutate(asked)}
          onClose={() => setAsked(undefined)}
        >
          Relacionado con {asked.descripcion}. Los comprobantes ya emitidos no cambian.
        </ConfirmDialog>
      )}
    </Panel>
  );
}
