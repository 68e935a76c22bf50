import { Button, NativeSelect, TextInput } from '@mantine/core';
import { descripcionesDeImpuesto } from '@timbre/contract/tables';
import { useState } from 'react';
import { useMutation } from '../../../lib/mutation.ts';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { Panel } from '../../../ui/panel.tsx';
import saveRow from '../../../ui/save-row.module.css';
import { SubmitButton } from '../../../ui/submit-button.tsx';
import { UnsavedGuard } from '../../../ui/unsaved-guard.tsx';
import { crearImpuesto, type Impuesto, modificarImpuesto } from '../api.ts';
import styles from '../configuracion.module.css';

type Fields = Pick<Impuesto, 'idImpuestoExterno' | 'descripcion'>;
const empty: Fields = { idImpuestoExterno: '', descripcion: descripcionesDeImpuesto[0] };

interface Props {
  rncEmisor: string;
  refusal: string | undefined;
  /** The mapping being edited. Its id does not change. Mount again for each. */
  edited: Impuesto | undefined;
  onSaved: () => Promise<void>;
  onCancel: () => void;
}

/** Creates a mapping of a tax, or changes one. */
export function ImpuestoForm({ rncEmisor, refusal, edited, onSaved, onCancel }: Props) {
  const [fields, setFields] = useState<Fields>(edited ?? empty);
  const save = useMutation({
    mutationFn: ({ idImpuestoExterno, descripcion }: Fields) => {
      const body = { rncEmisor, idImpuestoExterno: idImpuestoExterno.trim(), descripcion };
      return edited ? modificarImpuesto({ body }) : crearImpuesto({ body });
    },
    onSuccess: () => {
      setFields(empty);
      return onSaved();
    },
  });
  const dirty = edited ? fields.descripcion !== edited.descripcion : fields.idImpuestoExterno.trim() !== '';
  const reason =
    refusal ?? (dirty ? undefined : edited ? 'No hay cambios que guardar' : 'Escriba el ID de impuesto externo');

  return (
    <Panel
      title={edited ? `Editar ${edited.idImpuestoExterno}` : 'Asignar ID de ITBIS'}
      note="Relacione cada impuesto de su sistema con su tasa de ITBIS."
    >
      {dirty && <UnsavedGuard />}
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
            label="Descripción"
            data={[...descripcionesDeImpuesto]}
            disabled={refusal !== undefined}
            value={fields.descripcion}
            onChange={(event) =>
              setFields({ ...fields, descripcion: event.currentTarget.value as Impuesto['descripcion'] })
            }
          />
        </div>
        <FailureNotice title="No se guardó el impuesto" error={save.error} />
        <div className={saveRow.save}>
          {(edited || dirty) && (
            <Button
              onClick={() => {
                save.reset();
                setFields(empty);
                onCancel();
              }}
            >
              Cancelar
            </Button>
          )}
          <SubmitButton reason={reason} busy={save.isPending}>
            {edited ? 'Actualizar' : 'Crear'}
          </SubmitButton>
        </div>
      </form>
    </Panel>
  );
}
