import { createHash } from 'node:crypto';
import {
  amountsOf,
  dayOfQuickBooks,
  idOfQuickBooks,
  inclusion,
  isCompras,
  isDeletedQuickBooks,
  isQuickBooksEntity,
  type MappingIndex,
  type QuickBooksContext,
  type QuickBooksDirectory,
  type QuickBooksEntity,
  type QuickBooksFailure,
  type QuickBooksReceipt,
  quickbooksFailure,
  readQuickBooks,
  receiptFromQuickBooks,
  recordOf,
  writeReceipt,
  writeRecord,
} from '@timbre/reports';
import { formatDecimal } from '@timbre/values';
import { inSlices } from '@timbre/worker/in-slices';
import type { Tx } from '../../../platform/db/transactions.ts';
import { isStorable } from '../derive-rows.ts';
import { excluidoPor } from '../pending-repo.ts';
import { numbersOf, type QuickBooksKey, type QuickBooksRow, type RealmScope, undated } from './documents-repo.ts';
import { nameOf } from './keys.ts';

/** The account mapping, and the records that documents refer to by id. */
export interface ReadingOptions {
  readonly mapping: MappingIndex;
  readonly directory: QuickBooksDirectory;
}

/** A document of the feed. */
export interface FedDocument {
  readonly entity: QuickBooksEntity;
  readonly json: unknown;
}

/** A document that was read: its row, and its receipt if it makes one. */
export interface ReadDocument {
  readonly row: QuickBooksRow;
  readonly read?: QuickBooksReceipt;
  /** JSON of the receipt. */
  readonly recibo?: string;
}

/**
 * Reads documents; credits get the numbers of the documents that they are linked with. If a document arrives twice, the
 * last counts.
 */
export async function readDocuments(
  tx: Tx,
  scope: RealmScope,
  fed: readonly FedDocument[],
  { mapping, directory }: ReadingOptions,
  now: Date,
): Promise<ReadDocument[]> {
  const parsed = await inSlices(fed, parseFed);
  const numbers = new Map(await numbersOf(tx, scope, parsed.flatMap(linksOf)));
  const numberOf = (entity: string, id: string) => numbers.get(`${entity}:${id}`);
  const context = { declarant: { rnc: scope.rnc }, mapping, directory, numberOf };
  const read = await inSlices(parsed, (each) => {
    const document = readFed(each, context, now);
    const { ncf } = document.row;
    if (ncf !== null) numbers.set(nameOf(document.row), ncf);
    return document;
  });
  return [...new Map(read.map((document) => [nameOf(document.row), document])).values()];
}

/** The documents that a document is linked with, of the entities that the reports read. */
function linksOf({ document }: ParsedDocument): QuickBooksKey[] {
  if ('failure' in document) return [];
  return document.linked.flatMap(({ type, id }) => (isQuickBooksEntity(type) ? [{ entidad: type, qb_id: id }] : []));
}

/** A document of the feed, parsed, or the reason why it cannot be parsed. */
interface ParsedDocument extends FedDocument {
  readonly document: ReturnType<typeof readQuickBooks>;
}

/** Parses a document of the feed. */
export const parseFed = ({ entity, json }: FedDocument): ParsedDocument => ({
  entity,
  json,
  document: readQuickBooks(entity, json),
});

/** Reads a document of the feed. A document without an id makes a row named by its digest, so that it is reported. */
export function readFed(
  { entity, json, document }: ParsedDocument,
  context: QuickBooksContext,
  now: Date,
): ReadDocument {
  const { side } = inclusion[entity];
  const row: QuickBooksRow = {
    entidad: entity,
    qb_id: idOfQuickBooks(json) || `sin-id-${digestOf(JSON.stringify(json) ?? '').slice(0, 16)}`,
    estado: 'recibo',
    sentido: side,
    fecha: dayOfQuickBooks(json) ?? undated,
    emisor: null,
    ncf: null,
    rnc: '',
    monto: '0.00',
    itbis: '0.00',
    codigo: null,
    motivo: null,
    huella: '',
    registro: null,
    visto: now,
  };
  if (isDeletedQuickBooks(json)) return { row: { ...row, estado: 'borrado', motivo: excluidoPor.quickbooks } };
  if ('failure' in document) return { row: failed(row, document.failure) };
  const outcome = receiptFromQuickBooks(document, context);
  if ('failure' in outcome) return { row: failed(row, outcome.failure) };
  if ('omitted' in outcome) return { row: { ...row, estado: 'omitido', motivo: outcome.omitted } };
  const { receipt } = outcome;
  if (!isStorable(receipt)) return { row: failed(row, quickbooksFailure('QB-LIMITE', 'su monto')) };
  const { base, itbis } = amountsOf(receipt);
  const recibo = writeReceipt(receipt);
  return {
    read: outcome,
    recibo,
    row: {
      ...row,
      emisor: receipt.emisor.id ?? '',
      ncf: receipt.ncf,
      rnc: otherParty(outcome, context.declarant.rnc),
      monto: formatDecimal(base, 2),
      itbis: formatDecimal(itbis, 2),
      huella: digestOf(recibo),
      registro: writeRecord(recordOf(outcome, context)),
    },
  };
}

/** The other party, as in the receipt's row of the report. */
function otherParty({ sentido, receipt: { ncf, emisor, comprador } }: QuickBooksReceipt, own: string): string {
  if (sentido === 'compra' && emisor.id !== own) return emisor.id ?? '';
  if (sentido === 'compra' && !isCompras(ncf)) return own;
  return comprador?.id ?? comprador?.extranjero ?? '';
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The row of a document that makes no receipt. */
export const failed = (row: QuickBooksRow, { codigo, motivo }: QuickBooksFailure): QuickBooksRow => ({
  ...row,
  estado: codigo === 'QB-PRESENTADO' ? 'espera' : 'falla',
  codigo,
  motivo,
  huella: '',
});
