import type { atencion } from '@timbre/contract';
import { useMenu } from '../../../lib/menu.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { taskOf } from '../aviso-tasks.ts';
import { Tasks } from './tasks.tsx';

/** The notices, each with the button that opens its list. */
export function AvisoList({ avisos }: { avisos: readonly atencion.Aviso[] }) {
  const { items } = useMenu();
  const reaches = (ruta: string) => items.some((item) => item.ruta === ruta && item.habilitado);
  const now = Date.now();
  const tasks = avisos.flatMap((aviso) => taskOf(aviso, now));
  return tasks.length === 0 ? (
    <EmptyState
      title="Sin avisos"
      detail="Aquí verá los comprobantes rechazados o sin respuesta, y el certificado o los rangos que estén por vencer."
    />
  ) : (
    <Tasks tasks={tasks} reaches={reaches} />
  );
}
