import { type ErrorDeDocumento, type ProblemCode, problems, type RangoQueFalta } from '@timbre/contract';

/** A refusal, with a code of the contract's closed table of problems. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: ProblemCode;
  readonly detail: string | undefined;
  readonly errores: readonly ErrorDeDocumento[] | undefined;
  /** Seconds to wait before trying again. */
  readonly retryAfterS: number | undefined;
  /** The range of numbers that is missing, if that is the reason. */
  readonly rango: RangoQueFalta | undefined;

  /**
   * @param code the reason
   * @param detail the particulars, in Spanish, for the person; without it the title of the code is the message
   * @param errores errors of the document
   * @param options `retryAfterS` and `rango`, as above
   */
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

  /** Whether the cause is the platform, not the request: the same request may succeed later. */
  get isTemporary(): boolean {
    return problems[this.code].status >= 500;
  }
}

/**
 * Refuses the request: throws a {@link Problem}.
 *
 * @param code the reason, from the table
 * @param detail the particulars, in Spanish, for the person
 * @param errores errors of the document
 * @throws Problem always
 */
export function refuse(code: ProblemCode, detail?: string, errores?: readonly ErrorDeDocumento[]): never {
  throw new Problem(code, detail, errores);
}
