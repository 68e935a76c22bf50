import { Button, Radio } from '@mantine/core';
import { IconBug, IconRefresh } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf, Refusal } from '../../../lib/api.ts';
import { saveFile } from '../../../lib/files.ts';
import { ofConfiguracion } from '../../../lib/live-query.ts';
import { useMutation } from '../../../lib/mutation.ts';
import { Banner } from '../../../ui/banner.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Panel } from '../../../ui/panel.tsx';
import saveRow from '../../../ui/save-row.module.css';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { TextModal } from '../../../ui/text-modal.tsx';
import { brieflyMs, toast } from '../../../ui/toast.tsx';
import { UnsavedGuard } from '../../../ui/unsaved-guard.tsx';
import { type CampoNombreItem, camposPdfQuery, guardarCamposPdf, verCamposPdf } from '../api.ts';
import styles from '../configuracion.module.css';
import type { PanelProps } from '../panel-props.ts';

const campos = [
  { value: 'NombreItem', description: 'El nombre del producto o servicio' },
  { value: 'DescripcionItem', description: 'La descripción larga del producto o servicio' },
] as const;

/** The field that names a product on the printed representation. */
export function CamposPdfPanel({ configuracion: { rncEmisor }, refusal }: PanelProps) {
  const client = useQueryClient();
  const query = camposPdfQuery(rncEmisor);
  const { data, error, refetch, isFetching } = useQuery(query);
  const [chosen, setChosen] = useState<CampoNombreItem>();
  const [debugging, setDebugging] = useState(false);
  const save = useMutation({
    mutationFn: (campoNombreItem: CampoNombreItem) => guardarCamposPdf({ body: { rncEmisor, campoNombreItem } }),
    onSuccess: (saved) => {
      client.setQueryData(query.queryKey, saved);
      setChosen(undefined);
      toast('Configuración de campos PDF guardada correctamente', 'ok', brieflyMs);
    },
  });
  const changed = chosen !== undefined && chosen !== data?.campoNombreItem;
  const reason = refusal ?? (changed ? undefined : 'No hay cambios que guardar');
  if (rncEmisor === '') return <Banner>RNC Emisor no encontrado. Por favor, recargue la página.</Banner>;

  return (
    <Panel
      title="Campos Representación Impresa"
      note="Campo que se imprime como nombre del producto en el PDF."
      actions={
        <Button
          leftSection={<IconRefresh size={16} />}
          loading={isFetching}
          onClick={() => {
            setChosen(undefined);
            save.reset();
            refetch();
          }}
        >
          Recargar Configuración
        </Button>
      }
    >
      {changed && <UnsavedGuard />}
      <div className={styles.body}>
        {error ? (
          <LoadFailure title="No se pudo cargar la configuración de campos" error={error} onRetry={refetch} />
        ) : data === undefined ? (
          <Skeleton rows={2} height={56} />
        ) : (
          <Radio.Group
            label="Nombre del producto"
            value={chosen ?? data.campoNombreItem}
            onChange={(value) => {
              save.reset();
              setChosen(value as CampoNombreItem);
            }}
          >
            <div className={styles.choices}>
              {campos.map(({ value, description }) => (
                <Radio
                  key={value}
                  value={value}
                  label={value}
                  description={description}
                  disabled={refusal !== undefined}
                />
              ))}
            </div>
          </Radio.Group>
        )}
        {save.error && <Banner>{`Error al guardar la configuración: ${messageOf(save.error)}`}</Banner>}
        <div className={saveRow.save}>
          <Button
            variant="filled"
            loading={save.isPending}
            disabled={reason !== undefined}
            title={reason}
            onClick={() => chosen && save.mutate(chosen)}
          >
            Guardar Configuración
          </Button>
        </div>
        <details className={styles.former}>
          <summary>Soporte técnico</summary>
          <Button size="compact-sm" leftSection={<IconBug size={16} />} onClick={() => setDebugging(true)}>
            Depurar
          </Button>
        </details>
      </div>
      {debugging && <RawAnswer rncEmisor={rncEmisor} onClose={() => setDebugging(false)} />}
    </Panel>
  );
}

/** Shows the server's response, including a refusal: 404 means that it was never saved. */
function RawAnswer({ rncEmisor, onClose }: { rncEmisor: string; onClose: () => void }) {
  const { data, error } = useQuery({
    queryKey: ['configuracion', 'campos-pdf', 'sin-tratar'],
    meta: ofConfiguracion,
    queryFn: async ({ signal }) => {
      try {
        return await verCamposPdf({ query: { rncEmisor }, signal });
      } catch (refusal) {
        if (refusal instanceof Refusal) return refusal.problem;
        throw refusal;
      }
    },
    gcTime: 0,
  });
  const text = data && JSON.stringify(data, null, 2);
  return (
    <TextModal
      title="Respuesta del servidor · campos-pdf"
      language="json"
      text={text}
      failure={error ? messageOf(error) : undefined}
      onDownload={() => saveFile({ blob: new Blob([text ?? '']), name: undefined }, 'campos-pdf.json')}
      onClose={onClose}
    />
  );
}
