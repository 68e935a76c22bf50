import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { formatMoment } from '../../lib/format.ts';
import { useMutation } from '../../lib/mutation.ts';
import card from '../../ui/card.module.css';
import { Drawer } from '../../ui/drawer.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Chip } from '../../ui/status-chip.tsx';
import { brieflyMs, toast } from '../../ui/toast.tsx';
import { entregaQuery, reenviarEntrega, type Webhook } from './api.ts';
import { CodeBlock } from './code-block.tsx';
import styles from './webhooks.module.css';
import { nombreDeEstado, nombreDeTipo, tonoDeEntrega } from './words.ts';

interface Props {
  id: string;
  webhooks: readonly Webhook[];
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  onClose: () => void;
}

/** A delivery: the request, the response and its attempts. It can be sent again. */
export function EntregaDrawer({ id, webhooks, ...drawer }: Props) {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(entregaQuery(id));
  const again = useMutation({
    mutationFn: () => reenviarEntrega({ params: { id }, body: {} }),
    onSuccess: () => {
      toast('Entrega puesta en cola', 'ok', brieflyMs);
      return client.invalidateQueries({ queryKey: ['webhooks'] });
    },
  });

  const destination = webhooks.find((webhook) => webhook.id === data?.webhookId);
  const refusal = destination?.activo === false ? 'El webhook está inactivo: actívelo para reenviarle' : undefined;

  return (
    <Drawer title="Entrega" noun="aviso" {...drawer}>
      {error && !data ? (
        <LoadFailure title="No se pudo cargar la entrega" error={error} onRetry={refetch} />
      ) : data === undefined ? (
        <Skeleton rows={6} />
      ) : (
        <div className={card.stack}>
          <p className={styles.note}>
            {nombreDeTipo(data.tipo)} · {formatMoment(data.creada)} · {data.url}
          </p>
          <div className={styles.buttons}>
            <Chip tone={tonoDeEntrega[data.estado]}>{nombreDeEstado(data.estado)}</Chip>
            <Button
              disabled={refusal !== undefined}
              title={refusal}
              loading={again.isPending}
              onClick={() => again.mutate()}
            >
              Reenviar
            </Button>
          </div>
          <FailureNotice title="No se reenvió la entrega" error={again.error} />
          <h3>Intentos</h3>
          <ol className={styles.tries}>
            {data.historial.map(({ en, ms, estado, error: fault }) => (
              <li key={en}>
                {formatMoment(en)} · {fault ?? `Respondió ${estado}`} · {ms} ms
              </li>
            ))}
          </ol>
          {data.proximo && <p className={styles.note}>Próximo intento: {formatMoment(data.proximo)}</p>}
          <h3>Enviado</h3>
          <p className={styles.note}>Timbre-Delivery: {data.id}</p>
          <CodeBlock label="Cuerpo enviado">{data.cuerpo}</CodeBlock>
          {data.respuesta && (
            <>
              <h3>Respuesta</h3>
              <CodeBlock label="Respuesta recibida">{data.respuesta}</CodeBlock>
            </>
          )}
        </div>
      )}
    </Drawer>
  );
}
