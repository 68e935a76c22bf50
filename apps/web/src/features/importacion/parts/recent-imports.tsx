import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatCounted, formatMoment } from '../../../lib/format.ts';
import { Facts } from '../../../ui/facts.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Chip } from '../../../ui/status-chip.tsx';
import text from '../../../ui/text.module.css';
import { listImportaciones } from '../api.ts';
import styles from './recent-imports.module.css';

/**
 * The imports of the company. The query is shared by all components that show them.
 *
 * @param enabled false if the user may not see them
 */
export const useImportaciones = (enabled = true) =>
  useQuery({
    queryKey: ['importaciones'],
    meta: { live: { importacion: 'unless-asking' } },
    queryFn: ({ signal }) => listImportaciones({ signal }),
    enabled,
  });

/** Address at which an import can be opened: its own screen, or the first step of the certification. */
export type ImportAddress = '/excel' | '/certification/pruebas-set-datos';

/**
 * The latest imports, to resume an unfinished one.
 *
 * @param at address at which they are opened
 * @param empty the text and action shown if there is none yet
 */
export function RecentImports({ at = '/excel', empty }: { at?: ImportAddress; empty: ReactNode }) {
  const { data, error, refetch } = useImportaciones();
  return (
    <Panel title="Importaciones recientes">
      {error ? (
        <LoadFailure title="No se pudieron leer las importaciones." error={error} onRetry={refetch} />
      ) : data === undefined ? (
        <Skeleton rows={3} height={60} />
      ) : data.length === 0 ? (
        empty
      ) : (
        <ul className={styles.list}>
          {data.map(({ id, archivo, creada, estado, totales }) => (
            <li key={id}>
              <Link to={at} search={{ id }} className={styles.item}>
                <span className={styles.name}>
                  <b className={text.cut}>{archivo}</b>
                  <span className={text.quiet}>
                    <Facts of={[formatMoment(creada), formatCounted(totales.total, 'comprobante')]} />
                  </span>
                </span>
                <StateOf estado={estado} totales={totales} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
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
  if (totales.sinConfirmar > 0) return <Chip tone="warn">{`${totales.sinConfirmar} sin confirmar`}</Chip>;
  const answered = totales.aceptados + totales.rechazados;
  if (totales.total > 0 && answered === totales.total) {
    return totales.rechazados > 0 ? (
      <Chip tone="bad">{formatCounted(totales.rechazados, 'rechazado')}</Chip>
    ) : (
      <Chip tone="ok">Todos aceptados</Chip>
    );
  }
  return <Chip tone="mute">{`${totales.enviados} de ${totales.total} enviados`}</Chip>;
}
