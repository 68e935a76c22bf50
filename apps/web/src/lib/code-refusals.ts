import { Refusal } from './api.ts';

/** Whether the error asks for a code of the second factor, or says that the given one is wrong. */
export const asksForCode = (thrown: unknown): boolean =>
  thrown instanceof Refusal &&
  (thrown.problem.code === 'dos-pasos/codigo' || thrown.problem.code === 'dos-pasos/incorrecto');

/** Whether the error says that the given code is wrong. */
export const isWrongCode = (thrown: unknown): boolean =>
  thrown instanceof Refusal && thrown.problem.code === 'dos-pasos/incorrecto';
