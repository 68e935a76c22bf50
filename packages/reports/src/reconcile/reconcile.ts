import { abs, add, compare, type Decimal, decimal, divide, isZero, mul, neg, sub, zero } from '@timbre/values';
import { isNotaCredito } from '../layout/ncf.ts';
import { destinationOf } from '../render/consumer-summary.ts';
import { type Correction, correctionsOf, missingTexts, type ReconciledField, repeatedTexts } from './correct.ts';
import { type ReconciledEntry, type ReconciledSource, reconciledSources } from './entry.ts';
import { type Group, type Pairing, pairOf } from './pair.ts';

/** A receipt of which the sources do not say the same. */
export interface ReconciledFinding<Entry extends ReconciledEntry = ReconciledEntry> {
  readonly ncf: string;
  readonly rnc: string;
  readonly entries: Readonly<Partial<Record<ReconciledSource, Entry>>>;
  /** Sources that should have it and do not. */
  readonly missing: readonly ReconciledSource[];
  readonly repeated: readonly ReconciledSource[];
  /** Fields that the sources say otherwise. */
  readonly fields: readonly ReconciledField[];
  readonly corrections: readonly Correction[];
}

/** What the entries of a source come to; credit notes subtract. */
export interface SourceTotals {
  cantidad: number;
  monto: Decimal;
  itbis: Decimal;
}

/** The totals of each source that takes part, and how many receipts the sources say alike and otherwise. */
export interface ReconciledTotals {
  readonly sources: Partial<Record<ReconciledSource, SourceTotals>>;
  alike: number;
  otherwise: number;
}

/** Entries of each source that takes part, in the order of their numbers. A source that is left out is not compared. */
export type ReconciledSides<Entry extends ReconciledEntry = ReconciledEntry> = Readonly<
  Partial<Record<ReconciledSource, Iterable<Entry>>>
>;

/** Totals to which {@link reconcile} adds. */
export const noReconciledTotals = (): ReconciledTotals => ({ sources: {}, alike: 0, otherwise: 0 });

/** What rounding may differ by: to cents, and to whole pesos. */
const tolerances = { cents: decimal('0.01'), pesos: decimal('0.50') };

/**
 * Compares what the books, the e-CF and a TXT say of the receipts of a month, number by number: they are merged, and none of them
 * is held.
 *
 * @param totals grow as the findings are read; the same ones may go through several calls, one for each part of the numbers
 * @param txtInPesos whether the TXT has whole pesos, as the specification's 607: then cents are no difference
 * @returns the receipts that are not said alike, in the order of their numbers
 * @throws RangeError when a source is not in the order of its numbers
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
    const group: Record<ReconciledSource, Entry[]> = { quickbooks: [], ecf: [], txt: [] };
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
  const missing = taking.filter((source) => entries[source] === undefined && isExpected(report, source, first));
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
 * Whether a source should have a receipt. Paper is no e-CF; the 607 details neither e-CF nor what is in the summary of consumers.
 * @source herramienta 607 v2023.1.1; NG 07-18
 */
function isExpected(report: '606' | '607', source: ReconciledSource, { ncf, fecha, monto }: ReconciledEntry): boolean {
  if (source === 'ecf') return ncf.startsWith('E');
  if (source === 'quickbooks' || report === '606' || fecha === undefined) return true;
  return destinationOf({ ncf, fecha_comprobante: fecha, monto_facturado: monto }) === 'detalle';
}

/** By how many percent an amount differs from another, two decimals; undefined where the other is zero. */
export const percentOff = (amount: Decimal, from: Decimal): Decimal | undefined =>
  isZero(from) ? undefined : divide(mul(sub(amount, from), decimal('100')), abs(from), 2);
