import { Refusal } from './api.ts';

/** Whether the error asks for a code of the second factor, or reports a wrong one. */
export const asksForCode = (thrown: unknown): boolean =>
  thrown instanceof Refusal &&
  (thrown.problem.code === 'dos-pasos/codigo' || thrown.problem.code === 'dos-pasos/incorrecto');

/** Whether the error reports a wrong code. */
export const isWrongCode = (thrown: unknown): boolean =>
  thrown instanceof Refusal && thrown.problem.code === 'dos-pasos/incorrecto';
