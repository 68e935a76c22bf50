import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Estado } from '@timbre/contract/tables';
import { addDays, formatFecha, formatISODate } from '@timbre/values';
import { useState } from 'react';
import { formatCounted, formatDay } from '../../../lib/format.ts';
import { ofConfiguracion, soonMs } from '../../../lib/live-query.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Chip } from '../../../ui/status-chip.tsx';
import text from '../../../ui/text.module.css';
import { useFacturas } from '../../facturas/use-facturas.ts';
import { useImportaciones } from '../../importacion/parts/recent-imports.tsx';
import { useMenu } from '../../menu/menu.ts';
import { useSesion } from '../../sesion/use-sesion.ts';
import { listSecuencias, readEmpresa } from '../api.ts';
import { doneBy, type Task, tasksOf } from '../tasks.ts';
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

/**
 * The pending tasks, each with the button that opens the screen for it.
 *
 * @param issued whether the company has issued anything; undefined while that is not known
 */
export function TaskList({ issued }: { issued: boolean | undefined }) {
  const empresa = useQuery({
    queryKey: ['empresa'],
    meta: ofConfiguracion,
    queryFn: ({ signal }) => readEmpresa({ signal }),
  });
  const secuencias = useQuery({
    queryKey: ['secuencias'],
    meta: { live: { configuracion: 0, documento: soonMs } },
    queryFn: ({ signal }) => listSecuencias({ signal }),
  });
  const { loading, items } = useMenu();
  const { puede } = useSesion();
  const reaches = (ruta: string) => items.some((item) => item.ruta === ruta && item.habilitado);
  const importaciones = useImportaciones(reaches('/excel'));
  const { data: unconfirmed } = useFacturas(sinConfirmar, reaches('/facturas'));
  const [days] = useState(lastDays);
  const { data: rejected } = useFacturas({ estado: 'rechazado', ...days }, reaches('/facturas'));
  const waiting = empresa.isPending || loading || importaciones.isLoading;
  const tasks = tasksOf({
    empresa: empresa.data,
    secuencias: secuencias.data,
    importaciones: importaciones.data,
    sinConfirmar: countedIn(unconfirmed, 'sin_confirmar'),
    rechazados: countedIn(rejected, 'rechazado'),
    ...days,
    issued,
    now: Date.now(),
    puede,
  }).filter(({ link }) => link.to !== '/excel' || reaches(link.to));
  const certificado = empresa.data?.certificado;

  return (
    <Panel
      title="Qué hacer ahora"
      note={
        certificado &&
        `Certificado de ${certificado.titular}, válido hasta el ${formatDay(certificado.validoHasta)} · ${formatCounted(secuencias.data?.length ?? 0, 'rango')} de secuencias`
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
              {puede(doneBy[link.to]) ? (
                reaches(link.to) && <Go link={link} />
              ) : (
                <span className={text.quiet}>Lo hace un administrador</span>
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

const Go = ({ link }: Pick<Task, 'link'>) => (
  <Button
    className={styles.action ?? ''}
    renderRoot={(props) =>
      link.to === '/configuracion' ? (
        <Link {...props} to={link.to} />
      ) : link.to === '/facturas' ? (
        <Link {...props} to={link.to} search={link.search} />
      ) : (
        <Link {...props} to={link.to} search={link.search} />
      )
    }
  >
    {link.action}
  </Button>
);
