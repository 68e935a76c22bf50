import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { messageOf } from '../../../lib/api.ts';
import { formatCounted, formatMoment } from '../../../lib/format.ts';
import { Banner } from '../../../ui/banner.tsx';
import card from '../../../ui/card.module.css';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Chip } from '../../../ui/status-chip.tsx';
import text from '../../../ui/text.module.css';
import { listImportaciones } from '../api.ts';
import styles from './recent-imports.module.css';

/**
 * The imports of the company, asked for once by whoever shows them.
 *
 * @param enabled false where the person does not reach them
 */
export const useImportaciones = (enabled = true) =>
  useQuery({ queryKey: ['importaciones'], queryFn: ({ signal }) => listImportaciones({ signal }), enabled });

/** The latest imports, to find again what was left half-way. */
export function RecentImports() {
  const { data, error } = useImportaciones();
  return (
    <section className={card.card} aria-labelledby="titulo-recientes">
      <h2 id="titulo-recientes" className={`${card.title} ${styles.title}`}>
        Importaciones recientes
      </h2>
      {error ? (
        <Banner>{messageOf(error)}</Banner>
      ) : data === undefined ? (
        <Skeleton rows={3} height={60} />
      ) : data.length === 0 ? (
        <EmptyState
          title="Aquí verá los libros que procese"
          detail="Procese un libro de Excel, suyo o el de muestra, y siga aquí cada comprobante."
        />
      ) : (
        <ul className={styles.list}>
          {data.map(({ id, archivo, creada, estado, totales }) => (
            <li key={id}>
              <Link to="/excel" search={{ id }} className={styles.item}>
                <span className={styles.name}>
                  <b className={text.cut}>{archivo}</b>
                  <span className={text.quiet}>
                    {formatMoment(creada)} · {formatCounted(totales.total, 'comprobante')}
                  </span>
                </span>
                <StateOf estado={estado} totales={totales} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

type Summary = NonNullable<ReturnType<typeof useImportaciones>['data']>[number];

function StateOf({ estado, totales }: Pick<Summary, 'estado' | 'totales'>) {
  if (estado === 'error') return <Chip tone="bad">Con errores</Chip>;
  if (estado === 'procesando') {
    return (
      <Chip tone="info" moving>
        Procesando
      </Chip>
    );
  }
  const answered = totales.aceptados + totales.rechazados;
  if (totales.total > 0 && answered === totales.total) {
    return totales.rechazados > 0 ? (
      <Chip tone="bad">{formatCounted(totales.rechazados, 'rechazado')}</Chip>
    ) : (
      <Chip tone="ok">Todos aprobados</Chip>
    );
  }
  return <Chip tone="mute">{`${totales.enviados} de ${totales.total} enviados`}</Chip>;
}
