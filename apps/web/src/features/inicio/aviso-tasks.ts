import type { atencion, empresa } from '@timbre/contract';
import { type AvisoDeRango, avisoDeCertificado, type Estado, rangosPorAtender } from '@timbre/contract/tables';
import type { AnswerOf, Policy } from '@timbre/route';
import { displayFecha } from '@timbre/values';
import { formatCount, formatCounted, formatSpan } from '../../lib/format.ts';
import type { Secuencia } from '../configuracion/shared.ts';

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
  | { readonly to: '/facturas'; readonly search: { estado?: Estado; desde?: string; hasta?: string; todas?: true } }
  | { readonly to: '/certificacion'; readonly search: Record<never, never> }
  | { readonly to: '/reportes-fiscales'; readonly search: Record<never, never> }
  | { readonly to: '/facturasrecibidas'; readonly search: { respuesta: 'pendiente'; todas: true } }
  | {
      readonly to: '/configuracion';
      readonly search: { tab?: 'rangos'; dato?: 'direccion'; parte?: 'ambiente' | 'certificado' };
    };

/** The policy that the task of each screen requires. */
export const doneBy = {
  '/excel': 'emitir',
  '/certificacion': 'emitir',
  '/facturas': 'leer',
  '/facturasrecibidas': 'leer',
  '/reportes-fiscales': 'conectar',
  '/configuracion': 'administrar',
} as const satisfies Record<Link['to'], Policy>;

type Aviso = atencion.Aviso;
type OfDocuments = Extract<Aviso, { tipo: 'documentos' }>;
type OfRange = Pick<Extract<Aviso, { tipo: 'secuencia' }>, 'tipoECF' | 'aviso' | 'quedan' | 'vence' | 'urgente'>;

/** Texts of each state that requires attention: for one document, for several, the explanation, and the button. */
const states: Partial<Record<Estado, readonly [one: string, many: string, words: string, action: string]>> = {
  rechazado: [
    'rechazado',
    'rechazados',
    'por la DGII en los últimos 30 días: vea el motivo de cada uno',
    'Ver rechazados',
  ],
  sin_confirmar: [
    'sin confirmar',
    'sin confirmar',
    'la DGII no ha dicho si los aceptó: búsquelos en su portal',
    'Confirmar',
  ],
  firmado: ['sin entregar', 'sin entregar', 'la DGII no los ha recibido: se siguen enviando solos', 'Ver pendientes'],
  recibido: ['sin veredicto', 'sin veredicto', 'la DGII los recibió antes de hoy y no ha respondido', 'Ver recibidos'],
  en_proceso: ['en proceso', 'en proceso', 'desde antes de hoy en la DGII, sin veredicto', 'Ver en proceso'],
  aceptado_condicional: [
    'aceptado condicional',
    'aceptados condicionales',
    'en los últimos 30 días: lea lo que la DGII observó',
    'Ver observaciones',
  ],
};

const ranges = { to: '/configuracion', search: { tab: 'rangos' }, action: 'Ver secuencias' } as const;

/** Returns the task of a notice of the server. @param now epoch milliseconds */
export function taskOf(aviso: Aviso, now: number): Task[] {
  switch (aviso.tipo) {
    case 'documentos':
      return ofDocuments(aviso);
    case 'recibidas':
      return [
        {
          tone: aviso.urgente ? 'bad' : 'warn',
          chip: `${formatCounted(aviso.cantidad, 'recibida')} sin responder`,
          words: `acéptelas o rechácelas antes del ${displayFecha(aviso.responderAntesDe)}, cuando vence su 606`,
          link: {
            to: '/facturasrecibidas',
            search: { respuesta: 'pendiente', todas: true },
            action: 'Responder',
          },
        },
      ];
    case 'certificado':
      return certificateTask(aviso.validoHasta, now);
    case 'secuencia':
      return [rangeTask(aviso)];
    case 'sin_secuencias':
      return [{ tone: 'warn', chip: 'Secuencias', words: 'La empresa no tiene rangos registrados', link: ranges }];
    case 'quickbooks':
      return [
        {
          tone: 'bad',
          chip: 'QuickBooks',
          words: `${aviso.empresa}: ${aviso.motivo}`,
          link: { to: '/reportes-fiscales', search: {}, action: 'Conectar de nuevo' },
        },
      ];
  }
}

