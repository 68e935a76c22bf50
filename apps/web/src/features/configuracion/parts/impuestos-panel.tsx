import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { descripcionesDeImpuesto } from '@timbre/contract/tables';
import { useState } from 'react';
import { messageOf } from '../../../lib/api.ts';
import { useMutation } from '../../../lib/mutation.ts';
import { Banner } from '../../../ui/banner.tsx';
import card from '../../../ui/card.module.css';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { brieflyMs, toast } from '../../../ui/toast.tsx';
import { UnsavedGuard } from '../../../ui/unsaved-guard.tsx';
import { crearImpuesto, eliminarImpuesto, type Impuesto, impuestosQuery, modificarImpuesto } from '../api.ts';
import styles from '../configuracion.module.css';
import type { PanelProps } from '../panel-props.ts';
import list from './rows.module.css';

type Fields = Pick<Impuesto, 'idImpuestoExterno' | 'descripcion'>;
const empty: Fields = { idImpuestoExterno: '', descripcion: descripcionesDeImpuesto[0] };

/** Maps each tax of the company's other system to an ITBIS rate. */
export function ImpuestosPanel({ configuracion: { rncEmisor }, refusal }: PanelProps) {
  const client = useQueryClient();
  const query = impuestosQuery(rncEmisor);
  const { data, error, refetch } = useQuery(query);
  const [fields, setFields] = useState(empty);
  /** The mapping that is edited; its id does not change. */
  const [edited, setEdited] = useState<Impuesto>();
  const [asked, setAsked] = useState<Impuesto>();

  const done = () => {
    toast('Operación completada exitosamente', 'ok', brieflyMs);
    return client.invalidateQueries({ queryKey: query.queryKey });
  };
  const save = useMutation({
    mutationFn: ({ idImpuestoExterno, descripcion }: Fields) => {
      const body = { rncEmisor, idImpuestoExterno: idImpuestoExterno.trim(), descripcion };
      return edited ? modificarImpuesto({ body }) : crearImpuesto({ body });
    },
    onSuccess: () => {
      leave();
      return done();
    },
  });
  const remove = useMutation({
    mutationFn: ({ idImpuestoExterno }: Impuesto) => eliminarImpuesto({ query: { rncEmisor, idImpuestoExterno } }),
    onSuccess: (_, { idImpuestoExterno }) => {
      if (edited?.idImpuestoExterno === idImpuestoExterno) leave();
      return done();
    },
  });

  function edit(impuesto: Impuesto) {
    save.reset();
    setEdited(impuesto);
    setFields(impuesto);
  }
  function leave() {
    save.reset();
    setEdited(undefined);
    setFields(empty);
  }

  const dirty = edited ? fields.descripcion !== edited.descripcion : fields.idImpuestoExterno.trim() !== '';
  const reason =
    refusal ?? (dirty ? undefined : edited ? 'No hay cambios que guardar' : 'Escriba el ID de impuesto externo');

  return (
    <div className={card.stack}>
      {dirty && <UnsavedGuard />}
      <Panel
        title={edited ? `Editar ${edited.idImpuestoExterno}` : 'Asignar ID de ITBIS'}
        note="Relacione cada impuesto de su sistema con su tasa de ITBIS."
      >
        <form
          className={styles.body}
          onSubmit={(event) => {
            event.preventDefault();
            if (reason === undefined) save.mutate(fields);
          }}
        >
          <div className={styles.row}>
            <TextInput
              className={styles.grow ?? ''}
              label="ID de impuesto externo"
              maxLength={100}
              readOnly={edited !== undefined}
              disabled={refusal !== undefined}
              value={fields.idImpuestoExterno}
              onChange={(event) => setFields({ ...fields, idImpuestoExterno: event.currentTarget.value })}
            />
            <NativeSelect
              className={styles.grow ?? ''}
              label="Descripción"
              data={[...descripcionesDeImpuesto]}
              disabled={refusal !== undefined}
              value={fields.descripcion}
              onChange={(event) =>
                setFields({ ...fields, descripcion: event.currentTarget.value as Impuesto['descripcion'] })
              }
            />
            {(edited || dirty) && <Button onClick={leave}>Cancelar</Button>}
            <Button
              type="submit"
              variant="filled"
              loading={save.isPending}
              disabled={reason !== undefined}
              title={reason}
            >
              {edited ? 'Actualizar' : 'Crear'}
            </Button>
          </div>
          {save.error && <Banner title="No se guardó el impuesto">{messageOf(save.error)}</Banner>}
        </form>
      </Panel>
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
                    onClick={() => edit(impuesto)}
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
      </Panel>
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
    </div>
  );
}
