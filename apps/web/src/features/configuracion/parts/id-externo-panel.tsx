import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useMutation } from '../../../lib/mutation.ts';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { Panel } from '../../../ui/panel.tsx';
import saveRow from '../../../ui/save-row.module.css';
import { SubmitButton } from '../../../ui/submit-button.tsx';
import { brieflyMs, toast } from '../../../ui/toast.tsx';
import { UnsavedGuard } from '../../../ui/unsaved-guard.tsx';
import { guardarConfiguracion } from '../api.ts';
import styles from '../configuracion.module.css';
import { formOf } from '../general.ts';
import type { PanelProps } from '../panel-props.ts';

/** The identifier of the company in its other system. */
export function IdExternoPanel({ configuracion, refusal }: PanelProps) {
  const { id_Externo, apiKey } = configuracion;
  const client = useQueryClient();
  const [typed, setTyped] = useState<string>();
  const save = useMutation({
    mutationFn: (id_externo: string) => guardarConfiguracion({ form: formOf(configuracion, { id_externo }) }),
    onSuccess: async () => {
      toast('Mapeo guardado correctamente', 'ok', brieflyMs);
      await client.invalidateQueries({ queryKey: ['configuracion'] });
      setTyped(undefined);
    },
  });
  const changed = typed !== undefined && typed.trim() !== id_Externo;
  const reason = refusal ?? (changed ? undefined : 'No hay cambios que guardar');

  return (
    <Panel title="ID Externo" note="Código con que su sistema identifica a esta empresa.">
      {changed && <UnsavedGuard />}
      <form
        className={styles.body}
        onSubmit={(event) => {
          event.preventDefault();
          if (changed) save.mutate(typed.trim());
        }}
      >
        <div className={`${styles.row} ${styles.short}`}>
          <TextInput
            className={styles.grow ?? ''}
            label="ID Externo"
            placeholder="Sin asignar"
            maxLength={100}
            readOnly={typed === undefined}
            value={typed ?? id_Externo}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          {typed === undefined ? (
            <Button disabled={refusal !== undefined} title={refusal} onClick={() => setTyped(id_Externo)}>
              Modificar ID Externo
            </Button>
          ) : (
            <Button
              onClick={() => {
                save.reset();
                setTyped(undefined);
              }}
            >
              Cancelar
            </Button>
          )}
        </div>
        <TextInput
          className={`${styles.mono} ${styles.short}`}
          label="API Key"
          description="Se genera en la pestaña General"
          placeholder="Sin generar"
          value={apiKey}
          readOnly
        />
        <FailureNotice title="Error al guardar el mapeo de datos" error={save.error} />
        <div className={saveRow.save}>
          <SubmitButton reason={reason} busy={save.isPending}>
            Guardar Mapeo
          </SubmitButton>
        </div>
      </form>
    </Panel>
  );
}
