import { queryOptions } from '@tanstack/react-query';
import { soonMs } from '../../lib/live-query.ts';
import { type Aprobacion, listAprobaciones, readXml } from './api.ts';

/** Cards of a page. */
export const pageSize = 20;

/** The common prefix of the query keys of approvals. */
export const aprobacionesKey = ['aprobaciones-comerciales'] as const;

/** Thousands of approvals may be answered at a time, so the shown data are fetched once in this time. */
const live = { live: { recibidas: soonMs, ensayo: soonMs, configuracion: 0 } } as const;

/**
 * A page of the approvals, and the totals of all.
 *
 * @param cursor of the page before; undefined for the first one
 */
export const pageQuery = (ensayo: boolean, cursor: string | undefined) =>
  queryOptions({
    queryKey: [...aprobacionesKey, ensayo, cursor],
    meta: live,
    queryFn: ({ signal }) =>
      listAprobaciones({ query: { limit: pageSize, ...(cursor && { cursor }), ...(ensayo && { ensayo }) }, signal }),
  });

/** The XML of an approval; it changes when it is signed. */
export const xmlQuery = ({ id, firmado }: Aprobacion) =>
  queryOptions({
    queryKey: [...aprobacionesKey, 'xml', id, firmado],
    meta: live,
    queryFn: async ({ signal }) => (await readXml({ params: { id }, signal })).blob.text(),
  });
