// Generated from packages/contract/src/auditoria.ts by scripts/generate.ts. Not to be edited.
import type { auditoria } from '@timbre/contract';
import type { Address } from '@timbre/route';

export const auditoriaCsv = 'GET /api/auditoria/csv' as Address<typeof auditoria.auditoriaCsv>;
export const listarAuditoria = 'GET /api/auditoria' as Address<typeof auditoria.listarAuditoria>;
export const verificarAuditoria = 'GET /api/auditoria/verificacion' as Address<typeof auditoria.verificarAuditoria>;
