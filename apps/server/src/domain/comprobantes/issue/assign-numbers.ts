import type { Ambiente, ErrorDeDocumento, RangoQueFalta } from '@timbre/contract';
import { formatFecha, formatISODate, parseENCF } from '@timbre/values';
import type { Tx } from '../../../platform/db/transactions.ts';
import { expiryOf, judgeOwnNumber, type NoNumber, type Numbered } from '../numbers/judge-number.ts';
import { lockRanges, type Range } from '../numbers/lock-ranges.ts';
import { lackingRange, noNumberFault, numberFault, rangesText } from '../numbers/number-faults.ts';
import { heldAs, type Occupant, occupantsOf } from '../numbers/occupants.ts';
import type { Quarantine } from '../numbers/quarantine.ts';
import type { LookForNumbers } from '../numbers/take-numbers.ts';
import type { Credited } from './references.ts';

/** The issuer whose numbers are assigned, and the time. */
export interface Numbering {
  readonly empresaId: string;
  readonly ambiente: Ambiente;
  readonly quarantine: Quarantine;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Why a document was not sealed. */
export interface NotSealed {
  readonly problem: NoNumber | 'ecf/invalido';
  /** Where a number was searched, if the document brought none. */
  readonly detail?: string;
  /** The missing range, if that is the reason. */
  readonly rango?: RangoQueFalta;
  /** The same reason, as errors of the document. */
  readonly errores: readonly ErrorDeDocumento[];
  /** Id of the document that already holds its number. */
  readonly heldBy?: string;
}

/** The source of the numbers of a batch. */
export interface Ledger {
  readonly ranges: readonly Range[];
  /** Takes numbers, or only looks them up. */
  readonly numbers: LookForNumbers;
  /** Numbers that count as held in addition to those of the database, with the id of each document. */
  readonly held?: ReadonlyMap<string, Occupant>;
  /** Amounts that count as credited in addition to those of the database. */
  readonly credited?: Credited;
}

/** The part of an e-CF or a summary that numbering needs. */
interface Unnumbered {
  readonly head: {
    readonly Encabezado: {
      readonly IdDoc: { readonly TipoeCF: string; readonly eNCF: string; readonly FechaVencimientoSecuencia?: string };
      readonly Emisor: { readonly RNCEmisor: string };
    };
  };
  readonly id?: string;
}

/** A document with its place in the batch. */
interface Member {
  readonly unsealed: Unnumbered;
  readonly index: number;
}

/** The number or the refusal of each document, by its place in the batch. */
type Outcomes = Map<number, Numbered | NotSealed>;

/**
 * Locks the ranges that a batch draws from, and checks that the database is the one that this process compared its
 * journal with.
 */
export async function lockNumbering(
  tx: Tx,
  { empresaId, ambiente, quarantine }: Numbering,
  batch: readonly Pick<Unnumbered, 'head'>[],
): Promise<readonly Range[]> {
  const tipos = [...new Set(batch.map(tipoOf))];
  const [ranges] = await Promise.all([lockRanges(tx, empresaId, ambiente, tipos), quarantine.demandSame(tx)]);
  return ranges;
}

/**
 * Assigns each document its number: its own, if it brings one that no other document holds; otherwise the next of the
 * range.
 *
 * @param ledger its ranges are those of {@link lockNumbering} when numbers are taken
 * @returns the number or the refusal of each document, by its place in the batch
 */
export async function assignNumbers(
  tx: Tx,
  numbering: Numbering,
  ledger: Ledger,
  batch: readonly Member[],
): Promise<ReadonlyMap<number, Numbered | NotSealed>> {
  const outcomes: Outcomes = new Map();
  const today = formatISODate(formatFecha(numbering.now));
  for (const series of groupBySeries(batch)) {
    const refuse: Refuse = ({ index, unsealed }, problem, holder) =>
      outcomes.set(index, refusalOf(unsealed, problem, { ...numbering, ...ledger, holder }));
    if (!(await isKnown(tx, numbering, ledger, series))) {
      for (const member of series.members) refuse(member, 'secuencia/cuarentena');
      continue;
    }
    const held = await assignOwn(tx, numbering, ledger, { series, today, outcomes, refuse });
    await assignNext(tx, numbering, ledger, { series, today, outcomes, refuse, held });
  }
  return outcomes;
}

/** Records why a document has no number. */
type Refuse = (member: Member, problem: NoNumber, holder?: Occupant) => void;

/** The documents of one issuer and type, and where the result of each is recorded. */
interface Assigning {
  readonly series: Series;
  /** `yyyy-mm-dd`. */
  readonly today: string;
  readonly outcomes: Outcomes;
  readonly refuse: Refuse;
}

/** Whether the ledger is known to be complete for the numbers that a series may take. */
async function isKnown(
  tx: Tx,
  { ambiente, quarantine }: Numbering,
  { ranges }: Ledger,
  series: Series,
): Promise<boolean> {
  const key = { ambiente, rncEmisor: series.rncEmisor, tipo: series.tipo };
  return !quarantine.holds(key) && quarantine.knows(tx, key, lowestOf(series, ranges));
}

/** Assigns the documents that bring a number their own. Returns those numbers. */
async function assignOwn(
  tx: Tx,
  { empresaId, ambiente }: Numbering,
  { ranges, held: heldElsewhere = new Map() }: Ledger,
  { series: { rncEmisor, tipo, members }, today, outcomes, refuse }: Assigning,
): Promise<ReadonlySet<number>> {
  const own = members.filter(({ unsealed }) => ownNumber(unsealed) !== undefined);
  const eNCFs = own.map(({ unsealed }) => unsealed.head.Encabezado.IdDoc.eNCF);
  const occupants = await occupantsOf(tx, { empresaId, ambiente, rncEmisor }, eNCFs);
  const heldBy = new Map([...heldElsewhere, ...occupants]);
  const held = new Set<number>();
  for (const member of own) {
    const { unsealed, index } = member;
    const { eNCF } = unsealed.head.Encabezado.IdDoc;
    const holder = heldBy.get(eNCF);
    const number = { tipo, numero: ownNumber(unsealed) ?? 0, brought: expiryOf(unsealed.head) };
    const judged = judgeOwnNumber(ranges, number, today);
    if (holder !== undefined && holder.id !== unsealed.id) refuse(member, heldAs(holder), holder);
    else if (typeof judged === 'string') refuse(member, judged);
    else {
      outcomes.set(index, judged);
      held.add(judged.numero);
      if (holder === undefined) heldBy.set(eNCF, { id: unsealed.id ?? eNCF, fecha: null, estado: null });
    }
  }
  return held;
}

/** Assigns the other documents the next numbers of the ranges. @param held numbers that documents of the batch bring */
async function assignNext(
  tx: Tx,
  { empresaId, ambiente }: Numbering,
  { ranges, numbers }: Ledger,
  {
    series: { rncEmisor, tipo, members },
    today,
    outcomes,
    refuse,
    held,
  }: Assigning & { readonly held: ReadonlySet<number> },
): Promise<void> {
  const open = members.filter(({ unsealed }) => ownNumber(unsealed) === undefined);
  const source = { empresaId, ambiente, rncEmisor, tipo };
  // Even with no document to number, each range must end at a free number.
  const expiries = new Set(open.length === 0 ? [undefined] : open.map(({ unsealed }) => expiryOf(unsealed.head)));
  for (const brought of expiries) {
    const alike = open.filter(({ unsealed }) => expiryOf(unsealed.head) === brought);
    const { free, lack } = await numbers(tx, ranges, source, { count: alike.length, today, brought, held });
    alike.forEach((member, i) => {
      const number = free[i];
      if (number === undefined) refuse(member, lack ?? 'secuencia/agotada');
      else outcomes.set(member.index, number);
    });
  }
}

/** Where a number was looked for, and the document that holds it. */
interface Sought {
  readonly ambiente: Ambiente;
  readonly ranges: readonly Range[];
  readonly holder: Occupant | undefined;
}

/** The refusal of a document that has no number. */
function refusalOf(unsealed: Unnumbered, problem: NoNumber, { ambiente, ranges, holder }: Sought): NotSealed {
  const tipo = tipoOf(unsealed);
  const detail = ownNumber(unsealed) === undefined ? rangesText({ tipo, ambiente }, ranges) : undefined;
  const fault =
    detail === undefined
      ? numberFault(problem, unsealed.head.Encabezado.IdDoc.eNCF, ambiente, holder)
      : noNumberFault(problem, detail);
  const rango = lackingRange(problem, { tipo, ambiente });
  return {
    problem,
    errores: [fault],
    ...(detail === undefined ? {} : { detail }),
    ...(rango === undefined ? {} : { rango }),
    ...(holder === undefined ? {} : { heldBy: holder.id }),
  };
}

/** The lowest number that a series may take: a number that a document brings, or the next of a range. */
function lowestOf({ tipo, members }: Series, ranges: readonly Range[]): number {
  const own = members.map(({ unsealed }) => ownNumber(unsealed));
  const next = own.includes(undefined) ? ranges.filter((range) => range.tipo === tipo) : [];
  return Math.min(...own.filter((numero) => numero !== undefined), ...next.map(({ siguiente }) => siguiente));
}

/** The documents of one issuer and type. */
interface Series {
  readonly rncEmisor: string;
  readonly tipo: number;
  readonly members: Member[];
}

function groupBySeries(batch: readonly Member[]): Iterable<Series> {
  const groups = new Map<string, Series>();
  for (const { unsealed, index } of batch) {
    const rncEmisor = issuerOf(unsealed);
    const tipo = tipoOf(unsealed);
    const key = `${rncEmisor} ${tipo}`;
    const group = groups.get(key) ?? { rncEmisor, tipo, members: [] };
    group.members.push({ unsealed, index });
    groups.set(key, group);
  }
  return groups.values();
}

const tipoOf = ({ head }: Unnumbered) => Number(head.Encabezado.IdDoc.TipoeCF);
const issuerOf = ({ head }: Unnumbered) => head.Encabezado.Emisor.RNCEmisor;

/** The number that the document brings; undefined if it is to be assigned one. */
const ownNumber = ({ head }: Unnumbered): number | undefined => {
  const { eNCF } = head.Encabezado.IdDoc;
  return eNCF === '' || eNCF === undefined ? undefined : parseENCF(eNCF)?.secuencia;
};
