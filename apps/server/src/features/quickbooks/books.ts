import {
  type DocumentEntity,
  documentEntities,
  documentsBetween,
  type Listed,
  recordEntities,
  recordsOf,
  wordsOfFailure,
} from '@timbre/quickbooks';
import {
  addToDirectory,
  emptyDirectory,
  inclusion,
  indexMapping,
  type MapeoDeCuentas,
  type QuickBooksDirectory,
} from '@timbre/reports';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/transactions.ts';
import type { FedDocument } from '../../renglones/quickbooks-receipt.ts';
import { type QuickBooksKey, unseenDocuments } from '../../renglones/quickbooks-repo.ts';
import type { Days, Scope } from '../../renglones/scope.ts';
import { type QuickBooksEnd, storeQuickBooks } from '../../renglones/store-quickbooks.ts';
import { demandValue, isMissing, jobPatienceMs, type Opened, quickbooksOf } from './company.ts';

/** What is read of the books, and how. */
export interface BooksWanted {
  readonly reportes: readonly ('606' | '607')[];
  readonly days: Days;
  /** When the reading began: what did not come since then is looked up one by one. */
  readonly since: Date;
  readonly mapeo: MapeoDeCuentas;
  /** Whether reports that were filed may change. */
  readonly aunquePresentado?: boolean;
}

/** Documents that one transaction stores, a few hundred at most. */
export interface BooksPage {
  readonly documents: readonly FedDocument[];
  /** Where the next page begins, at most 40 characters. */
  readonly next: string;
  /** QuickBooks did not list them any more; they are as it says one by one, or gone. */
  readonly isReview: boolean;
}

/** The books of a company in QuickBooks: its documents of some days. */
export interface Books {
  /** The company there. */
  readonly realm: string;
  /** How many documents QuickBooks lists. @throws Problem */
  count(): Promise<number>;
  /**
   * The documents, from a place on, credits after what they are linked with. At the end come those that were known and are no
   * longer listed: a list shifts while documents are deleted, so each is asked for by its id before it counts as gone.
   *
   * @throws Problem `quickbooks/…` at the first page that does not come
   */
  pages(from?: string): AsyncGenerator<BooksPage, void>;
  /** Stores documents with their receipts and rows. */
  store(tx: Tx, documents: readonly FedDocument[], now: Date): Promise<QuickBooksEnd[]>;
}

/**
 * Opens the books of the connected company. Reads its vendors, customers, accounts, items and taxes, which documents name by an id.
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
  const options = { ...rules, mapping: indexMapping(mapeo), directory: await readDirectory(ctx, opened) };

  async function* reviewed(): AsyncGenerator<BooksPage, void> {
    const asked = new Set<string>();
    for (;;) {
      const unseen = await ctx.db.reading(empresaId, (tx) =>
        unseenDocuments(tx, books, entities, days, since, reviewedTogether),
      );
      const fresh = unseen.filter(({ entidad, qb_id }) => !asked.has(`${entidad}:${qb_id}`));
      if (fresh.length === 0) return;
      for (const { entidad, qb_id } of fresh) asked.add(`${entidad}:${qb_id}`);
      const documents = await Promise.all(fresh.map((key) => lookUp(ctx, opened, key)));
      yield { documents, next: reviewing, isReview: true };
    }
  }

  return {
    realm,
    count: () => countDocuments(ctx, opened, { entities, ...days }),
    async *pages(from) {
      if (from !== reviewing)
        for await (const page of documentPages(ctx, opened, { entities, ...days }, from))
          yield { ...page, isReview: false };
      yield* reviewed();
    },
    store: (tx, documents, now) => storeQuickBooks(tx, books, documents, options, now),
  };
}

/** The place behind the last document that is listed. */
const reviewing = 'revision';
/** Documents that are looked up together. */
const reviewedTogether = 50;

/** The report that documents of a kind feed. */
const reportOf = (entity: DocumentEntity): '606' | '607' => (inclusion[entity].side === 'compra' ? '606' : '607');

/** A document by its id, or that it is gone. @throws Problem */
async function lookUp(
  ctx: Context,
  opened: Opened,
  { entidad: entity, qb_id: id }: QuickBooksKey,
): Promise<FedDocument> {
  const gone = { entity, json: { Id: id, status: 'Deleted' } };
  if (!/^\d{1,20}$/.test(id)) return gone; // it came without an id
  const found = await opened.company.read(entity, id);
  if (isMissing(found)) return gone;
  return { entity, json: await demandValue(ctx, opened, found) };
}

/** Everything that documents name by an id. A list that QuickBooks does not give is done without. @throws Problem */
async function readDirectory(ctx: Context, opened: Opened): Promise<QuickBooksDirectory> {
  const directory = emptyDirectory();
  await Promise.all(
    recordEntities.map(async (entity) => {
      for await (const page of opened.company.pages(recordsOf(entity))) {
        if (page.kind === 'fault' || page.kind === 'too-many')
          return ctx.log.warn({ entity, why: wordsOfFailure(page) }, 'a list of QuickBooks was done without');
        for (const json of await demandValue(ctx, opened, page)) addToDirectory(directory, entity, json);
      }
    }),
  );
  return directory;
}

/** Which documents are wanted: of these kinds, between two days, inclusive, as `YYYY-MM-DD`. */
export interface Wanted {
  readonly entities: readonly DocumentEntity[];
  readonly desde: string;
  readonly hasta: string;
}

/** How many documents there are. @throws Problem */
export async function countDocuments(ctx: Context, opened: Opened, wanted: Wanted): Promise<number> {
  const counts = await Promise.all(listsOf(wanted).map(({ list }) => opened.company.count(list)));
  let total = 0;
  for (const count of counts) total += await demandValue(ctx, opened, count);
  return total;
}

/** Documents of a page that is given at once. */
const together = 250;

/**
 * The documents of a company between two dates, newest first of each kind, a few hundred at a time. The pages after those that
 * are being read are on their way. A document that changes meanwhile may come twice: it is known by its kind and its `Id`.
 *
 * @param from `next` of the page after which it was left
 * @throws Problem `quickbooks/…` at the first page that does not come
 */
export async function* documentPages(
  ctx: Context,
  opened: Opened,
  wanted: Wanted,
  from?: string,
): AsyncGenerator<Omit<BooksPage, 'isReview'>, void> {
  const lists = listsOf(wanted, from);
  const positions = lists.map(({ start }) => start);
  for await (const { at, page } of opened.company.allPages(lists.map(({ list }) => list))) {
    const { entity } = lists[at]!;
    const rows = await demandValue(ctx, opened, page);
    for (let i = 0; i < rows.length; i += together) {
      const documents = rows.slice(i, i + together).map((json) => ({ entity, json }));
      positions[at]! += documents.length;
      yield { documents, next: `${entity}:${positions[at]}` };
    }
  }
}

/** The lists of the kinds that are wanted, from a place on. */
function listsOf(
  { entities, desde, hasta }: Wanted,
  from?: string,
): { entity: DocumentEntity; start: number; list: Listed }[] {
  const [kind, position = '1'] = from?.split(':') ?? [];
  const left = kind === undefined ? entities : entities.slice(Math.max(0, entities.indexOf(kind as DocumentEntity)));
  return left.map((entity) => {
    const start = entity === kind ? Number(position) : 1;
    return { entity, start, list: documentsBetween(entity, desde, hasta, start) };
  });
}
