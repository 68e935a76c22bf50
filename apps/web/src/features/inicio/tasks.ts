import type { atencion, importacion } from '@timbre/contract';
import type { AnswerOf, Policy } from '@timbre/route';
import { formatCount, formatCounted } from '../../lib/format.ts';
import { doneBy, type Task, taskOf } from './aviso-tasks.ts';

/** Data from which the tasks are derived. */
interface Facts {
  avisos: AnswerOf<typeof atencion.paraAtender> | undefined;
  importaciones: AnswerOf<typeof importacion.listarImportaciones> | undefined;
  /** Epoch milliseconds. */
  now: number;
  puede: (policy: Policy) => boolean | undefined;
}

/** Returns the tasks of this user, most urgent first. A user who may issue always has one: the next step. */
export const tasksOf = (facts: Facts): Task[] =>
  // Without a certificate or numbers no document can be issued. Every user who issues is informed, even if another user
  // must resolve it.
  allTasks(facts).filter(({ link }) => facts.puede(doneBy[link.to]) || facts.puede('emitir'));

function allTasks({ avisos = [], importaciones = [], now }: Facts): Task[] {
  const next: Task = {
    tone: 'info',
    chip: 'Nuevo',
    words: 'Emita desde un libro de Excel',
    link: { to: '/excel', search: {}, action: 'Abrir Excel a e-CF' },
  };
  return [...avisos.flatMap((aviso) => taskOf(aviso, now)), ...importaciones.flatMap(ofImport), next];
}

/** The most urgent task of an import. */
function ofImport({ id, archivo, totales }: NonNullable<Facts['importaciones']>[number]): Task[] {
  const { total, enviados, conErrores, rechazados } = totales;
  const unsent = total - enviados - conErrores;
  const words = `en ${archivo}`;
  const link = { to: '/excel', search: { id } } as const;
  if (rechazados > 0) {
    const chip = formatCounted(rechazados, 'rechazado');
    return [{ tone: 'bad', chip, words, link: { ...link, action: 'Revisar' } }];
  }
  if (conErrores > 0) {
    const chip = `${formatCount(conErrores)} con errores`;
    return [{ tone: 'bad', chip, words, link: { ...link, action: 'Corregir' } }];
  }
  if (unsent > 0) {
    const chip = `${formatCount(unsent)} sin enviar`;
    return [{ tone: 'warn', chip, words, link: { ...link, action: 'Continuar' } }];
  }
  return [];
}
