import { Button, Textarea, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ofConfiguracion } from '../../../lib/live-query.ts';
import { lastError, useMutation } from '../../../lib/mutation.ts';
import { Banner } from '../../../ui/banner.tsx';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.tsx';
import { UnsavedGuard } from '../../../ui/unsaved-guard.tsx';
import { guardarPlantilla, probarPlantilla, verPlantilla } from '../api.ts';
import styles from '../configuracion.module.css';

/** The subject and the text of the mails in which the company sends its documents. */
export function PlantillaPanel({ refusal }: { refusal: string | undefined }) {
  const client = useQueryClient();
  const [typed, setTyped] = useState<{ asunto?: string; cuerpo?: string }>({});
  const { data, error } = useQuery({
    queryKey: ['configuracion', 'correo'],
    meta: ofConfiguracion,
    queryFn: ({ signal }) => verPlantilla({ signal }),
  });
  const now = { asunto: data?.asunto ?? '', cuerpo: data?.cuerpo ?? '', ...typed };
  const body = { asunto: now.asunto, cuerpo: now.cuerpo };
  const preview = useMutation({ mutationFn: () => probarPlantilla({ body }) });
  const save = useMutation({
    mutationFn: () => guardarPlantilla({ body }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['configuracion', 'correo'] });
      setTyped({});
      toast('Plantilla guardada.');
    },
  });
  const changed = Object.keys(typed).length > 0;
  const failure = error ?? lastError(save, preview);
  return (
    <Panel
      title="Correo de los comprobantes"
      note="Con él se envían el PDF y el XML, desde el detalle de cada factura."
    >
      {changed && <UnsavedGuard />}
      <div className={styles.body}>
        {data?.entrega === 'carpeta' && (
          <Banner tone="info" title="Este servidor no envía correos">
            Los mensajes se guardan en el servidor y no llegan a nadie. Lo cambia el administrador de la plataforma.
          </Banner>
        )}
        <FailureNotice error={failure} />
        {data === undefined ? (
          !error && <Skeleton rows={4} height={48} />
        ) : (
          <>
            <TextInput
              label="Asunto"
              disabled={refusal !== undefined}
              value={now.asunto}
              onChange={(event) => setTyped({ ...typed, asunto: event.currentTarget.value })}
            />
            <Textarea
              label="Mensaje"
              description={data.marcas.map(({ marca, nombre }) => `{${marca}}: ${nombre}`).join(' · ')}
              autosize
              minRows={8}
              maxRows={16}
              disabled={refusal !== undefined}
              value={now.cuerpo}
              onChange={(event) => setTyped({ ...typed, cuerpo: event.currentTarget.value })}
            />
            {preview.data && (
              <section aria-label="Vista previa" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                <b>{preview.data.asunto}</b>
                <p>{preview.data.cuerpo}</p>
              </section>
            )}
            <div className={styles.row}>
              <Button onClick={() => preview.mutate()} loading={preview.isPending}>
                Vista previa
              </Button>
              <Button
                variant="filled"
                disabled={refusal !== undefined || !changed}
                title={refusal}
                loading={save.isPending}
                onClick={() => save.mutate()}
              >
                Guardar plantilla
              </Button>
            </div>
          </>
        )}
      </div>
    </Panel>
  );
}
