import { type DocumentEntity, documentsBetween, idOf, type Listed } from '@timbre/quickbooks';
import type { FedDocument } from '../../../domain/reports/quickbooks/read.ts';
import type { Context } from '../../context.ts';
import { demandValue, type Opened } from '../company.ts';

/** The documents to read: of these kinds, between two days, inclusive, as `YYYY-MM-DD`. */
interface Wanted {
  readonly entities: readonly DocumentEntity[];
  readonly desde: string;
  readonly hasta: string;
}

/** Documents of a list, a few hundred at most. */
export interface DocumentsPage {
  readonly documents: readonly FedDocument[];
  /** Where the next page begins, at most 40 characters. */
  readonly next: string;
}

/** How many documents there are. @throws Problem */
export async function countDocuments(ctx: Context, opened: Opened, wanted: Wanted): Promise<number> {
  const counts = await Promise.all(listsOf(wanted).map(({ list }) => opened.company.count(list)));
  let total = 0;
  for (const count of counts) total += await demandValue(ctx, opened, count);
  return total;
}

/** Signs, noticed while lists were read, that they changed. */
export interface Walk {
  /** How many documents there were when the first page of each kind was requested. */
  readonly counted: Map<DocumentEntity, number>;
  /** Kinds of which a document arrived twice. */
  readonly shifted: Set<DocumentEntity>;
}

/** Maximum documents yielded at once. */
export const together = 250;

/**
 * The documents of a company between two dates, newest first of each kind, a few hundred at a time. The following pages
 * are requested while the current ones are read. Each document is yielded once: repetitions, which occur when a list
 * shifts, are left out.
 *
 * @param from `next` of the last page of an interrupted reading
 * @param walk receives the changes noticed in the lists
 * @throws Problem `quickbooks/…` at the first page that cannot be read
 */
export async function* documentPages(
  ctx: Context,
  opened: Opened,
  wanted: Wanted,
  from?: string,
  walk: Walk = { counted: new Map(), shifted: new Set() },
): AsyncGenerator<DocumentsPage, void> {
  const lists = listsOf(wanted, from);
  const positions = lists.map(({ start }) => start);
  const seen = lists.map(() => new Set<string>());
  const pages = opened.company.allPages(
    lists.map(({ list }) => list),
    (at, total) => void walk.counted.set(lists[at]!.entity, total),
  );
  for await (const { at, page } of pages) {
    const { entity } = lists[at]!;
    const rows = await demandValue(ctx, opened, page);
    for (let i = 0; i < rows.length; i += together) {
      const slice = rows.slice(i, i + together);
      const documents = slice.filter((json) => isNew(seen[at]!, idOf(json))).map((json) => ({ entity, json }));
      if (documents.length < slice.length) walk.shifted.add(entity);
      positions[at]! += slice.length;
      yield { documents, next: `${entity}:${positions[at]}` };
    }
  }
}

/** Whether an id is seen for the first time. A missing id counts as new. */
const isNew = (seen: Set<string>, id: string | undefined): boolean => id === undefined || seen.size < seen.add(id).size;

/** The lists of the requested kinds, from a place on. */
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
