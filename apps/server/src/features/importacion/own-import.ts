import { formatFecha, formatISODate } from '@timbre/values';
import type { Issuer } from '../../domain/companies/issuers.ts';
import { insertDocumentos, type NewDocumento } from '../../domain/comprobantes/issue/store.ts';
import { newId } from '../../platform/db/id.ts';
import type { Tx } from '../../platform/db/transactions.ts';
import { insertOwnImport } from './repo.ts';
import { createRowMaker, type DocumentoDeImportacion } from './rows.ts';

/**
 * Opens an import that no workbook fills: another feature stores its documents. The screen of workbooks does not list
 * it.
 *
 * @param nombre used instead of the name of a file
 * @returns its id
 */
export async function openOwnImport(tx: Tx, empresaId: string, nombre: string, now: Date): Promise<string> {
  const id = newId(now);
  await insertOwnImport(tx, empresaId, { id, archivo: nombre, creada: now });
  return id;
}

/** Stores documents with an import of its own. Returns their rows, with the faults of their numbers. */
export async function storeDocuments(
  tx: Tx,
  issuer: Issuer,
  importacionId: string,
  documents: readonly DocumentoDeImportacion[],
  now: Date,
): Promise<readonly NewDocumento[]> {
  const today = formatISODate(formatFecha(now.getTime()));
  const rows = await createRowMaker(issuer, importacionId, now, 'pantalla')(tx, documents, today);
  await insertDocumentos(tx, issuer.id, now, rows);
  return rows;
}
