import { quickbooksFailure } from '@timbre/reports';
import { deriveRows } from '../derive-rows.ts';
import type { ReportMonth } from '../filed-repo.ts';
import { type ChangedDocument, leftReceipt } from './compare.ts';
import type { QuickBooksKey, QuickBooksRow } from './documents-repo.ts';
import { type KeyOfReceipt, keyOf, nameOf } from './keys.ts';
import { failed } from './read.ts';

/** A document that makes the receipt of a number. */
export type Owner = QuickBooksKey & KeyOfReceipt;

/** Documents with the number of another one fail: the number belongs to the document that arrived first. */
export function failRepeated(documents: readonly ChangedDocument[], owners: readonly Owner[]): ChangedDocument[] {
  const arriving = new Set(documents.map(({ row }) => nameOf(row)));
  const others = owners.filter((row) => !arriving.has(nameOf(row)));
  const ownerOf = new Map(others.map((row) => [keyOf(row), nameOf(row)]));
  return documents.map((document) => {
    const { row, read, before } = document;
    if (read === undefined) return document;
    const owner = ownerOf.get(keyOf(row));
    if (owner === undefined) ownerOf.set(keyOf(row), nameOf(row));
    return owner === undefined ? document : { row: failed(row, quickbooksFailure('QB-REPETIDO', owner)), before };
  });
}

/** The keys of the receipts that a document makes, or made and leaves. */
export function receiptsOf(document: ChangedDocument): KeyOfReceipt[] {
  const left = leftReceipt(document);
  return [
    ...(document.read === undefined ? [] : [document.row as QuickBooksRow & KeyOfReceipt]),
    ...(left === undefined ? [] : [left]),
  ];
}

/** The stored receipts of some keys, and their rows. */
export interface StoredReceipts {
  /** Keys, as texts, of receipts that come from a better source: documents of QuickBooks do not change them. */
  readonly better: ReadonlySet<string>;
  /** The months of the reports that have rows of a receipt, by its key as a text. */
  readonly months: ReadonlyMap<string, readonly ReportMonth[]>;
}

/** A document, and the months of reports that it would change. */
interface DatedDocument {
  readonly document: ChangedDocument;
  readonly months: readonly ReportMonth[];
}

/** Adds the months of reports that a document would change. @param rnc of the declarant */
export function withMonths(document: ChangedDocument, { better, months }: StoredReceipts, rnc: string): DatedDocument {
  const { row, read } = document;
  const touched = [row, leftReceipt(document)].flatMap((key) =>
    key === undefined || better.has(keyOf(key)) ? [] : (months.get(keyOf(key)) ?? []),
  );
  const own =
    read === undefined || better.has(keyOf(row))
      ? []
      : deriveRows({ sentido: row.sentido, receipt: read.receipt, respuestas: {}, learned: {} }, rnc);
  return { document, months: [...touched, ...own.map(({ reporte, periodo }) => ({ reporte, periodo }))] };
}

/** Documents that would change a filed report wait. */
export function holdFiled(documents: readonly DatedDocument[], filed: readonly ReportMonth[]): ChangedDocument[] {
  const isFiled = new Set(filed.map(nameOfMonth));
  return documents.map(({ document, months }) => {
    const month = months.find((each) => isFiled.has(nameOfMonth(each)));
    if (month === undefined) return document;
    const { row, before } = document;
    const waiting = failed(row, quickbooksFailure('QB-PRESENTADO', `${month.reporte} de ${month.periodo}`));
    const { emisor, ncf } = leftReceipt(document) ?? row;
    return { row: { ...waiting, emisor, ncf }, before };
  });
}

/** A month of a report as a text. */
export const nameOfMonth = ({ reporte, periodo }: ReportMonth): string => `${reporte}|${periodo}`;
