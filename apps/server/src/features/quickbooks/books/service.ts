import {
  type DocumentEntity,
  documentEntities,
  documentsBetween,
  idOf,
  recordEntities,
  recordsOf,
  wordsOfFailure,
  wordsOfMissing,
} from '@timbre/quickbooks';
import {
  type AccountMapping,
  addToDirectory,
  emptyDirectory,
  inclusion,
  indexMapping,
  type QuickBooksDirectory,
} from '@timbre/reports';
import { cameSince, type QuickBooksKey, unseenDocuments } from '../../../domain/reports/quickbooks/documents-repo.ts';
import type { FedDocument } from '../../../domain/reports/quickbooks/read.ts';
import { type QuickBooksEnd, storeQuickBooks } from '../../../domain/reports/quickbooks/store.ts';
import type { Days, Scope } from '../../../domain/reports/scope.ts';
import type { Tx } from '../../../platform/db/transactions.ts';
import type { Context } from '../../context.ts';
import { demandValue, isMissing, jobPatienceMs, type Opened, quickbooksOf } from '../company.ts';
import { countDocuments, type DocumentsPage, documentPages, together, type Walk } from './pages.ts';

/** The reports, days and mapping for which books are read. */
interface BooksWanted {
  readonly reportes: readonly ('606' | '607')[];
  readonly days: Days;
  /** When the reading began. Documents that have not arrived since then are looked up one by one. */
  readonly since: Date;
  readonly mapeo: AccountMapping;
  /** Whether reports that were filed may change. */
  readonly aunquePresentado?: boolean;
}

/** The outcome of reading the books. */
export interface BooksSummary {
  /** Documents that QuickBooks lists. */
  listed: number;
  /** How many of those never arrived. */
  missing: number;
  readonly avisos: string[];
}

/** Documents that one transaction stores. */
interface BooksPage extends DocumentsPage {
  /** True if QuickBooks no longer lists the documents: each was looked up by its id, and may be gone. */
  readonly isReview: boolean;
}

/** The books of a company in QuickBooks: its documents between two days. */
export interface Books {
  /** The company's id in QuickBooks. */
  readonly realm: string;
  /** How many documents QuickBooks lists. @throws Problem */
  count(): Promise<number>;
  /**
   * The documents, from a place on. Credits follow the documents they are linked with. Each page is stored before the
   * next is requested. A list shifts while documents are added or deleted: a list that shifted is read again, at most
   * twice. At the end come known documents that are no longer listed: each is requested by its id before it counts as
   * gone.
   *
   * @throws Problem `quickbooks/…` at the first page that cannot be read
   */
  pages(from?: string): AsyncGenerator<BooksPage, void>;
  /** After all pages: how many documents QuickBooks lists and how many never arrived, with notices in Spanish. */
  readonly summary: BooksSummary;
  /** Stores documents with their receipts and rows. */
  store(tx: Tx, documents: readonly FedDocument[], now: Date): Promise<QuickBooksEnd[]>;
}

/**
 * Opens the books of the connected company. Reads its vendors, customers, accounts, items and taxes, to which documents
 * refer by id.
 *
 * @throws Problem `quickbooks/…`
 */
export async function openBooks(ctx: Context, scope: Scope, wanted: BooksWanted): Promise<Books> {
  const { empresaId } = scope;
  const opened = await quickbooksOf(ctx, empresaId, jobPatienceMs);
  const { realm } = opened;
  const books = { ...scope, realm };
  const { reportes, days, since, mapeo, ...rules } = wanted;
  const entities = documentEntities.filter((entity) => reportes.includes(reportOf(entity)));
  const summary: BooksSummary = { listed: 0, missing: 0, avisos: [] };
  const options = { ...rules, mapping: indexMapping(mapeo), directory: await readDirectory(ctx, opened, summary) };
  const walk: Walk = { counted: new Map(), shifted: new Set() };
  const came = (entity: DocumentEntity) =>
    ctx.db.reading(empresaId, (tx) => cameSince(tx, books, entity, days, since, mostListed));
  const unseen = () =>
    ctx.db.reading(empresaId, (tx) => unseenDocuments(tx, books, entities, days, since, reviewedTogether));

  /**
   * Reads again the lists that shifted, or of which not all documents arrived. Then records the documents that never
   * arrived.
   */
  async function* completed(): AsyncGenerator<BooksPage, void> {
    for (const entity of entities) {
      const list = documentsBetween(entity, days.desde, days.hasta);
      const count = async () => demandValue(ctx, opened, await opened.company.count(list));
      let [known, total] = [await came(entity), await count()];
      if (walk.shifted.has(entity) || known.size !== total || (walk.counted.get(entity) ?? total) !== total) {
        const fresh = await readAgain(ctx, opened, entity, list, known);
        for (let i = 0; i < fresh.length; i += together)
          yield { documents: fresh.slice(i, i + together), next: reviewing, isReview: true };
        [known, total] = [await came(entity), await count()];
      }
      noteMissing(summary, entity, total, known.size);
    }
  }

  return {
    realm,
    summary,
    count: () => countDocuments(ctx, opened, { entities, ...days }),
    async *pages(from) {
      // After a crash it is unknown which lists had shifted.
      if (from !== undefined) for (const entity of entities) walk.shifted.add(entity);
      if (from !== reviewing)
        for await (const page of documentPages(ctx, opened, { entities, ...days }, from, walk))
          yield { ...page, isReview: false };
      yield* completed();
      yield* reviewed(ctx, opened, unseen);
    },
    store: (tx, documents, now) => storeQuickBooks(tx, books, documents, options, now),
  };
}

