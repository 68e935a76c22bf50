import { route } from '@timbre/route';
import { Type } from 'typebox';
import { cuantos, type Kinds } from './kind.ts';
import type { MenuItem } from './menu.ts';
import { comoArchivo, limiteDe, orNull } from './shared.ts';
import { type GrupoDeAuditoria, gruposDeAuditoria } from './tables.ts';

/** Its item of the side menu. */
export const menu = {
  id: 'auditoria',
  nombre: 'Auditoría',
  titulo: 'Auditoría',
  ruta: '/auditoria',
  icono: 'history',
  seccion: 'Seguridad',
  lugar: 3,
  soloRoot: false,
  policy: 'auditar',
} as const satisfies MenuItem;

/** An entry of the audit record. */
export const EntradaAuditoria = Type.Object({
  /** Position in the sealed chain, for `antesDe`. */
  seq: Type.Integer(),
  /** Number for readers, without gaps: acts of people and movements of documents are counted apart. */
  numero: Type.Integer(),
  en: Type.String(),
  tipo: Type.String(),
  /** The event as a sentence, in Spanish. */
  descripcion: Type.String(),
  quien: Type.String(),
  ip: Type.String(),
  datos: Type.Record(Type.String(), Type.Unknown(), { description: 'Lo anotado; sus campos dependen del tipo' }),
});

const Filtros = {
  /** A group of kinds of events. Without it, the acts of people: every group except `documento`. */
  grupo: Type.Optional(Type.Enum(Object.keys(gruposDeAuditoria) as GrupoDeAuditoria[])),
  /** yyyy-MM-dd in Santo Domingo, both included. */
  desde: Type.Optional(Type.String({ format: 'date' })),
  hasta: Type.Optional(Type.String({ format: 'date' })),
  quien: Type.Optional(Type.String({ maxLength: 100 })),
};

/** The audit record of the caller's company (for the platform's administrator, the platform's), newest first, 100 at a time. */
export const listarAuditoria = route({
  method: 'GET',
  path: '/api/auditoria',
  summary: 'Auditoría de la empresa',
  policy: 'auditar',
  menu: menu.id,
  query: Type.Object({
    ...Filtros,
    antesDe: Type.Optional(Type.String({ pattern: '^\\d{1,15}$', examples: ['1001'] })),
    limite: limiteDe(100),
  }),
  queryAliases: { cursor: 'antesDe' },
  answer: Type.Object({ entradas: Type.Array(EntradaAuditoria), hayMas: Type.Boolean() }),
});

/** The same record as CSV, 10,000 entries at most. */
export const auditoriaCsv = route({
  method: 'GET',
  path: '/api/auditoria/csv',
  summary: 'Auditoría en CSV',
  policy: 'auditar',
  menu: menu.id,
  query: Type.Object(Filtros),
  ...comoArchivo('csv'),
});

/** Verifies the whole hash chain. */
export const verificarAuditoria = route({
  method: 'GET',
  path: '/api/auditoria/verificacion',
  summary: 'Verificar la cadena de la auditoría',
  policy: 'auditar',
  menu: menu.id,
  answer: Type.Object({
    integra: Type.Boolean(),
    /** How many entries are valid; in an altered record, those before the first fault. */
    entradas: Type.Integer(),
    /** Time of the last valid entry: in an altered record, the entry after it is missing or was changed. */
    ultima: orNull(Type.String()),
    plataforma: Type.String({
      description: 'Huella SHA-256 de la llave con que la plataforma sella los expedientes de un mes',
    }),
  }),
});

/** The kinds of events that it records. */
export const kinds = {
  'auditoria.exportada': {
    grupo: 'auditoria',
    frase: (d) => `Descargó la auditoría: ${cuantos(d.entradas, 'entrada', 'entradas')}`,
  },
} as const satisfies Kinds;
