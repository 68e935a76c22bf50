import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatCounted, formatMoment } from '../lib/format.ts';
import { useImportaciones } from '../lib/importaciones.ts';
import { Facts } from './facts.tsx';
import list from './link-list.module.css';
import { LoadFailure } from './load-failure.tsx';
import { Panel } from './panel.tsx';
import { Skeleton } from './skeleton.tsx';
import { Chip } from './status-chip.tsx';
import text from './text.module.css';

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
        <ul className={list.list}>
          {data.map(({ id, archivo, creada, estado, totales }) => (
            <li key={id}>
              <Link to={at} search={{ id }} className={list.item}>
                <span className={list.name}>
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
