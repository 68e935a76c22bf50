import { useQuery } from '@tanstack/react-query';
import { formatAmount, formatCount, formatShortAmount } from '../../../lib/format.ts';
import { notLive } from '../../../lib/live-query.ts';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { StatCard, StatGrid } from '../../../ui/stat-card.tsx';
import { readStatistics } from '../api.ts';
import type { Dates } from '../search.ts';
import { processKey } from '../use-process.ts';

const reports = [
  { key: 'reporte_606', nombre: '606 Gastos' },
  { key: 'reporte_607', nombre: '607 Ventas' },
] as const;

/** What the 606 and the 607 of the dates come to. */
export function Statistics({ dates, rnc }: { dates: Dates; rnc: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: [...processKey, 'estadisticas', rnc, dates],
    meta: notLive,
    queryFn: ({ signal }) => readStatistics({ params: { rnc }, query: { ...dates }, signal }),
    staleTime: 0,
  });
  if (error) return <LoadFailure title="No se pudieron leer las estadísticas." error={error} onRetry={refetch} />;
  if (data === undefined) return <Skeleton rows={2} label="Cargando estadísticas" />;
  return (
    <section aria-label="Estadísticas">
      <StatGrid>
        {reports.map(({ key, nombre }) => {
          const { total_registros, monto_total, itbis_total } = data.estadisticas[key];
          return [
            <StatCard key={`${key} registros`} name={`${nombre} · registros`} value={formatCount(total_registros)} />,
            <StatCard key={`${key} monto`} name={`${nombre} · monto total`} {...money(monto_total)} />,
            <StatCard key={`${key} itbis`} name={`${nombre} · ITBIS total`} {...money(itbis_total)} />,
          ];
        })}
      </StatGrid>
    </section>
  );
}

const money = (amount: string) => ({ value: `RD$ ${formatShortAmount(amount)}`, note: `RD$ ${formatAmount(amount)}` });
