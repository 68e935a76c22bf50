import { abs, add, compare, type Decimal, decimal, divide, isZero, mul, neg, sub, zero } from '@timbre/values';
import { isNotaCredito } from '../layout/ncf.ts';
import { destinationOf } from '../render/consumer-summary.ts';
import { type Correction, correctionsOf, missingTexts, type ReconciledField, repeatedTexts } from './correct.ts';
import { type ReconciledEntry, type ReconciledSource, reconciledSources } from './entry.ts';
import { type Group, type Pairing, pairOf } from './pair.ts';

/** A receipt on which the sources differ. */
export interface ReconciledFinding<Entry extends ReconciledEntry = ReconciledEntry> {
  readonly ncf: string;
  readonly rnc: string;
  readonly entries: Readonly<Partial<Record<ReconciledSource, Entry>>>;
  /** Sources that should have the receipt and do not. */
  readonly missing: readonly ReconciledSource[];
  readonly repeated: readonly ReconciledSource[];
  /** Fields in which the sources differ. */
  readonly fields: readonly ReconciledField[];
  readonly corrections: readonly Correction[];
}

/** Totals of the entries of a source; credit notes subtract. */
export interface SourceTotals {
  cantidad: number;
  monto: Decimal;
  itbis: Decimal;
}

/** Totals of each compared source, and the number of receipts on which the sources agree and differ. */
export interface ReconciledTotals {
  readonly sources: Partial<Record<ReconciledSource, SourceTotals>>;
  alike: number;
  otherwise: number;
}

/** Entries of each compared source, in the order of their numbers. A source that is left out is not compared. */
export type ReconciledSides<Entry extends ReconciledEntry = ReconciledEntry> = Readonly<
  Partial<Record<ReconciledSource, Iterable<Entry>>>
>;

/** Empty totals, to which {@link reconcile} adds. */
export const noReconciledTotals = (): ReconciledTotals => ({ sources: {}, alike: 0, otherwise: 0 });

/** Differences that rounding may cause: to cents, and to whole pesos. */
const tolerances = { cents: decimal('0.01'), pesos: decimal('0.50') };

/**
 * Compares the receipts of a month in the books, the e-CF, on paper and in a TXT, number by number. The sources are merged as
 * streams: none of them is held in memory.
 *
 * @param totals updated as the findings are read; one object may be passed to several calls, one for each part of the
 * numbers
 * @param txtInPesos true if the TXT has whole pesos, as the specification's 607: a difference of cents is then ignored
 * @returns the receipts on which the sources differ, in the order of their numbers
 * @throws RangeError if a source is not in the order of its numbers
 */
export function* reconcile<Entry extends ReconciledEntry>(
  report: '606' | '607',
  sides: ReconciledSides<Entry>,
  totals: ReconciledTotals,
  txtInPesos = false,
): Generator<ReconciledFinding<Entry>> {
  const taking = reconciledSources.filter((source) => sides[source] !== undefined);
  for (const source of taking) totals.sources[source] ??= { cantidad: 0, monto: zero, itbis: zero };
  for (const group of groupsOf(sides)) {
    for (const source of taking) for (const entry of group[source]) count(totals.sources[source]!, entry);
    for (const pairing of pairOf(group, report === '606')) {
      const finding = findingOf(report, pairing, taking, txtInPesos);
      if (finding === undefined) totals.alike++;
      else {
        totals.otherwise++;
        yield finding;
      }
    }
  }
}

function count(totals: SourceTotals, { ncf, monto, itbis }: ReconciledEntry): void {
  const signed = isNotaCredito(ncf) ? neg : (amount: Decimal) => amount;
  totals.cantidad++;
  totals.monto = add(totals.monto, signed(monto));
  totals.itbis = add(totals.itbis, signed(itbis));
}

