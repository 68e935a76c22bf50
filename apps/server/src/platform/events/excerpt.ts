import type { Db } from '../db/transactions.ts';
import { firstFrom } from './entries-repo.ts';
import { canonicalJson, genesis, readEntries, readHead } from './events.ts';
import { keylessSeal, type SealedEntry, type Seals } from './seals.ts';

/** An entry of a record as it was sealed. */
export interface ExcerptEntry extends Omit<SealedEntry, 'empresaId'> {
  readonly sello: Buffer;
  /** Whether its seal, computed anew from the previous entry, differs: the database was changed. */
  readonly alterado: boolean;
}

/** The entries of a record from an instant until now. */
export interface Excerpt {
  /** Number of the first entry, and one past the last. */
  readonly first: number;
  readonly end: number;
  /** Seal of the entry before the first. */
  readonly previous: Buffer;
  /** The entries, page by page. Throws when one is missing. */
  pages(): AsyncGenerator<readonly ExcerptEntry[]>;
}

/** The entries of a company's record from an instant until now. */
export async function openExcerpt(
  { db, seals }: { readonly db: Db; readonly seals: Seals },
  empresaId: string,
  from: Date,
): Promise<Excerpt> {
  const { first, end, previous, keyedAfter } = await db.reading(empresaId, async (tx) => {
    const first = await firstFrom(tx, empresaId, from);
    const [last] = first === 1 ? [] : await readEntries(tx, empresaId, first - 2, first - 1);
    const head = await readHead(tx, empresaId);
    const previous = last === undefined ? genesis : last.hash;
    return { first, end: (head?.seq ?? 0) + 1, previous, keyedAfter: head?.llaveDesde ?? 0 };
  });
  return {
    first,
    end,
    previous,
    async *pages() {
      let [seq, hash]: [number, Buffer] = [first - 1, previous];
      while (seq < end - 1) {
        const rows = await db.reading(empresaId, (tx) => readEntries(tx, empresaId, seq, end - 1));
        if (rows.length === 0) throw new Error(`Entry ${seq + 1} of a record is missing`);
        yield rows.map(({ seq: number, tipo, sujeto, datos, en, hash: sello }) => {
          const entry = { seq: number, tipo, sujeto, json: canonicalJson(datos), en };
          const seal = number > keyedAfter ? seals.entry : keylessSeal;
          const alterado = number !== seq + 1 || !seal(hash, { ...entry, empresaId }).equals(sello);
          [seq, hash] = [number, sello];
          return { ...entry, sello, alterado };
        });
      }
    },
  };
}
