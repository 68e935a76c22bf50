import { IconCopy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Periodo } from '@timbre/values';
import { formatAmount, formatCount, formatCounted } from '../../../lib/format.ts';
import { notLive } from '../../../lib/live-query.ts';
import { periodName } from '../../../lib/period.ts';
import card from '../../../ui/card.module.css';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.tsx';
import { readConsumerSummary } from '../api.ts';
import { fieldName } from '../grid/fields.ts';
import { liveKey } from '../month-queries.ts';
import styles from '../reportes.module.css';
import { rangoOfMonth } from '../search.ts';

/** The figures that the Oficina Virtual requires in addition to the 607. Each is copied with one click. */
export function ConsumerDialog({ periodo, onClose }: { periodo: Periodo; onClose: () => void }) {
  const { data, error, refetch } = useQuery({
    queryKey: [...liveKey('607'), 'consumo', periodo],
    meta: notLive,
    queryFn: ({ signal }) => readConsumerSummary({ query: { periodo }, signal }),
    staleTime: 0,
  });
  const { fechaDesde, fechaHasta } = rangoOfMonth(periodo);
  async function copy(name: string, value: string) {
    await navigator.clipboard.writeText(value);
    toast(`${name}: copiado`);
  }
  return (
    <Dialog
      title={`Resumen de consumo de ${periodName({ desde: fechaDesde, hasta: fechaHasta }, Date.now())}`}
      width={560}
      onClose={onClose}
    >
      <div className={card.stack}>
        <p>Las facturas de consumo por debajo de RD$ 250,000.00 no van en el TXT: se digitan en la Oficina Virtual.</p>
        {error && <LoadFailure title="No se pudo leer el resumen." error={error} onRetry={refetch} />}
        {data === undefined ? (
          !error && <Skeleton rows={6} label="Cargando resumen" />
        ) : data.length === 0 ? (
          <EmptyState title="El mes no tiene facturas de consumo" />
        ) : (
          data.map(({ tipo, cantidad, montos }) => (
            <Panel key={tipo} title={tipo} note={formatCounted(cantidad, 'factura')}>
              <dl className={styles.copies}>
                {[['cantidad', String(cantidad)] as const, ...Object.entries(montos)].map(([key, value]) => {
                  const name = key === 'cantidad' ? 'Cantidad' : fieldName('607', key);
                  return (
                    <div key={key} className={styles.copy}>
                      <dt>{name}</dt>
                      <dd>
                        {key === 'cantidad' ? formatCount(cantidad) : formatAmount(value)}
                        <IconButton icon={IconCopy} label={`Copiar ${name}`} onClick={() => void copy(name, value)} />
                      </dd>
                    </div>
                  );
                })}
              </dl>
            </Panel>
          ))
        )}
      </div>
    </Dialog>
  );
}
