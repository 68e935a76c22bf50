import { Button, NativeSelect } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type EstadoDeEntregaWebhook, estadosDeEntregaWebhook } from '@timbre/contract/tables';
import { useState } from 'react';
import { formatMoment } from '../../lib/format.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Chip } from '../../ui/status-chip.tsx';
import { entregasQuery, type Webhook } from './api.ts';
import { EntregaDrawer } from './entrega-drawer.tsx';
import styles from './webhooks.module.css';
import { nombreDeEstado, nombreDeTipo, tonoDeEntrega } from './words.ts';

/** The log of deliveries, of all destinations or one. */
export function Entregas({ webhooks }: { webhooks: readonly Webhook[] }) {
  const [webhookId, setWebhook] = useState('');
  const [estado, setEstado] = useState('');
  const [open, setOpen] = useState<string>();
  const query = useInfiniteQuery(
    entregasQuery(webhookId || undefined, (estado || undefined) as EstadoDeEntregaWebhook | undefined),
  );
  const rows = query.data?.pages.flatMap(({ entregas }) => entregas);
  const at = rows?.findIndex(({ id }) => id === open) ?? -1;
  const step = (to: number) => {
    const row = at < 0 ? undefined : rows?.[to];
    return row && (() => setOpen(row.id));
  };

  return (
    <Panel title="Entregas" note="Las terminadas se guardan 30 días.">
      <div className={`${styles.body} ${styles.filters}`}>
        <NativeSelect
          label="Webhook"
          value={webhookId}
          data={[{ value: '', label: 'Todos' }, ...webhooks.map(({ id, url }) => ({ value: id, label: url }))]}
          onChange={(event) => setWebhook(event.currentTarget.value)}
        />
        <NativeSelect
          label="Estado"
          value={estado}
          data={[
            { value: '', label: 'Todos' },
            ...Object.entries(estadosDeEntregaWebhook).map(([value, label]) => ({ value, label })),
          ]}
          onChange={(event) => setEstado(event.currentTarget.value)}
        />
      </div>
      {query.error && !rows ? (
        <div className={styles.body}>
          <LoadFailure title="No se pudieron cargar las entregas" error={query.error} onRetry={query.refetch} />
        </div>
      ) : rows === undefined ? (
        <Skeleton rows={3} />
      ) : rows.length === 0 ? (
        <EmptyState title="Aquí verá cada aviso enviado" detail="Con su estado, sus intentos y la respuesta." />
      ) : (
        <ul className={styles.rows} aria-label="Entregas">
          {rows.map((entrega) => (
            <li key={entrega.id}>
              <span className={styles.what}>
                <b>{nombreDeTipo(entrega.tipo)}</b>
                <span className={styles.note}>
                  {formatMoment(entrega.creada)}
                  {entrega.resultado && ` · ${entrega.resultado}`} · intentos: {entrega.intentos}
                </span>
              </span>
              <Chip tone={tonoDeEntrega[entrega.estado]} moving={entrega.estado === 'pendiente'}>
                {nombreDeEstado(entrega.estado)}
              </Chip>
              <Button
                aria-label={`Ver ${nombreDeTipo(entrega.tipo)} del ${formatMoment(entrega.creada)}`}
                onClick={() => setOpen(entrega.id)}
              >
                Ver
              </Button>
            </li>
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <div className={styles.body}>
          <LoadMore
            loading={query.isFetchingNextPage}
            failed={query.isFetchNextPageError}
            onLoad={() => query.fetchNextPage()}
          />
        </div>
      )}
      {open && (
        <EntregaDrawer
          key={open}
          id={open}
          webhooks={webhooks}
          onPrevious={step(at - 1)}
          onNext={step(at + 1)}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Panel>
  );
}
