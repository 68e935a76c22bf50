import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMenu } from '../../../app/menu.ts';
import { formatCounted, formatDay } from '../../../lib/format.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Chip } from '../../../ui/status-chip.tsx';
import text from '../../../ui/text.module.css';
import { useImportaciones } from '../../importacion/parts/recent-imports.tsx';
import { useSesion } from '../../sesion/use-sesion.ts';
import { listSecuencias, readEmpresa } from '../api.ts';
import { doneBy, type Task, tasksOf } from '../tasks.ts';
import styles from './task-list.module.css';

/** What asks for attention, each with the button that goes where it is done. */
export function TaskList() {
  const empresa = useQuery({ queryKey: ['empresa'], queryFn: ({ signal }) => readEmpresa({ signal }) });
  const secuencias = useQuery({ queryKey: ['secuencias'], queryFn: ({ signal }) => listSecuencias({ signal }) });
  const { loading, items } = useMenu();
  const { puede } = useSesion();
  const reaches = (ruta: string) => items.some((item) => item.ruta === ruta && item.habilitado);
  const importaciones = useImportaciones(reaches('/excel'));
  const waiting = empresa.isPending || loading || importaciones.isLoading;
  const tasks = tasksOf({
    empresa: empresa.data,
    secuencias: secuencias.data,
    importaciones: importaciones.data,
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
      link.to === '/excel' ? <Link {...props} to={link.to} search={link.search} /> : <Link {...props} to={link.to} />
    }
  >
    {link.action}
  </Button>
);
