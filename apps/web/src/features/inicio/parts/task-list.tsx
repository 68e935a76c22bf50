import type { Estado } from '@timbre/contract/tables';
import { addDays, formatFecha, formatISODate } from '@timbre/values';
import { useState } from 'react';
import { formatCounted, formatDay } from '../../../lib/format.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Chip } from '../../../ui/status-chip.tsx';
import { useFacturas } from '../../facturas/use-facturas.ts';
import { useSesion } from '../../sesion/use-sesion.ts';
import { tasksOf } from '../tasks.ts';
import { useCompanyFacts } from '../use-company-facts.ts';
import { TaskLink } from './task-link.tsx';
import styles from './task-list.module.css';

const sinConfirmar = { estado: 'sin_confirmar', todas: true } as const;

/** What was issued in the last thirty days. */
function lastDays() {
  const today = formatFecha(Date.now());
  return { desde: formatISODate(addDays(today, -29)), hasta: formatISODate(today) };
}

/**
 * Counts the documents of the first page that are still in a state. Those that left it stay in the cache until it is
 * fetched again.
 */
const countedIn = (data: ReturnType<typeof useFacturas>['data'], estado: Estado) => ({
  count: data?.pages[0]?.facturas.filter((factura) => factura.estado === estado).length ?? 0,
  more: data?.pages[0]?.siguiente !== undefined,
});

/** The pending tasks, each with the button that opens the screen for it. */
export function TaskList() {
  const { puede } = useSesion();
  const { empresa, secuencias, importaciones, reaches, waiting } = useCompanyFacts();
  const { data: unconfirmed } = useFacturas(sinConfirmar, reaches('/facturas'));
  const [days] = useState(lastDays);
  const { data: rejected } = useFacturas({ estado: 'rechazado', ...days }, reaches('/facturas'));
  const tasks = tasksOf({
    empresa,
    secuencias,
    importaciones,
    sinConfirmar: countedIn(unconfirmed, 'sin_confirmar'),
    rechazados: countedIn(rejected, 'rechazado'),
    ...days,
    now: Date.now(),
    puede,
  }).filter(({ link }) => link.to !== '/excel' || reaches(link.to));
  const certificado = empresa?.certificado;

  return (
    <Panel
      title="Qué hacer ahora"
      note={
        certificado &&
        `Certificado de ${certificado.titular}, válido hasta el ${formatDay(certificado.validoHasta)} · ${formatCounted(secuencias?.length ?? 0, 'rango')} de secuencias`
      }
    >
      {waiting ? (
        <Skeleton rows={3} />
      ) : tasks.length === 0 ? (
        <EmptyState title="Nada pendiente de usted" detail="Aquí verá lo que pida su atención." />
      ) : (
        <ul className={styles.tasks}>
          {tasks.map(({ tone, chip, words, link }) => (
            <li key={`${chip}${words}`}>
              <span>
                <Chip tone={tone}>{chip}</Chip> {words}
              </span>
              <TaskLink link={link} reaches={reaches} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
