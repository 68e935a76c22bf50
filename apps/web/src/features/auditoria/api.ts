import type { auditoria } from '@timbre/contract';
import type { AnswerOf } from '@timbre/route';
import { caller } from '../../lib/api.ts';

export type Entrada = AnswerOf<typeof auditoria.listarAuditoria>['entradas'][number];
export type Verificacion = AnswerOf<typeof auditoria.verificarAuditoria>;

/** Reading the whole record takes its time. */
const whole = { timeout: 120_000 };

export const listAuditoria = caller<typeof auditoria.listarAuditoria>('GET', '/api/auditoria');
export const readCsv = caller<typeof auditoria.auditoriaCsv>('GET', '/api/auditoria/csv', whole);
export const verifyAuditoria = caller<typeof auditoria.verificarAuditoria>('GET', '/api/auditoria/verificacion', whole);
