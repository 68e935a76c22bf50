import { useNavigate, useSearch } from '@tanstack/react-router';
import { ambienteVisible } from '@timbre/contract/tables';
import { Suspense, useState } from 'react';
import { formatCounted } from '../../lib/format.ts';
import { Banner } from '../../ui/banner.tsx';
import card from '../../ui/card.module.css';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useRehearsalMode } from '../autoridad/shared.ts';
import { standardQuantities } from './batch.ts';
import { emptyForm } from './form.ts';
import { NoReceipts } from './parts/no-receipts.tsx';
import { Receipts } from './parts/receipts-section.tsx';
import { lockOf, receiptCount } from './receipts.ts';
import styles from './simulacion.module.css';
import type { readTab } from './tab.ts';
import { useBatch } from './use-batch.ts';
import { useGeneration } from './use-generation.ts';
import { useMessages } from './use-messages.ts';
import { useSimulacion } from './use-simulacion.ts';
import { title } from './words.ts';

const ManualTab = lazyPart(async () => (await import('./parts/manual-tab.tsx')).ManualTab);
const BatchTab = lazyPart(async () => (await import('./parts/batch-tab.tsx')).BatchTab);
const ResultDialog = lazyPart(async () => (await import('./parts/result-dialog.tsx')).ResultDialog, 'dialog');

const tabs = [
  { id: 'manual', nombre: 'Manual' },
  { id: 'batch', nombre: 'Batch Estándar' },
] as const;

/** The simulation tests: receipts are generated, signed and sent to the authority's test environments. */
export function SimulacionScreen() {
  const { tab = 'manual' } = useSearch({ strict: false }) as ReturnType<typeof readTab> & { tab?: 'manual' };
  const navigate = useNavigate();
  const { on: rehearsing } = useRehearsalMode();
  const { data, error, refetch, importacion, refresh } = useSimulacion(rehearsing);
  const messages = useMessages();
  const batch = useBatch(messages);
  const generation = useGeneration(messages, batch, refresh);
  const [form, setForm] = useState(emptyForm);
  const [quantities, setQuantities] = useState(standardQuantities);
  const lock = lockOf(importacion?.enCurso, batch.running);
  const count = receiptCount(importacion);
  const { message, dismiss, result, closeResult } = messages;

  if (data === undefined) {
    return (
      <>
        <PageHeader title={title} />
        {error ? (
          <LoadFailure title="No se pudo leer la simulación." error={error} onRetry={refetch} />
        ) : (
          <Skeleton rows={6} height={64} />
        )}
      </>
    );
  }
  const shared = { simulacion: data, count, lock, running: batch.running, generation };
  return (
    <>
      <PageHeader
        title={title}
        facts={[ambienteVisible[data.ambiente], count > 0 ? formatCounted(count, 'comprobante') : 'Sin comprobantes']}
      />
      <Tabs
        label={title}
        tabs={tabs}
        current={tab}
        onChange={(id) =>
          void navigate({ to: '.', search: id === 'batch' ? { tab: id } : {}, replace: true, resetScroll: false })
        }
      >
        <div role="status" aria-label="Mensaje de estado" className={styles.status}>
          {message && message.tone !== 'bad' && (
            <Banner tone={message.tone} title={message.title} onDismiss={dismiss}>
              {message.words}
            </Banner>
          )}
        </div>
        <div className={card.stack}>
          {message?.tone === 'bad' && (
            <Banner title={message.title} onDismiss={dismiss}>
              {message.words}
            </Banner>
          )}
          <Suspense fallback={<Skeleton rows={6} height={64} />}>
            {tab === 'manual' ? (
              <ManualTab {...shared} form={form} onForm={setForm} messages={messages} />
            ) : (
              <BatchTab {...shared} quantities={quantities} onQuantities={setQuantities} />
            )}
          </Suspense>
        </div>
      </Tabs>
      {error && <LoadFailure title="No se pudieron leer los comprobantes." error={error} onRetry={refetch} />}
      {importacion && count > 0 ? (
        <Receipts key={`${importacion.id}/${rehearsing}`} {...{ importacion, messages, batch, lock, refresh }} />
      ) : data.importacionId !== null && importacion === undefined ? (
        <Skeleton rows={6} />
      ) : (
        <NoReceipts />
      )}
      <Suspense>{result && <ResultDialog key={result.title} result={result} onClose={closeResult} />}</Suspense>
    </>
  );
}
