import { route } from '@timbre/route';
import { Type } from 'typebox';
import { type GrupoDeAuditoria, gruposDeAuditoria } from './tables.ts';

/** An entry of the record. */
export const EntradaAuditoria = Type.Object({
  seq: Type.Integer(),
  en: Type.String(),
  tipo: Type.String(),
  /** What happened, in Spanish. */
  descripcion: Type.String(),
  quien: Type.String(),
  ip: Type.String(),
  datos: Type.Unknown(),
});

const Filtros = {
  /** A group of kinds; without it, what people did: everything but `documento`. */
  grupo: Type.Optional(Type.Enum(Object.keys(gruposDeAuditoria) as GrupoDeAuditoria[])),
  /** yyyy-MM-dd in Santo Domingo, both included. */
  desde: Type.Optional(Type.String({ format: 'date' })),
  hasta: Type.Optional(Type.String({ format: 'date' })),
  quien: Type.Optional(Type.String({ maxLength: 100 })),
};

/** The record of the caller's company (of the platform, for its administrator), the newest first, 100 at a time. */
export const listarAuditoria = route({
  method: 'GET',
  path: '/api/auditoria',
  summary: 'Auditoría de la empresa',
  policy: 'auditar',
  menu: 'auditoria',
  query: Type.Object({ ...Filtros, antesDe: Type.Optional(Type.String({ pattern: '^\\d{1,15}$' })) }),
  answer: Type.Object({ entradas: Type.Array(EntradaAuditoria), hayMas: Type.Boolean() }),
});

/** The same as CSV, 10,000 entries at most. */
export const auditoriaCsv = route({
  method: 'GET',
  path: '/api/auditoria/csv',
  summary: 'Auditoría en CSV',
  policy: 'auditar',
  menu: 'auditoria',
  query: Type.Object(Filtros),
  answerKind: 'archivo',
});

/** Checks the whole chain of hashes. */
export const verificarAuditoria = route({
  method: 'GET',
  path: '/api/auditoria/verificacion',
  summary: 'Verificar la cadena de la auditoría',
  policy: 'auditar',
  menu: 'auditoria',
  answer: Type.Object({
    integra: Type.Boolean(),
    entradas: Type.Integer(),
    /** First entry that is missing or was changed. */
    rotaEn: Type.Union([Type.Integer(), Type.Null()]),
  }),
});