function ofDocuments({ estado, cantidad, urgente, desde, hasta }: OfDocuments): Task[] {
  const texts = states[estado];
  if (texts === undefined) return [];
  const [one, many, words, action] = texts;
  const search = {
    estado,
    ...(desde === null && hasta === null && { todas: true as const }),
    ...(desde !== null && { desde }),
    ...(hasta !== null && { hasta }),
  };
  return [
    {
      tone: urgente ? 'bad' : 'warn',
      chip: `${formatCount(cantidad)} ${cantidad === 1 ? one : many}`,
      words,
      link: { to: '/facturas', search, action },
    },
  ];
}

const dayMs = 86_400_000;

/** The priority of each warning of a certificate. */
const certificateNotices = {
  1: { tone: 'bad', also: ': sin él no podrá emitir' },
  7: { tone: 'bad', also: ': reemplácelo esta semana' },
  30: { tone: 'warn', also: '' },
} as const;

/**
 * The task of a company's certificate, if it is missing, expires soon or may not sign; none while the company is
 * unknown.
 */
export const certificateTasks = (company: AnswerOf<typeof empresa.verEmpresa> | undefined, now: number): Task[] =>
  company
    ? certificateTask(company.certificado?.validoHasta ?? null, now, company.certificado?.rechazo ?? undefined)
    : [];

/** @param refusal why the certificate may not sign; undefined if it may */
function certificateTask(validoHasta: string | null, now: number, refusal?: string): Task[] {
  const task = (tone: Task['tone'], words: string, action = 'Reemplazar'): Task[] => [
    { tone, chip: 'Certificado', words, link: { to: '/configuracion', search: { parte: 'certificado' }, action } },
  ];
  if (validoHasta === null) return task('bad', 'La empresa no tiene un certificado digital cargado', 'Cargar');
  const aviso = avisoDeCertificado(validoHasta, now);
  if (aviso !== 'vencido' && refusal !== undefined) return task('bad', refusal);
  if (aviso === undefined) return [];
  if (aviso === 'vencido') return task('bad', 'El certificado digital está vencido');
  const left = Date.parse(validoHasta) - now;
  const days = Math.floor(left / dayMs);
  const { tone, also } = certificateNotices[aviso];
  return task(tone, `vence en ${days > 0 ? formatCounted(days, 'día') : formatSpan(left)}${also}`);
}

/** The text of each warning of a range. */
const rangeWords: Record<AvisoDeRango, (range: Pick<OfRange, 'quedan' | 'vence'>) => string> = {
  agotado: () => 'su rango no tiene más números',
  vencido: () => 'su rango venció',
  'por-agotarse': ({ quedan }) => `quedan ${formatCounted(quedan, 'número')} en su rango`,
  'vence-inusual': ({ vence }) => `su rango dice que vence el ${vence && displayFecha(vence)}: revíselo`,
  'por-vencer': ({ vence }) => `su rango vence el ${vence && displayFecha(vence)}`,
};

const rangeTask = ({ tipoECF, aviso, quedan, vence, urgente }: OfRange): Task => ({
  tone: urgente ? 'bad' : 'warn',
  chip: `E${tipoECF}`,
  words: rangeWords[aviso]({ quedan, vence }),
  link: ranges,
});

/** For each type, in the current environment: its best range, if even that one has a warning. */
export function rangeTasks(
  company: AnswerOf<typeof empresa.verEmpresa> | undefined,
  secuencias: readonly Secuencia[] = [],
): Task[] {
  const inUse = secuencias.filter(({ ambiente, activo }) => activo && ambiente === company?.ambiente);
  return rangosPorAtender(inUse).map(({ range: { tipo, quedan, vence }, aviso, urgente }) =>
    rangeTask({ tipoECF: tipo, aviso, quedan, vence, urgente }),
  );
}
