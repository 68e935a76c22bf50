import { queryOptions } from '@tanstack/react-query';
import { pathOf } from '@timbre/route';
import * as enlacesCalls from '../../calls/enlaces.generated.ts';
import { caller, partsOf } from '../../lib/api.ts';
import { ofConfiguracion } from '../../lib/live-query.ts';

export const readLink = caller(enlacesCalls.verEnlace);
export const share = caller(enlacesCalls.compartirDocumento);
export const unshare = caller(enlacesCalls.dejarDeCompartir);
export const saveAjuste = caller(enlacesCalls.guardarAjusteDeEnlaces);
export const readShared = caller(enlacesCalls.verCompartido);
export const readSharedPages = caller(enlacesCalls.paginasCompartidas);

/** The addresses of the files of a shared document, which links download: programs inside of others save no blobs. */
export const filesOf = (token: string) => ({
  pdf: pathOf(partsOf(enlacesCalls.pdfCompartido), { params: { token } }),
  xml: pathOf(partsOf(enlacesCalls.xmlCompartido), { params: { token } }),
});

const readAjuste = caller(enlacesCalls.verAjusteDeEnlaces);

export const ajusteQuery = queryOptions({
  queryKey: ['configuracion', 'enlaces'],
  meta: ofConfiguracion,
  queryFn: ({ signal }) => readAjuste({ signal }),
});
