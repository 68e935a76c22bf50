import { type ProblemBody, problems } from '@timbre/contract';
import type { Problem } from '@timbre/refusal';

/** The HTTP status of a refusal. */
export const statusOf = ({ code }: Problem): number => problems[code].status;

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
