import { facturas, tiposDeMedio } from '@timbre/contract';
import { refuse } from '@timbre/refusal';
import { formatFecha, formatISODate } from '@timbre/values';
import { csvPages, writeXlsx, writeZip } from '@timbre/workbook';
import { exportPages, measureExport } from '../../domain/comprobantes/queries/export-rows.ts';
import type { FacturaFilter } from '../../domain/comprobantes/queries/factura-filter.ts';
import {
  countMatches,
  listFacturas,
  type Orden,
  placeOf,
  summarizeFacturas,
  xmlsOf,
} from '../../domain/comprobantes/queries/facturas.ts';
import { demandRows } from '../../platform/db/demand-rows.ts';
import { download } from '../../platform/http/downloads.ts';
import type { Payload } from '../../platform/http/register.ts';
import type { Actor } from '../../platform/input/caller.ts';
import type { Place } from '../../platform/input/keyset-cursor.ts';
import type { Context } from '../context.ts';
import { documentsOf } from './documents.ts';
import { exportedColumns } from './exported-columns.ts';
import { partsOf } from './package.ts';

type Forma = facturas.FormaDeExportacion;
type Formato = Exclude<Forma, 'hoja'>;

/** Maximum number of invoices that a search counts. */
const mostCounted = 1_000;

/** Maximum XML of a page of the list, in bytes. */
const mostXmlOfPage = 4 * 1024 ** 2;

/** Maximum XML of a package. With the printed forms, it stays far below the limit of 4 GiB. */
const mostXmlBytes = 1024 ** 3;

const kinds: Readonly<Record<Formato, { readonly contentType: string }>> = {
  csv: { contentType: `${tiposDeMedio.csv}; charset=utf-8` },
  xlsx: { contentType: tiposDeMedio.xlsx },
  zip: { contentType: tiposDeMedio.zip },
};

/** Which page of the invoices is asked for. */
interface AskedPage {
  readonly filter: FacturaFilter;
  readonly orden: Orden;
  /** The last invoice already returned; undefined = from the first. */
  readonly after: Place | undefined;
  readonly limit: number;
  readonly sinXml: boolean;
}

/**
 * A page of the invoices of a filter, with what their XML says by id unless it is not wanted, and the place where the next
 * page begins.
 */
export async function pageOfFacturas(
  ctx: Context,
  empresaId: string,
  { filter, orden, after, limit, sinXml }: AskedPage,
) {
  const { matches, xmls } = await ctx.db.tenant(empresaId, async (tx) => {
    const matches = await listFacturas(tx, empresaId, filter, orden, after, limit + 1);
    const ids = matches.slice(0, limit).map(({ id }) => id);
    return { matches, xmls: sinXml ? undefined : await xmlsOf(tx, empresaId, ids, mostXmlOfPage) };
  });
  return {
    rows: matches.slice(0, limit),
    documents: xmls && (await documentsOf(ctx.desk, xmls)),
    next: matches.length > limit ? placeOf(matches[limit - 1]!, orden) : undefined,
  };
}

/** The number and the amounts of the invoices of a filter; a search counts some only. */
export async function summarize({ db }: Context, empresaId: string, filter: FacturaFilter) {
  const isSearch = Boolean(filter.buscar || filter.eNCF || filter.trackId);
  const { comprobantes, ventas, compras, rechazados } = await db.tenant(empresaId, (tx) =>
    isSearch ? countMatches(tx, empresaId, filter, mostCounted + 1) : summarizeFacturas(tx, empresaId, filter),
  );
  return {
    comprobantes,
    montoTotal: ventas,
    montoCompras: compras,
    rechazados,
    hayMas: isSearch && comprobantes > mostCounted,
  };
}

/**
 * Exports the invoices of a filter as a file that is written while it is read: only a page of rows, or a few documents,
 * are held in memory. Invoices that change meanwhile are written as they are when their page is read. The export is
 * recorded before it begins.
 *
 * @throws Problem `recurso/no-encontrado` where there are none, `facturas/demasiadas`, `servidor/ocupado`
 */
export async function exportFacturas(
  ctx: Context,
  empresaId: string,
  formato: Formato,
  filter: FacturaFilter,
  orden: Orden,
  by: Actor,
): Promise<Payload & { readonly comprobantes: number }> {
  const comprobantes = await countExport(ctx, empresaId, formato, filter);
  const now = ctx.clock.now().getTime();
  const fileName = `facturas-${formatISODate(formatFecha(now))}.${formato}`;
  const file = await download(ctx.exports, empresaId, { fileName, ...kinds[formato] }, async () => {
    await recordExport(ctx, empresaId, formato, filter, comprobantes, by);
    const rows = exportPages(ctx.db, empresaId, filter, orden);
    return {
      csv: () => csvPages(exportedColumns, rows),
      xlsx: () => writeXlsx('Facturas', exportedColumns, rows, now),
      zip: () => writeZip(partsOf(ctx, empresaId, filter, orden), now),
    }[formato]();
  });
  return { ...file, comprobantes };
}

/**
 * Records that a person prints the invoices of a filter. Returns how many there are.
 *
 * @throws Problem `recurso/no-encontrado` where there are none, `facturas/demasiadas`
 */
export async function prepareHoja(ctx: Context, empresaId: string, filter: FacturaFilter, by: Actor): Promise<number> {
  const comprobantes = await countExport(ctx, empresaId, 'hoja', filter);
  await recordExport(ctx, empresaId, 'hoja', filter, comprobantes, by);
  return comprobantes;
}

/** Counts the invoices of a filter. Throws if there are none, an id is unknown, or they are more than the form may have. */
async function countExport(ctx: Context, empresaId: string, forma: Forma, filter: FacturaFilter): Promise<number> {
  const most = facturas.mostExported[forma];
  const { comprobantes, bytes } = await ctx.db.reading(empresaId, async (tx) => {
    await demandRows(tx, 'documento', { empresa_id: empresaId }, filter.ids);
    return measureExport(tx, empresaId, filter, most + 1);
  });
  if (comprobantes === 0) refuse('recurso/no-encontrado', 'No hay facturas con los criterios seleccionados.');
  if (comprobantes > most || (forma === 'zip' && bytes > mostXmlBytes)) {
    const limit = comprobantes > most ? `${most.toLocaleString('en-US')} facturas` : '1 GB de XML';
    const instead = forma === 'hoja' ? 'En Excel caben más.' : 'Descargue por partes.';
    refuse('facturas/demasiadas', `Lo más es ${limit}. Acorte las fechas o añada otro filtro. ${instead}`);
  }
  return comprobantes;
}

/** Records an export of invoices: how many there are now, the filter, and the person. */
const recordExport = (
  ctx: Context,
  empresaId: string,
  formato: Forma,
  { ids, ...filter }: FacturaFilter,
  comprobantes: number,
  by: Actor,
): Promise<void> => {
  const datos = { formato, comprobantes, ...filter, ...(ids && { seleccionadas: ids.length }), ...by };
  return ctx.db.tenant(empresaId, (tx) => ctx.events.append(tx, empresaId, [{ tipo: 'facturas.exportadas', datos }]));
};
