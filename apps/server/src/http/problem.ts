import {
  type ErrorDeDocumento,
  type ProblemBody,
  type ProblemCode,
  problems,
  type RangoQueFalta,
} from '@timbre/contract';

/** The refusal of a request, with a code of the closed table of problems. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: ProblemCode;
  readonly detail: string | undefined;
  readonly errores: readonly ErrorDeDocumento[] | undefined;
  /** Seconds after which it may be tried again. */
  readonly retryAfterS: number | undefined;
  /** The range of numbers that is lacking, if that is the reason. */
  readonly rango: RangoQueFalta | undefined;

  constructor(
    code: ProblemCode,
    detail?: string,
    errores?: readonly ErrorDeDocumento[],
    options?: { readonly retryAfterS?: number; readonly rango?: RangoQueFalta | undefined },
  ) {
    super(detail ?? problems[code].title);
    this.code = code;
    this.detail = detail;
    this.errores = errores;
    this.retryAfterS = options?.retryAfterS;
    this.rango = options?.rango;
  }

  get status(): number {
    return problems[this.code].status;
  }
}

/**
 * Refuses the request.
 *
 * @param code the reason, from the table
 * @param detail the particulars, in Spanish, for the person
 * @param errores the document's errors
 * @throws Problem always
 */
export function refuse(code: ProblemCode, detail?: string, errores?: readonly ErrorDeDocumento[]): never {
  throw new Problem(code, detail, errores);
}

/** The body of a refusal (RFC 9457). */
export function problemBody(problem: Problem, requestId: string): ProblemBody {
  const { title, status } = problems[problem.code];
  return {
    type: `/api/docs#${problem.code}`,
    code: problem.code,
    title,
    status,
    ...(problem.detail === undefined ? {} : { detail: problem.detail }),
    message: title,
    requestId,
    ...(problem.errores === undefined ? {} : { errores: [...problem.errores] }),
    ...(problem.rango === undefined ? {} : { rango: problem.rango }),
  };
}
