import type { empresa, importacion } from '@timbre/contract';
import { type AvisoDeRango, avisoDeCertificado } from '@timbre/contract/tables';
import type { AnswerOf, Policy } from '@timbre/route';
import { displayFecha } from '@timbre/values';
import { formatCount, formatCounted, formatSpan } from '../../lib/format.ts';
import type { Filters } from '../facturas/filters.ts';

/** A pending task and its screen. */
export interface Task {
  readonly tone: 'ok' | 'warn' | 'bad' | 'info' | 'mute';
  readonly chip: string;
  readonly words: string;
  /** The screen, and the label of the button that opens it. */
  readonly link: Link & { readonly action: string };
}

type Link =
  /** The import to open; an empty search opens a new one. */
  | { readonly to: '/excel'; readonly search: { id?: string } }
  | { readonly to: '/facturas'; readonly search: Pick<Filters, 'estado' | 'desde' | 'hasta' | 'todas'> }
  | { readonly to: '/configuracion'; readonly search: { tab?: 'rangos' } };

/** The policy that the task of each screen requires. */
export const doneBy = {
  '/excel': 'emitir',
  '/facturas': 'asentar',
  '/configuracion': 'administrar',
} as const satisfies Record<Link['to'], Policy>;

/** What the tasks are derived from. */
export interface Facts {
  empresa: AnswerOf<typeof empresa.verEmpresa> | undefined;
  secuencias: AnswerOf<typeof empresa.listarSecuencias> | undefined;
  importaciones: AnswerOf<typeof importacion.listarImportaciones> | undefined;
  /** How many documents are unconfirmed; `more` where there are more than were counted. */
  sinConfirmar: Counted;
  /** How many documents issued since `desde` were rejected by the authority. */
  rechazados: Counted;
  /** yyyy-MM-dd. */
  desde: string;
  hasta: string;
  /** Epoch milliseconds. */
  now: number;
  puede: (policy: Policy) => boolean | undefined;
}

interface Counted {
  readonly count: number;
  readonly more: boolean;
}

type Secuencia = AnswerOf<typeof empresa.listarSecuencias>[number];

const dayMs = 86_400_000;

/** The priority of each warning of a certificate. */
const certificateNotices = {
  1: { tone: 'bad', also: ': sin él no podrá emitir' },
  7: { tone: 'bad', also: ': reemplácelo esta semana' },
  30: { tone: 'warn', also: '' },
} as const;

/** The text of each warning of a range. The first one that applies is shown. */
const rangeNotices: readonly { aviso: AvisoDeRango; tone: Task['tone']; words: (range: Secuencia) => string }[] = [
  { aviso: 'agotado', tone: 'bad', words: () => 'su rango no tiene más números' },
  { aviso: 'vencido', tone: 'bad', words: () => 'su rango venció' },
  {
    aviso: 'por-agotarse',
    tone: 'warn',
    words: ({ quedan }) => `quedan ${formatCounted(quedan, 'número')} en su rango`,
  },
  {
    aviso: 'por-vencer',
    tone: 'warn',
    words: ({ vence }) => `su rango vence el ${vence && displayFecha(vence)}`,
  },
];
const ranges = { to: '/configuracion', search: { tab: 'rangos' }, action: 'Ver secuencias' } as const;

/** Gives the tasks of this person, most urgent first. A person who may issue always has one: the next step. */
export const tasksOf = (facts: Facts): Task[] =>
  // Without a certificate or numbers no document can be issued. Every person who issues is informed, even where another
  // must resolve it.
  allTasks(facts).filter(({ link }) => facts.puede(doneBy[link.to]) || facts.puede('emitir'));

const counted = ({ count, more }: Counted) => `${formatCount(count)}${more ? ' o más' : ''}`;

function allTasks(facts: Facts): Task[] {
  const { empresa, secuencias, importaciones, sinConfirmar, rechazados, desde, hasta, now } = facts;
  const tasks: Task[] = [];
  if (rechazados.count > 0) {
    tasks.push({
      tone: 'bad',
      chip: `${counted(rechazados)} ${rechazados.count === 1 ? 'rechazado' : 'rechazados'}`,
      words: 'por la DGII en los últimos 30 días: vea el motivo de cada uno',
      link: { to: '/facturas', search: { estado: 'rechazado', desde, hasta }, action: 'Ver rechazados' },
    });
  }
  tasks.push(...certificateTasks(empresa, now));

  if (sinConfirmar.count > 0) {
    tasks.push({
      tone: 'warn',
      chip: `${counted(sinConfirmar)} sin confirmar`,
      words: 'la DGII no ha dicho si los aceptó: búsquelos en su portal',
      link: { to: '/facturas', search: { estado: 'sin_confirmar', todas: true }, action: 'Confirmar' },
    });
  }
  tasks.push(...rangeTasks(empresa, secuencias));
  if (secuencias?.length === 0) {
    tasks.push({ tone: 'warn', chip: 'Secuencias', words: 'la empresa no tiene rangos registrados', link: ranges });
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

  tasks.push({
    tone: 'info',
    chip: 'Nuevo',
    words: 'Convierta un libro de Excel en comprobantes firmados y enviados',
    link: { to: '/excel', search: {}, action: 'Abrir Excel a e-CF' },
  });
  return tasks;
}

/** For each type, in the current environment: its best range, where even that one has a warning. */
export function rangeTasks(empresa: Facts['empresa'], secuencias: Facts['secuencias'] = []): Task[] {
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

/** The certificate, where it is missing or close to its end. */
export function certificateTasks(empresa: Facts['empresa'], now: number): Task[] {
  if (!empresa) return [];
  const task = (tone: Task['tone'], words: string, action = 'Reemplazar'): Task[] => [
    { tone, chip: 'Certificado', words, link: { to: '/configuracion', search: {}, action } },
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
