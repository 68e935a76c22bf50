import { abs, compare, decimal, sub } from '@timbre/values';
import { type ReconciledEntry, type ReconciledSource, reconciledSources } from './entry.ts';

/** The entries of one receipt in the sources. */
export interface Pairing<Entry extends ReconciledEntry> {
  readonly entries: Partial<Record<ReconciledSource, Entry>>;
  /** Sources that have it more than once. */
  readonly repeated: ReconciledSource[];
}

/** Entries of one number, by their source. */
export type Group<Entry extends ReconciledEntry> = Readonly<Record<ReconciledSource, readonly Entry[]>>;

/** Maximum difference between the amounts of one receipt. */
const near = decimal('1');

/**
 * Groups the entries of one number into receipts. Numbers on paper are unique only for their issuer: in the 606,
 * entries with the same RNC are one receipt. Entries of different sources with different RNC are one receipt too, if
 * one of them has no RNC or their amounts agree.
 * @param bySupplier whether the other party issued it, as in the 606
 */
export function pairOf<Entry extends ReconciledEntry>(group: Group<Entry>, bySupplier: boolean): Pairing<Entry>[] {
  const byParty = new Map<string, Pairing<Entry>>();
  for (const source of reconciledSources)
    for (const entry of group[source]) {
      const key = bySupplier ? entry.rnc : '';
      const pairing = byParty.get(key) ?? { entries: {}, repeated: [] };
      byParty.set(key, pairing);
      if (pairing.entries[source] === undefined) pairing.entries[source] = entry;
      else if (!pairing.repeated.includes(source)) pairing.repeated.push(source);
    }
  const pairings: Pairing<Entry>[] = [];
  for (const pairing of byParty.values()) {
    const other = pairings.find((each) => isOther(each, pairing));
    if (other === undefined) pairings.push(pairing);
    else {
      Object.assign(other.entries, pairing.entries);
      other.repeated.push(...pairing.repeated);
    }
  }
  return pairings;
}

/** True if two pairings are one receipt whose RNC differs between sources. */
function isOther(a: Pairing<ReconciledEntry>, b: Pairing<ReconciledEntry>): boolean {
  const [first, second] = [Object.values(a.entries), Object.values(b.entries)];
  if (Object.keys(b.entries).some((source) => source in a.entries)) return false;
  return first.some((x) =>
    second.some((y) => x.rnc === '' || y.rnc === '' || compare(abs(sub(x.monto, y.monto)), near) <= 0),
  );
}
