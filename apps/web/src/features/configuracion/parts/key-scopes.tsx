import { Button, Checkbox } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { alcances as nombres } from '@timbre/contract/tables';
import type { Alcance } from '@timbre/route';
import { useState } from 'react';
import { useMutation } from '../../../lib/mutation.ts';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { brieflyMs, toast } from '../../../ui/toast.tsx';
import { guardarAlcances } from '../api.ts';
import styles from '../configuracion.module.css';
import type { PanelProps } from '../panel-props.ts';

const all = Object.keys(nombres) as Alcance[];

/** The permissions of the API key. Saving asks for the password. */
export function KeyScopes({ configuracion, refusal }: PanelProps) {
  const client = useQueryClient();
  const [chosen, setChosen] = useState<readonly string[]>(configuracion.alcances);
  const save = useMutation({
    mutationFn: () => guardarAlcances({ body: { alcances: all.filter((alcance) => chosen.includes(alcance)) } }),
    onSuccess: () => {
      toast('Permisos de la API Key guardados', 'ok', brieflyMs);
      return client.invalidateQueries({ queryKey: ['configuracion'] });
    },
  });
  const changed = all.some((alcance) => chosen.includes(alcance) !== configuracion.alcances.includes(alcance));
  return (
    <details className={styles.former}>
      <summary>Permisos de la API Key</summary>
      <Checkbox.Group value={[...chosen]} onChange={setChosen}>
        {all.map((alcance) => (
          <Checkbox
            key={alcance}
            value={alcance}
            label={nombres[alcance]}
            disabled={refusal !== undefined}
            my="xs"
            {...(alcance === 'firmar' && {
              description: 'Quien tenga la clave podrá firmar contratos y entrar a la DGII en nombre de la empresa.',
            })}
          />
        ))}
      </Checkbox.Group>
      <Button
        loading={save.isPending}
        disabled={refusal !== undefined || !changed}
        title={refusal}
        onClick={() => save.mutate()}
      >
        Guardar permisos
      </Button>
      <FailureNotice title="Error al guardar los permisos" error={save.error} />
    </details>
  );
}
