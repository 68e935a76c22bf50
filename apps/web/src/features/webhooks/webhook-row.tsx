import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatMoment } from '../../lib/format.ts';
import { lastError, useMutation } from '../../lib/mutation.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { showSecret } from '../../ui/secret-dialog.tsx';
import { Chip } from '../../ui/status-chip.tsx';
import { brieflyMs, toast } from '../../ui/toast.tsx';
import { eliminarWebhook, probarWebhook, rotarSecretoWebhook, type Webhook } from './api.ts';
import styles from './webhooks.module.css';
import { estadoDe } from './words.ts';

/** A destination with its state and its actions. */
export function WebhookRow({ webhook, onEdit }: { webhook: Webhook; onEdit: () => void }) {
  const client = useQueryClient();
  const [asking, setAsking] = useState<'rotate' | 'remove'>();
  const params = { id: webhook.id };
  const again = () => client.invalidateQueries({ queryKey: ['webhooks'] });
  const tested = useMutation({ mutationFn: () => probarWebhook({ params, body: {} }), onSuccess: again });
  const rotate = useMutation({
    mutationFn: () => rotarSecretoWebhook({ params, body: {} }),
    onSuccess: ({ secreto }) => {
      showSecret({ title: 'Clave de firma rotada', name: 'clave de firma', secret: secreto });
      return again();
    },
  });
  const remove = useMutation({
    mutationFn: () => eliminarWebhook({ params }),
    onSuccess: () => {
      toast('Webhook eliminado', 'ok', brieflyMs);
      return again();
    },
  });
  const { tone, text } = estadoDe(webhook);
  const failure = lastError(tested, rotate, remove);
  const facts = [
    webhook.descripcion,
    `eventos: ${webhook.eventos.length}`,
    webhook.pendientes > 0 && `pendientes: ${webhook.pendientes}`,
    webhook.fallaDesde && `falla desde ${formatMoment(webhook.fallaDesde)}`,
    webhook.secretoAnteriorHasta && `la clave anterior vale hasta ${formatMoment(webhook.secretoAnteriorHasta)}`,
  ].filter(Boolean);
  const result = tested.data;

  return (
    <li>
      <span className={styles.what}>
        <b>{webhook.url}</b>
        <span className={styles.note}>{facts.join(' · ')}</span>
      </span>
      <Chip tone={tone}>{text}</Chip>
      <span className={styles.buttons}>
        <Button
          aria-label={`Probar ${webhook.url}`}
          loading={tested.isPending}
          onClick={() => {
            tested.reset();
            tested.mutate();
          }}
        >
          Probar
        </Button>
        <Button aria-label={`Editar ${webhook.url}`} onClick={onEdit}>
          Editar
        </Button>
        <Button aria-label={`Rotar la clave de ${webhook.url}`} onClick={() => setAsking('rotate')}>
          Rotar clave
        </Button>
        <Button aria-label={`Eliminar ${webhook.url}`} onClick={() => setAsking('remove')}>
          Eliminar
        </Button>
      </span>
      <output aria-live="polite" className={styles.what}>
        {result && (
          <span className={styles.note}>
            {result.estado === 'entregada' ? 'La prueba llegó' : 'La prueba no llegó'}: {result.resultado},{' '}
            {result.historial[0]?.ms} ms
          </span>
        )}
      </output>
      <FailureNotice title="No se pudo" error={failure} />
      {asking && (
        <ConfirmDialog
          title={asking === 'rotate' ? 'Rotar la clave de firma' : 'Eliminar webhook'}
          confirm={asking === 'rotate' ? 'Rotar' : 'Eliminar'}
          destructive={asking === 'remove'}
          onConfirm={() => (asking === 'rotate' ? rotate.mutate() : remove.mutate())}
          onClose={() => setAsking(undefined)}
        >
          {asking === 'rotate'
            ? 'Se generará otra clave. Durante 24 horas los avisos llevan las dos firmas.'
            : `Se dejará de avisar a ${webhook.url} y se borrará su registro de entregas.`}
        </ConfirmDialog>
      )}
    </li>
  );
}
