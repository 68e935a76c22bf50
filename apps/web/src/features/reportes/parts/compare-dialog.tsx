import { useQuery } from '@tanstack/react-query';
import { formatAmount, formatCount, formatCounted, formatMoment } from '../../../lib/format.ts';
import { notLive } from '../../../lib/live-query.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import text from '../../../ui/text.module.css';
import { compareReportes, type Reporte } from '../api.ts';
import { fieldName } from '../grid/fields.ts';
import styles from '../reportes.module.css';
import type { Tipo } from '../search.ts';
import { savedKey } from '../use-report.ts';
import { nombreDe } from '../words.ts';
import { HeadRow } from './head-row.tsx';

interface Props {
  tipo: Tipo;
  newer: Reporte;
  older: Reporte;
  onClose: () => void;
}

/** Receipts are counts; all other values are amounts. */
const totalOf = (concepto: string, value: string): string =>
  concepto === 'Registros' ? formatCount(Number(value)) : formatAmount(value);

const clases = { agregada: 'Agregada', quitada: 'Quitada', cambiada: 'Cambiada' } as const;

/** The differences between two saved reports: their totals and their rows. */
export function CompareDialog({ tipo, newer, older, onClose }: Props) {
  const { data, error, refetch } = useQuery({
    queryKey: [...savedKey, tipo, 'diferencias', newer._id, older._id],
    meta: notLive,
    queryFn: ({ signal }) => compareReportes({ params: { tipo, id: newer._id }, query: { con: older._id }, signal }),
  });
  return (
    <Dialog title={`Diferencias entre dos ${nombreDe(tipo)}`} width={860} atTop onClose={onClose}>
      <p className={text.quiet}>
        Antes: {formatMoment(older.fechaCreacion)} · Después: {formatMoment(newer.fechaCreacion)}
      </p>
      {error && <LoadFailure title="No se pudieron comparar." error={error} onRetry={refetch} />}
      {data === undefined ? (
        !error && <Skeleton rows={6} label="Cargando diferencias" />
      ) : (
        <>
          <div className={styles.scroll}>
            <table className={styles.plain} aria-label="Totales">
              <HeadRow of={['Total', { right: 'Antes' }, { right: 'Después' }, { right: 'Cambio' }]} />
              <tbody>
                {data.totales.map(({ concepto, antes, despues, porciento }) => (
                  <tr key={concepto}>
                    <th scope="row">{concepto}</th>
                    <td data-right="true">{totalOf(concepto, antes)}</td>
                    <td data-right="true">{totalOf(concepto, despues)}</td>
                    <td data-right="true">{porciento === null ? '—' : `${porciento} %`}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <p className={styles.counts}>
            {[
              formatCounted(data.agregadas, 'fila agregada', 'filas agregadas'),
              formatCounted(data.quitadas, 'fila quitada', 'filas quitadas'),
              formatCounted(data.cambiadas, 'fila cambiada', 'filas cambiadas'),
            ].join(' · ')}
          </p>
          {data.diferencias.length > 0 && (
            <div className={styles.scroll}>
              <table className={styles.plain} aria-label="Filas que cambiaron">
                <thead>
                  <tr>
                    <th scope="col">{tipo === 'it1' ? 'Casilla' : 'NCF'}</th>
                    <th scope="col">Cambio</th>
                    <th scope="col">Campo</th>
                    <th scope="col">Antes</th>
                    <th scope="col">Después</th>
                  </tr>
                </thead>
                <tbody>
                  {data.diferencias.map(({ ncf, clase, campo, antes, despues }) => (
                    <tr key={`${ncf} ${clase} ${campo}`}>
                      <th scope="row">{ncf}</th>
                      <td>{clases[clase]}</td>
                      <td>{campo === null || tipo === 'it1' ? campo : fieldName(tipo, campo)}</td>
                      <td>{antes}</td>
                      <td>{despues}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
        </>
      )}
    </Dialog>
  );
}
