import type { auditoria } from '@timbre/contract';
import type { AnswerOf } from '@timbre/route';
import * as auditoriaCalls from '../../calls/auditoria.generated.ts';
import { caller } from '../../lib/api.ts';

export type Entrada = AnswerOf<typeof auditoria.listarAuditoria>['entradas'][number];
export type Verificacion = AnswerOf<typeof auditoria.verificarAuditoria>;

/** Verifying the whole audit trail takes long. */
const whole = { timeout: 120_000 };

export const listAuditoria = caller(auditoriaCalls.listarAuditoria);
export const readCsv = caller(auditoriaCalls.auditoriaCsv, whole);
export const verifyAuditoria = caller(auditoriaCalls.verificarAuditoria, whole);
