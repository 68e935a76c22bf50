import { Switch } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { formatMoment } from '../../../lib/format.ts';
import { useMutation } from '../../../lib/mutation.ts';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { brieflyMs, toast } from '../../../ui/toast.tsx';
import { entregaQuery, guardarEntregaAutomatica } from '../api.ts';
import styles from '../configuracion.module.css';
import type { PanelProps } from '../panel-props.ts';

/** Whether accepted invoices are delivered to their buyers automatically. */
export function EntregaPanel({ refusal }: Pick<PanelProps, 'refusal'>) {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(entregaQuery);
  const save = useMutation({
    mutationFn: (activa: boolean) => guardarEntregaAutomatica({ body: { activa } }),
    onSuccess: (saved) => {
      client.setQueryData(entregaQuery.queryKey, saved);
      toast(saved.activa ? 'Entrega automática activada' : 'Entrega automática desactivada', 'ok', brieflyMs);
    },
  });
  return (
    <Panel
      title="Entrega al comprador"
      note="Envía cada factura aceptada por la DGII a la dirección de recepción que su comprador tiene en el directorio de la DGII, y guarda el acuse que responde."
    >
      <div className={styles.body}>
        {error && data === undefined ? (
          <LoadFailure title="No se pudo cargar la entrega automática" error={error} onRetry={refetch} />
        ) : data === undefined ? (
          <Skeleton rows={1} height={76} />
        ) : (
          <Switch
            label="Entregar automáticamente"
            description={
              data.desde === null
                ? 'Desactivada: cada factura se entrega desde su detalle.'
                : `Activada por ${data.por}. Se entregan las aceptadas desde el ${formatMoment(data.desde)}.`
            }
            checked={save.isPending ? save.variables : data.activa}
            disabled={refusal !== undefined || save.isPending}
            title={refusal}
            onChange={(event) => save.mutate(event.currentTarget.checked)}
          />
        )}
        <FailureNotice title="Error al guardar la entrega automática" error={save.error} />
        <p className={styles.note}>
          Vale para crédito fiscal (31), notas (33 y 34) y regímenes especiales (44). Un comprador sin dirección en el
          directorio se busca una vez al día, con una factura nueva; las que queden sin entregar se envían desde su
          detalle.
        </p>
      </div>
    </Panel>
  );
}
