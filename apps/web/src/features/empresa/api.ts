import { queryOptions } from '@tanstack/react-query';
import type { empresa } from '@timbre/contract';
import type { AnswerOf } from '@timbre/route';
import * as empresaCalls from '../../calls/empresa.generated.ts';
import { caller } from '../../lib/api.ts';
import { ofConfiguracion } from '../../lib/live-query.ts';

export type Empresa = AnswerOf<typeof empresa.verEmpresa>;

const verEmpresa = caller(empresaCalls.verEmpresa);
export const saveDatos = caller(empresaCalls.guardarDatosEmpresa);

/** The company of the session, with its data. */
export const empresaQuery = queryOptions({
  queryKey: ['empresa'],
  meta: ofConfiguracion,
  queryFn: ({ signal }) => verEmpresa({ signal }),
});
