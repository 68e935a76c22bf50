import { useQuery } from '@tanstack/react-query';
import { formatCounted, formatDay } from '../../../lib/format.ts';
import { useSesion } from '../../../lib/use-sesion.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { avisosQuery } from '../avisos-query.ts';
import { tasksOf } from '../tasks.ts';
import { useCompanyFacts } from '../use-company-facts.ts';
import { Tasks } from './tasks.tsx';

/** The pending tasks, each with the button that opens the screen for it. */
export function TaskList() {
  const { puede } = useSesion();
  const { empresa, secuencias, importaciones, reaches, waiting } = useCompanyFacts();
  const { data: avisos, isPending } = useQuery(avisosQuery);
  const tasks = tasksOf({ avisos, importaciones, now: Date.now(), puede }).filter(
    ({ link }) => link.to !== '/excel' || reaches(link.to),
  );
  const certificado = empresa?.certificado;

  return (
    <Panel
      title="Qué hacer ahora"
      note={
        certificado && (
          <Facts
            of={[
              `Certificado de ${certificado.titular}`,
              `válido hasta el ${formatDay(certificado.validoHasta)}`,
              `${formatCounted(secuencias?.length ?? 0, 'rango')} de secuencias`,
            ]}
          />
        )
      }
    >
      {waiting || isPending ? (
        <Skeleton rows={3} />
      ) : tasks.length === 0 ? (
        <EmptyState title="Nada pendiente de usted" detail="Aquí verá lo que pida su atención." />
      ) : (
        <Tasks tasks={tasks} reaches={reaches} />
      )}
    </Panel>
  );
}
