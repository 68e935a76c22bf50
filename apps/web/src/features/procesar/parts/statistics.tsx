import { useQuery } from '@tanstack/react-query';
import { formatAmount, formatCount } from '../../../lib/format.ts';
import { notLive } from '../../../lib/live-query.ts';
import card from '../../../ui/card.module.css';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { readStatistics } from '../api.ts';
import styles from '../procesar.module.css';
import type { Dates } from '../search.ts';
import { processKey } from '../use-process.ts';

const reports = [
  { key: 'reporte_606', nombre: '606 Gastos' },
  { key: 'reporte_607', nombre: '607 Ventas' },
] as const;

/** Totals of the 606 and the 607 of the dates. */
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
    <section className={styles.statistics} aria-label="Estadísticas">
      {reports.map(({ key, nombre }) => {
        const { total_registros, monto_total, itbis_total } = data.estadisticas[key];
        return (
          <div key={key} className={`${card.card} ${styles.report}`}>
            <h2 className={card.title}>{nombre}</h2>
            <dl>
              <Figure name="Registros" value={formatCount(total_registros)} />
              <Figure name="Monto total" value={`RD$ ${formatAmount(monto_total)}`} />
              <Figure name="ITBIS total" value={`RD$ ${formatAmount(itbis_total)}`} />
            </dl>
          </div>
        );
      })}
    </section>
  );
}

const Figure = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);
