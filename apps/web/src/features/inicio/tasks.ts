import type { empresa, importacion } from '@timbre/contract';
import { type AvisoDeRango, avisoDeCertificado } from '@timbre/contract/tables';
import type { AnswerOf, Policy } from '@timbre/route';
import { formatCount, formatCounted, formatSpan } from '../../lib/format.ts';

/** Something to do, and where it is done. */
export interface Task {
  readonly tone: 'ok' | 'warn' | 'bad' | 'info' | 'mute';
  readonly chip: string;
  readonly words: string;
  /** Where it is done, and the verb of the button that goes there. */
  readonly link: Link & { readonly action: string };
}

type Link =
  /** The import to open; an empty search, a new one. */
  { readonly to: '/excel'; readonly search: { id?: string } } | { readonly to: '/configuracion' };

/** Who does what is done there. */
export const doneBy = { '/excel': 'emitir', '/configuracion': 'administrar' } as const satisfies Record<
  Link['to'],
  Policy
>;

interface Facts {
  empresa: AnswerOf<typeof empresa.verEmpresa> | undefined;
  secuencias: AnswerOf<typeof empresa.listarSecuencias> | undefined;
  importaciones: AnswerOf<typeof importacion.listarImportaciones> | undefined;
  /** Epoch milliseconds. */
  now: number;
  puede: (policy: Policy) => boolean | undefined;
}

type Secuencia = AnswerOf<typeof empresa.listarSecuencias>[number];

const dayMs = 86_400_000;

/** How much each warning of a certificate presses. */
const certificateNotices = {
  1: { tone: 'bad', also: ': sin él no podrá emitir' },
  7: { tone: 'bad', also: ': reemplácelo esta semana' },
  30: { tone: 'warn', also: '' },
} as const;

/** What each warning of a range says, the first that holds of a range. */
const rangeNotices: readonly { aviso: AvisoDeRango; tone: Task['tone']; words: (range: Secuencia) => string }[] = [
  { aviso: 'agotado', tone: 'bad', words: () => 'no quedan números en su rango' },
  { aviso: 'vencido', tone: 'bad', words: () => 'su rango de números venció' },
  {
    aviso: 'por-agotarse',
    tone: 'warn',
    words: ({ quedan }) => `quedan ${formatCounted(quedan, 'número')} en su rango`,
  },
  {
    aviso: 'por-vencer',
    tone: 'warn',
    words: ({ vence }) => `su rango vence el ${vence?.split('-').reverse().join('/')}`,
  },
];
const ranges = { to: '/configuracion', action: 'Ver rangos' } as const;

/** What asks this person for attention, most pressing first; never empty for whoever issues: there is always a next step. */
export const tasksOf = (facts: Facts): Task[] =>
  // Without a certificate or numbers nobody issues: whoever does is told, also where another puts it right.
  allTasks(facts).filter(({ link }) => facts.puede(doneBy[link.to]) || facts.puede('emitir'));

function allTasks({ empresa, secuencias, importaciones, now }: Facts): Task[] {
  const tasks: Task[] = [...certificateTasks(empresa, now)];

  tasks.push(...rangeTasks(empresa, secuencias));
  if (secuencias?.length === 0) {
    tasks.push({ tone: 'warn', chip: 'Secuencias', words: 'la empresa no tiene rangos autorizados', link: ranges });
  }

  for (const { id, archivo, totales } of importaciones ?? []) {
    const unsent = totales.total - totales.enviados - totales.conErrores;
    const link = { to: '/excel', search: { id } } as const;
    if (totales.rechazados > 0) {
      tasks.push({
        tone: 'bad',
        chip: formatCounted(totales.rechazados, 'rechazado'),
        words: `en ${archivo}`,
        link: { ...link, action: 'Revisar' },
      });
    } else if (totales.conErrores > 0) {
      tasks.push({
        tone: 'bad',
        chip: `${formatCount(totales.conErrores)} con errores`,
        words: `en ${archivo}`,
        link: { ...link, action: 'Corregir' },
      });
    } else if (unsent > 0) {
      tasks.push({
        tone: 'warn',
        chip: `${formatCount(unsent)} sin enviar`,
        words: `en ${archivo}`,
        link: { ...link, action: 'Continuar' },
      });
    }
  }

  const first = importaciones?.length === 0;
  tasks.push({
    tone: 'info',
    chip: first ? 'Empiece aquí' : 'Nuevo',
    words: 'Convierta un libro de Excel en comprobantes firmados y enviados',
    link: { to: '/excel', search: {}, action: 'Abrir Excel a e-CF' },
  });
  return tasks;
}

/** Of each type, in the environment in use: its best range, where even that one warns of something. */
function rangeTasks(empresa: Facts['empresa'], secuencias: Facts['secuencias'] = []): Task[] {
  const inUse = secuencias.filter(({ ambiente, activo }) => activo && ambiente === empresa?.ambiente);
  const worries = ({ avisos }: Secuencia) => rangeNotices.findIndex(({ aviso }) => avisos.includes(aviso));
  return [...new Set(inUse.map(({ tipo }) => tipo))].flatMap((tipo) => {
    const ofType = inUse.filter((range) => range.tipo === tipo);
    if (ofType.some((range) => worries(range) === -1)) return [];
    const best = ofType.toSorted((a, b) => worries(b) - worries(a) || b.quedan - a.quedan)[0]!;
    const { tone, words } = rangeNotices[worries(best)]!;
    return [{ tone, chip: `E${tipo}`, words: words(best), link: ranges }];
  });
}

function certificateTasks(empresa: Facts['empresa'], now: number): Task[] {
  if (!empresa) return [];
  const task = (tone: Task['tone'], words: string, action = 'Reemplazar'): Task[] => [
    { tone, chip: 'Certificado', words, link: { to: '/configuracion', action } },
  ];
  if (!empresa.certificado) return task('bad', 'La empresa no tiene un certificado digital cargado', 'Cargar');
  const { validoHasta } = empresa.certificado;
  const aviso = avisoDeCertificado(validoHasta, now);
  if (aviso === undefined) return [];
  if (aviso === 'vencido') return task('bad', 'El certificado digital está vencido');
  const left = Date.parse(validoHasta) - now;
  const days = Math.floor(left / dayMs);
  const { tone, also } = certificateNotices[aviso];
  return task(tone, `vence en ${days > 0 ? formatCounted(days, 'día') : formatSpan(left)}${also}`);
}
