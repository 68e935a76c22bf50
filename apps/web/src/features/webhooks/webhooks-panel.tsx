import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { limitesDeWebhooks } from '@timbre/contract/tables';
import { useState } from 'react';
import card from '../../ui/card.module.css';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type Webhook, webhooksQuery } from './api.ts';
import { CodeBlock } from './code-block.tsx';
import { Entregas } from './entregas.tsx';
import { verificacion } from './verificacion.ts';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookRow } from './webhook-row.tsx';
import styles from './webhooks.module.css';
import { explicacion } from './words.ts';

/** The destinations of the company, how to verify their deliveries, and the log. For its administrators. */
export function WebhooksPanel({ refusal }: { refusal: string | undefined }) {
  const { data, error, refetch } = useQuery({ ...webhooksQuery, enabled: refusal === undefined });
  const [edited, setEdited] = useState<Webhook | 'new'>();
  if (refusal !== undefined) return null;
  const isFull = (data?.length ?? 0) >= limitesDeWebhooks.destinos;

  return (
    <div className={card.stack}>
      <Panel
        title="Webhooks"
        note={explicacion}
        actions={
          <Button
            variant="filled"
            disabled={isFull}
            title={isFull ? `Lo más son ${limitesDeWebhooks.destinos} webhooks` : undefined}
            onClick={() => setEdited('new')}
          >
            Nuevo webhook
          </Button>
        }
      >
        {error && !data ? (
          <div className={styles.body}>
            <LoadFailure title="No se pudieron cargar los webhooks" error={error} onRetry={refetch} />
          </div>
        ) : data === undefined ? (
          <Skeleton rows={2} />
        ) : data.length === 0 ? (
          <EmptyState
            title="Aquí verá los sistemas a los que se avisa"
            detail="Agregue la dirección de su sistema y elija los eventos."
          />
        ) : (
          <ul className={styles.rows} aria-label="Webhooks">
            {data.map((webhook) => (
              <WebhookRow key={webhook.id} webhook={webhook} onEdit={() => setEdited(webhook)} />
            ))}
          </ul>
        )}
        <details className={styles.body}>
          <summary>Cómo verificar la firma (Node)</summary>
          <CodeBlock label="Verificación de la firma">{verificacion}</CodeBlock>
        </details>
      </Panel>
      {data && data.length > 0 && <Entregas webhooks={data} />}
      {edited && <WebhookForm webhook={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />}
    </div>
  );
}
