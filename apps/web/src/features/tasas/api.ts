import { queryOptions } from '@tanstack/react-query';
import type { tasas } from '@timbre/contract';
import type { AnswerOf, InputOf } from '@timbre/route';
import * as tasasCalls from '../../calls/tasas.generated.ts';
import { caller } from '../../lib/api.ts';
import { notLive } from '../../lib/live-query.ts';

export type Trimestral = AnswerOf<typeof tasas.listarTasas>['trimestres'][number];
export type Tasas = NonNullable<Trimestral['tasas']>;
export type Guardadas = InputOf<typeof tasas.guardarTasas>['body'];

const listTasas = caller(tasasCalls.listarTasas);
export const saveTasas = caller(tasasCalls.guardarTasas);

/** The quarters, the newest first, with the rates of those that are known. */
export const tasasQuery = queryOptions({
  queryKey: ['tasas-selectivo'],
  meta: notLive,
  queryFn: ({ signal }) => listTasas({ signal }),
});
