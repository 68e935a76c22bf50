import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { featureConstants } from '@timbre/contract/tables';
import { useState } from 'react';
import { formatAmount, formatCount, formatCounted } from '../../../lib/format.ts';
import { notLive } from '../../../lib/live-query.ts';
import { Banner } from '../../../ui/banner.tsx';
import card from '../../../ui/card.module.css';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { StatCard, StatGrid } from '../../../ui/stat-card.tsx';
import { VirtualTable } from '../../../ui/virtual-table.tsx';
import { type Reporte, readRows } from '../api.ts';
import {
  FilaCard,
  filaCardHeight,
  filaColumns,
  filaKey,
  VoidedCard,
  voidedCardHeight,
  voidedColumns,
} from '../fila-columns.tsx';
import styles from '../reportes.module.css';
import type { Tipo, Vista } from '../search.ts';
import { savedKey } from '../use-report.ts';

const { filasPorPagina } = featureConstants.reportes;

interface Props {
  report: Reporte;
  tipo: Tipo;
  onVista: (vista: Vista) => void;
}

/** The rows of a saved report, ten per page, with their totals. */
export function SavedRows({ report, tipo, onVista }: Props) {
  const [page, setPage] = useState(1);
  const { totales } = report;
  const pages = Math.max(1, Math.ceil(totales.cantidadRegistros / filasPorPagina));
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: [...savedKey, tipo, 'filas', report._id, page],
    meta: notLive,
    queryFn: ({ signal }) =>
      readRows({
        params: { tipo, id: report._id },
        query: { desde: (page - 1) * filasPorPagina, cuantas: filasPorPagina },
        signal,
      }),
    placeholderData: (previous) => previous,
  });
  if (totales.cantidadRegistros === 0)
    return (
      <section className={card.card}>
        <EmptyState
          title="El reporte no tiene filas"
          detail="No hay comprobantes con NCF válido en estas fechas. Si los tiene en papel, cárguelos y genérelo otra vez."
        />
      </section>
    );
  return (
    <>
      {totales.pendientes > 0 && (
        <Banner
          tone="warn"
          title={`Faltan respuestas en ${formatCounted(totales.pendientes, 'fila')}.`}
          action={<Button onClick={() => onVista('preparar')}>Completar</Button>}
        >
          Lo que el comprobante no dice se responde en «Preparar»; después, genere el reporte otra vez.
        </Banner>
      )}
      {tipo !== '608' && (
        <StatGrid wide longest={`RD$ ${formatAmount(totales.montoTotal)}`.length}>
          <StatCard name="Registros" value={formatCount(totales.cantidadRegistros)} />
          <StatCard name="Subtotal" value={`RD$ ${formatAmount(totales.subtotal)}`} />
          <StatCard name="ITBIS" value={`RD$ ${formatAmount(totales.itbisTotal)}`} />
          <StatCard name="Monto total" value={`RD$ ${formatAmount(totales.montoTotal)}`} />
        </StatGrid>
      )}
      <section className={card.card} aria-label={`Filas del reporte ${tipo}`} aria-busy={isPlaceholderData}>
        {error && <LoadFailure title="No se pudieron leer las filas." error={error} onRetry={refetch} />}
        {data === undefined ? (
          !error && <Skeleton rows={filasPorPagina} label="Cargando filas" />
        ) : (
          <VirtualTable
            label={`Filas del reporte ${tipo}`}
            rows={data.filas}
            columns={tipo === '608' ? voidedColumns : filaColumns}
            rowKey={filaKey}
            card={tipo === '608' ? VoidedCard : FilaCard}
            cardHeight={tipo === '608' ? voidedCardHeight : filaCardHeight}
          />
        )}
        <nav className={styles.pages} aria-label="Páginas">
          <Button disabled={page <= 1} onClick={() => setPage(page - 1)}>
            Anterior
          </Button>
          <span role="status">{`Página ${formatCount(page)} de ${formatCount(pages)}`}</span>
          <Button disabled={page >= pages} onClick={() => setPage(page + 1)}>
            Siguiente
          </Button>
        </nav>
      </section>
    </>
  );
}