/** The entries of each number, of all sources. */
function* groupsOf<Entry extends ReconciledEntry>(sides: ReconciledSides<Entry>): Generator<Group<Entry>> {
  const heads = reconciledSources.map((source) => ({ source, rest: (sides[source] ?? [])[Symbol.iterator]() }));
  const next = new Map<ReconciledSource, Entry>();
  const advance = ({ source, rest }: (typeof heads)[number]) => {
    const { value, done } = rest.next();
    if (done) next.delete(source);
    else next.set(source, value);
  };
  for (const head of heads) advance(head);
  while (next.size > 0) {
    let ncf: string | undefined;
    for (const entry of next.values()) if (ncf === undefined || entry.ncf < ncf) ncf = entry.ncf;
    const group: Record<ReconciledSource, Entry[]> = { quickbooks: [], ecf: [], papel: [], txt: [] };
    for (const head of heads) {
      for (let entry = next.get(head.source); entry?.ncf === ncf; entry = next.get(head.source)) {
        group[head.source].push(entry!);
        advance(head);
      }
      const following = next.get(head.source);
      if (following !== undefined && following.ncf < ncf!)
        throw new RangeError(`not in order: ${following.ncf} after ${ncf}`);
    }
    yield group;
  }
}

function findingOf<Entry extends ReconciledEntry>(
  report: '606' | '607',
  { entries, repeated }: Pairing<Entry>,
  taking: readonly ReconciledSource[],
  txtInPesos: boolean,
): ReconciledFinding<Entry> | undefined {
  const present = taking.filter((source) => entries[source] !== undefined);
  const first = entries[present.includes('ecf') ? 'ecf' : present[0]!]!;
  const missing = taking.filter((source) => entries[source] === undefined && isExpected(report, source, first, taking));
  const tolerance = (source: ReconciledSource) => tolerances[txtInPesos && source === 'txt' ? 'pesos' : 'cents'];
  const differing = fields
    .map((field) => ({
      field,
      wrong: present.filter((source) => !isSame(field, entries[source]!, first, tolerance(source))),
    }))
    .filter(({ wrong }) => wrong.length > 0);
  if (missing.length === 0 && repeated.length === 0 && differing.length === 0) return undefined;
  return {
    ncf: first.ncf,
    rnc: present.map((source) => entries[source]!.rnc).find((rnc) => rnc !== '') ?? '',
    entries,
    missing,
    repeated,
    fields: differing.map(({ field }) => field),
    corrections: [
      ...missing.map((donde) => ({ donde, texto: missingTexts[report][donde] })),
      ...repeated.map((donde) => ({ donde, texto: repeatedTexts[donde] })),
      ...differing.flatMap(({ field, wrong }) => correctionsOf(field, entries, wrong)),
    ],
  };
}

const fields: readonly ReconciledField[] = ['rnc', 'fecha', 'monto', 'itbis'];

const isSame = (field: ReconciledField, a: ReconciledEntry, b: ReconciledEntry, tolerance: Decimal): boolean =>
  field === 'monto' || field === 'itbis'
    ? compare(abs(sub(a[field], b[field])), tolerance) <= 0
    : a[field] === b[field];

/**
 * Whether a source should have a receipt. A receipt on paper is not an e-CF; without books to compare it should have been
 * loaded from paper. The 607 details neither e-CF nor the sales
 * in the summary of consumers.
 * @source herramienta 607 v2023.1.1; NG 07-18
 */
function isExpected(
  report: '606' | '607',
  source: ReconciledSource,
  { ncf, fecha, monto }: ReconciledEntry,
  taking: readonly ReconciledSource[],
): boolean {
  if (source === 'ecf') return ncf.startsWith('E');
  if (source === 'papel') return !ncf.startsWith('E') && !taking.includes('quickbooks');
  if (source === 'quickbooks' || report === '606' || fecha === undefined) return true;
  return destinationOf({ ncf, fecha_comprobante: fecha, monto_facturado: monto }) === 'detalle';
}

/** Difference of an amount from another, in percent with two decimals; undefined if the other is zero. */
export const percentOff = (amount: Decimal, from: Decimal): Decimal | undefined =>
  isZero(from) ? undefined : divide(mul(sub(amount, from), decimal('100')), abs(from), 2);
