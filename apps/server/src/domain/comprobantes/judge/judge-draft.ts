import { hash } from 'node:crypto';
import { emision as contract } from '@timbre/contract';
import { parseJson } from '../../../platform/input/json.ts';
import { checker } from '../../../platform/input/validation.ts';
import type { Issuer } from '../../companies/issuers.ts';
import { completeDraft, type Judged, type Judging, type Sums } from './complete-draft.ts';

const checkBody = checker(contract.enviarFactura.body, 'cuerpo');

/** The body of an emission, and the data needed to judge it. */
export interface DraftToJudge {
  /** JSON, as received. */
  readonly body: Uint8Array;
  readonly issuer: Issuer;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly tasas: Judging['tasas'];
  /** The caller sent an Idempotency-Key: the fingerprint of the body is needed. */
  readonly keyed: boolean;
  readonly sums: Sums;
}

/** A draft completed and judged. */
interface JudgedDraft extends Judged {
  /** SHA-256 of the parsed body written again as JSON, hexadecimal: white space makes no difference. */
  readonly huella?: string;
}

/** The body of an emission. @throws Problem `peticion/invalida` */
export const readBody = (body: Uint8Array) => checkBody(parseJson(body));

/** Reads the body of an emission, completes it and judges it. @throws Problem `peticion/invalida` */
export function judgeDraft({ body, issuer, now, tasas, keyed, sums }: DraftToJudge): JudgedDraft {
  const value = readBody(body);
  const { errores, split } = completeDraft(value, issuer, now, tasas, sums);
  if (split === undefined) return { errores };
  return { errores, split, ...(keyed ? { huella: hash('sha256', JSON.stringify(value)) } : {}) };
}
