import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../lib/api.ts';
import { useMutation } from '../../../lib/mutation.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { brieflyMs, toast } from '../../../ui/toast.tsx';
import { UnsavedGuard } from '../../../ui/unsaved-guard.tsx';
import { guardarConfiguracion } from '../api.ts';
import styles from '../configuracion.module.css';
import { formOf } from '../general.ts';
import type { PanelProps } from '../panel-props.ts';

/** What the company's other system calls the company. */
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
    <Panel title="ID Externo" note="Con él reconoce a esta empresa su otro sistema (contabilidad, punto de venta…).">
      {changed && <UnsavedGuard />}
      <form
        className={styles.body}
        onSubmit={(event) => {
          event.preventDefault();
          if (changed) save.mutate(typed.trim());
        }}
      >
        <div className={styles.row}>
          <TextInput
            className={styles.grow ?? ''}
            label="ID Externo"
            placeholder="Todavía no hay"
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
          className={styles.mono ?? ''}
          label="API Key"
          description="Se genera en la pestaña General"
          placeholder="Todavía no hay"
          value={apiKey}
          readOnly
        />
        {save.error && <Banner title="Error al guardar el mapeo de datos">{messageOf(save.error)}</Banner>}
        <div className={styles.save}>
          <Button
            type="submit"
            variant="filled"
            loading={save.isPending}
            disabled={reason !== undefined}
            title={reason}
          >
            Guardar Mapeo
          </Button>
        </div>
      </form>
    </Panel>
  );
}
