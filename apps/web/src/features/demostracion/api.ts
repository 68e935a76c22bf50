import { queryOptions } from '@tanstack/react-query';
import * as demostracionCalls from '../../calls/demostracion.generated.ts';
import { caller } from '../../lib/api.ts';
import { notLive } from '../../lib/live-query.ts';

const readDemostracion = caller(demostracionCalls.verDemostracion);
export const restablecer = caller(demostracionCalls.restablecerDemostracion);

const pollMs = 2_000;

/** Whether the demonstration is being made, asked again until it is. */
export const demostracionQuery = queryOptions({
  queryKey: ['demostracion'],
  meta: notLive,
  queryFn: ({ signal }) => readDemostracion({ signal }),
  refetchInterval: ({ state: { data } }) => (data?.preparando ? pollMs : false),
});
