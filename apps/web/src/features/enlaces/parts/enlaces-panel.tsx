import { NativeSelect, Switch } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { enlaces } from '@timbre/contract';
import { featureConstants } from '@timbre/contract/tables';
import { useMutation } from '../../../lib/mutation.ts';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { brieflyMs, toast } from '../../../ui/toast.tsx';
import { ajusteQuery, saveAjuste } from '../api.ts';
import { diasNombre } from '../words.ts';
import styles from './enlaces-panel.module.css';

type Ajuste = enlaces.AjusteDeEnlaces;

const choices = [...featureConstants.enlaces.diasDeEnlace, null];

/** Whether the company shares its documents by links, and how long a new one is valid. */
export function EnlacesPanel({ refusal }: { refusal: string | undefined }) {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(ajusteQuery);
  const save = useMutation({
    mutationFn: (body: Ajuste) => saveAjuste({ body }),
    onSuccess: (saved) => {
      client.setQueryData(ajusteQuery.queryKey, saved);
      toast(saved.activo ? 'Página del comprador guardada' : 'Página del comprador desactivada', 'ok', brieflyMs);
    },
  });
  const shown = save.isPending ? save.variables : data;
  const locked = refusal !== undefined || save.isPending;
  return (
    <Panel
      title="Página del comprador"
      note="Cada factura se puede compartir con un enlace que nadie adivina: quien lo tiene la ve, la imprime, descarga su PDF y su XML, y la verifica en la DGII."
    >
      <div className={styles.body}>
        {error && data === undefined ? (
          <LoadFailure title="No se pudo cargar la página del comprador" error={error} onRetry={refetch} />
        ) : shown === undefined ? (
          <Skeleton rows={2} height={60} />
        ) : (
          <>
            <Switch
              label="Compartir comprobantes por enlace"
              description={
                shown.activo
                  ? 'Activada. Si la desactiva, todos los enlaces se cierran en el acto.'
                  : 'Desactivada: ningún enlace se abre. Al activarla se abren los que no hayan vencido.'
              }
              checked={shown.activo}
              disabled={locked}
              title={refusal}
              onChange={(event) => save.mutate({ ...shown, activo: event.currentTarget.checked })}
            />
            <NativeSelect
              label="Cuánto vale un enlace nuevo"
              description="Los que ya se enviaron conservan su vencimiento"
              disabled={locked}
              title={refusal}
              value={String(shown.dias)}
              data={choices.map((dias) => ({ value: String(dias), label: diasNombre(dias) }))}
              onChange={(event) => {
                const dias = choices.find((one) => String(one) === event.currentTarget.value) ?? null;
                save.mutate({ ...shown, dias });
              }}
            />
          </>
        )}
        <FailureNotice title="Error al guardar la página del comprador" error={save.error} />
        <p className={styles.note}>
          Los buscadores no la muestran. Qué datos contiene y por qué lo dice{' '}
          <a href="/f/privacidad" target="_blank" rel="noreferrer">
            su página de privacidad
          </a>
          , según la Ley 172-13.
        </p>
      </div>
    </Panel>
  );
}
