import { queryOptions } from '@tanstack/react-query';
import * as enlacesCalls from '../../calls/enlaces.generated.ts';
import { caller } from '../../lib/api.ts';
import { ofConfiguracion } from '../../lib/live-query.ts';

export const readLink = caller(enlacesCalls.verEnlace);
export const share = caller(enlacesCalls.compartirDocumento);
export const unshare = caller(enlacesCalls.dejarDeCompartir);
export const saveAjuste = caller(enlacesCalls.guardarAjusteDeEnlaces);
export const readShared = caller(enlacesCalls.verCompartido);
export const readSharedPages = caller(enlacesCalls.paginasCompartidas);

const readAjuste = caller(enlacesCalls.verAjusteDeEnlaces);

export const ajusteQuery = queryOptions({
  queryKey: ['configuracion', 'enlaces'],
  meta: ofConfiguracion,
  queryFn: ({ signal }) => readAjuste({ signal }),
});