/** Maximum documents of a list. @source specification 002 §9: 50 pages of 1,000 */
const mostListed = 50_000;
/** Maximum documents of a list that are requested by their id because the second reading did not find them. */
const mostAsked = 500;

/** Plural names of the kinds of documents, for people. */
const manyOf: Readonly<Record<DocumentEntity, string>> = {
  Bill: 'facturas de suplidores',
  Purchase: 'gastos',
  VendorCredit: 'créditos de suplidores',
  Invoice: 'facturas',
  SalesReceipt: 'recibos de venta',
  CreditMemo: 'notas de crédito',
};

function noteMissing(summary: BooksSummary, entity: DocumentEntity, total: number, came: number): void {
  const missing = Math.max(0, total - came);
  summary.listed += total;
  summary.missing += missing;
  if (missing > 0)
    summary.avisos.push(`${wordsOfMissing(missing, total, `documentos (${manyOf[entity]})`)}. Procese de nuevo`);
}

/** The place after the last listed document. */
const reviewing = 'revision';
/** Documents that are looked up together. */
const reviewedTogether = 50;

/** The report that documents of a kind feed. */
const reportOf = (entity: DocumentEntity): '606' | '607' => (inclusion[entity].side === 'compra' ? '606' : '607');

const isId = (id: string): boolean => /^\d{1,20}$/.test(id);

/** A document by its id, marked as deleted if it no longer exists. @throws Problem */
async function lookUp(
  ctx: Context,
  opened: Opened,
  { entidad: entity, qb_id: id }: QuickBooksKey,
): Promise<FedDocument> {
  const gone = { entity, json: { Id: id, status: 'Deleted' } };
  if (!isId(id)) return gone; // it arrived without an id
  const answer = await opened.company.read(entity, id);
  if (isMissing(answer)) return gone;
  return { entity, json: await demandValue(ctx, opened, answer) };
}

/** Of a list that is read again: its documents that are not known, and the known documents that it no longer has. */
async function readAgain(
  ctx: Context,
  opened: Opened,
  entity: DocumentEntity,
  list: ReturnType<typeof documentsBetween>,
  known: ReadonlySet<string>,
): Promise<readonly FedDocument[]> {
  const { rows } = await demandValue(ctx, opened, await opened.company.whole(list));
  const listed = new Set(rows.map(idOf));
  const fresh: FedDocument[] = rows.filter((row) => !known.has(idOf(row) ?? '')).map((json) => ({ entity, json }));
  // A document that arrived before and is not listed now was deleted, or was skipped again.
  const left = [...known].filter((id) => !listed.has(id) && isId(id)).slice(0, mostAsked);
  for (let i = 0; i < left.length; i += reviewedTogether) {
    const asked = left.slice(i, i + reviewedTogether).map((qb_id) => lookUp(ctx, opened, { entidad: entity, qb_id }));
    fresh.push(...(await Promise.all(asked)));
  }
  return fresh;
}

/** The known documents that no list has, each requested once by its id. */
async function* reviewed(
  ctx: Context,
  opened: Opened,
  unseen: () => Promise<readonly QuickBooksKey[]>,
): AsyncGenerator<BooksPage, void> {
  const asked = new Set<string>();
  for (;;) {
    const fresh = (await unseen()).filter(({ entidad, qb_id }) => !asked.has(`${entidad}:${qb_id}`));
    if (fresh.length === 0) return;
    for (const { entidad, qb_id } of fresh) asked.add(`${entidad}:${qb_id}`);
    const documents = await Promise.all(fresh.map((key) => lookUp(ctx, opened, key)));
    yield { documents, next: reviewing, isReview: true };
  }
}

/**
 * Reads all lists to which documents refer by id. A list that QuickBooks refuses, or that is too long, is left out and
 * logged. Missing records of a list are reported. @throws Problem
 */
async function readDirectory(ctx: Context, opened: Opened, summary: BooksSummary): Promise<QuickBooksDirectory> {
  const directory = emptyDirectory();
  await Promise.all(
    recordEntities.map(async (entity) => {
      const read = await opened.company.whole(recordsOf(entity));
      if (read.kind === 'fault' || read.kind === 'too-many')
        return ctx.log.warn({ entity, why: wordsOfFailure(read) }, 'a list of QuickBooks was done without');
      const { rows, missing, total } = await demandValue(ctx, opened, read);
      for (const json of rows) addToDirectory(directory, entity, json);
      if (missing > 0) summary.avisos.push(wordsOfMissing(missing, total, `registros (${entity})`));
    }),
  );
  const preferences = await opened.company.query({ fields: '*', from: 'Preferences', where: [] });
  if (preferences.kind === 'ok') addToDirectory(directory, 'Preferences', preferences.value[0]);
  else ctx.log.warn({ why: wordsOfFailure(preferences) }, 'the currency of the books is not known');
  if (directory.home !== undefined && directory.home !== 'DOP') summary.avisos.push(otherHome(directory.home));
  return directory;
}

/** A notice, sent once instead of with each document, that the currency of the books is not the peso. */
const otherHome = (currency: string): string =>
  `Los libros de QuickBooks están en ${currency}: sus documentos en esa o en otra moneda extranjera no se pueden llevar a pesos y no se reportan. Cárguelos en pesos en Reportes Fiscales, o conecte una empresa de QuickBooks cuya moneda base sea el peso (DOP)`;
