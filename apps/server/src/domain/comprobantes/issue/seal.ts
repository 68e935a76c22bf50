import { hash } from 'node:crypto';
import type { Ambiente, ErrorDeDocumento, RangoQueFalta } from '@timbre/contract';
import {
  deriveRFCE,
  documentLimits,
  esResumen,
  numbered,
  type RFCE,
  type SplitECF,
  writeDocument,
  writeSplit,
} from '@timbre/ecf';
import {
  formatENCF,
  formatFecha,
  formatFechaHora,
  formatISODate,
  parseENCF,
  parseISODate,
  type TipoECF,
} from '@timbre/values';
import { type Signer, signCanonical } from '@timbre/xml/node';
import type { Tx } from '../../../platform/db/transactions.ts';
import { isRefused } from '../judge/complete-draft.ts';
import type { Sealed, SignedXml } from '../judge/sealed.ts';
import {
  expiryOf,
  heldAs,
  judgeOwnNumber,
  lackingRange,
  lockRanges,
  lookedFor,
  type NoNumber,
  type Numbered,
  type Numbers,
  noNumberFault,
  numberFault,
  type Occupant,
  occupied,
  type Range,
  takeNumbers,
} from '../numbers/numbers.ts';
import type { Quarantine } from '../numbers/quarantine.ts';
import { type Credited, judgeReferences, mustWait } from './references.ts';

/** The issuer whose documents are sealed, the signer and the circumstances. */
export interface Seal {
  readonly empresaId: string;
  readonly ambiente: Ambiente;
  readonly signer: Signer;
  readonly quarantine: Quarantine;
  /** Epoch milliseconds: the signing date of every document of the batch. */
  readonly now: number;
  /** The import that the documents belong to: notes may refer to its documents that are not signed yet. */
  readonly importacionId?: string | null;
}

/** A valid document to be numbered and signed, with its lines already serialised. */
export interface Unsealed extends SplitECF {
  /** Id of its row, if it is stored already: it may keep the number that it holds. */
  readonly id?: string;
  /** The summary that the workbook contained; otherwise it is derived. */
  readonly resumen?: RFCE;
  /** Keep the FechaHoraFirma of the document instead of the time of signing. */
  readonly keepFechaHoraFirma?: boolean;
  /** Of a note: see `Referring.contradictory`. */
  readonly contradictory?: boolean;
  /** Also refuse the document for an aviso. */
  readonly estricto?: boolean;
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

/**
 * Numbers and signs a batch of valid documents inside the transaction that will store them: a rollback returns every
 * number. Notes are compared with their invoices first, under the lock on the ranges. Outcomes are in the order of the
 * documents. A refused document does not stop the others.
 */
export async function sealBatch(
  tx: Tx,
  seal: Seal,
  batch: readonly Unsealed[],
): Promise<readonly (Sealed | NotSealed)[]> {
  return sealFrom(tx, seal, batch, { ranges: await lockNumbering(tx, seal, batch), numbers: takeNumbers });
}

/** The source of the numbers of a batch. */
export interface Ledger {
  readonly ranges: readonly Range[];
  /** Takes numbers, or only looks them up. */
  readonly numbers: Numbers;
  /** Numbers that count as held in addition to those of the database, with the id of each document. */
  readonly held?: ReadonlyMap<string, Occupant>;
  /** Amounts that count as credited in addition to those of the database. */
  readonly credited?: Credited;
}

/** Numbers and signs a batch of valid documents from a ledger. See {@link sealBatch}. */
export async function sealFrom(
  tx: Tx,
  seal: Seal,
  batch: readonly Unsealed[],
  ledger: Ledger,
): Promise<readonly (Sealed | NotSealed)[]> {
  const told = await judgeReferences(tx, seal, batch, ledger.credited);
  const admitted = batch.flatMap((unsealed, i) => (isKept(unsealed, told[i]!) ? [] : [{ unsealed, index: i }]));
  const numbers = await assignNumbers(tx, seal, ledger, admitted);
  return Promise.all(
    batch.map(async (unsealed, i) => {
      const number = numbers.get(i);
      if (number === undefined) return { problem: 'ecf/invalido' as const, errores: told[i]! };
      if ('problem' in number) return number;
      return { ...(await signDocument(seal, unsealed, number)), avisos: told[i]! };
    }),
  );
}

/** Whether the errors of a document's reference prevent it from being sealed. */
const isKept = ({ estricto = false }: Unsealed, errores: readonly ErrorDeDocumento[]): boolean =>
  isRefused(errores) || mustWait(errores) || (estricto && errores.length > 0);

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

/** The issuer whose numbers are assigned, and the time. */
type Numbering = Omit<Seal, 'signer'>;

const tipoOf = ({ head }: Unnumbered) => Number(head.Encabezado.IdDoc.TipoeCF);
const issuerOf = ({ head }: Unnumbered) => head.Encabezado.Emisor.RNCEmisor;

/**
 * Locks the ranges that a batch draws from, and checks that the database is the one that this process compared its
 * journal with.
 */
async function lockNumbering(
  tx: Tx,
  { empresaId, ambiente, quarantine }: Numbering,
  batch: readonly Unnumbered[],
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
  { empresaId, ambiente, now, quarantine }: Numbering,
  { ranges, numbers, held: heldElsewhere = new Map() }: Ledger,
  batch: readonly Member[],
): Promise<ReadonlyMap<number, Numbered | NotSealed>> {
  const today = formatISODate(formatFecha(now));
  const result = new Map<number, Numbered | NotSealed>();
  const refuse = ({ index, unsealed }: Member, problem: NoNumber, holder?: Occupant) => {
    const where =
      ownNumber(unsealed) === undefined ? lookedFor({ tipo: tipoOf(unsealed), ambiente }, ranges) : undefined;
    const fault =
      where === undefined
        ? numberFault(problem, unsealed.head.Encabezado.IdDoc.eNCF, ambiente, holder)
        : noNumberFault(problem, where);
    const rango = lackingRange(problem, { tipo: tipoOf(unsealed), ambiente });
    result.set(index, {
      problem,
      errores: [fault],
      ...(where === undefined ? {} : { detail: where }),
      ...(rango === undefined ? {} : { rango }),
      ...(holder === undefined ? {} : { heldBy: holder.id }),
    });
  };

  for (const group of groupBySeries(batch)) {
    const { rncEmisor, tipo } = group;
    const series = { ambiente, rncEmisor, tipo };
    if (quarantine.holds(series) || !(await quarantine.knows(tx, series, lowestOf(group, ranges)))) {
      for (const member of group.members) refuse(member, 'secuencia/cuarentena');
      continue;
    }
    const own = group.members.filter(({ unsealed }) => ownNumber(unsealed) !== undefined);
    const eNCFs = own.map(({ unsealed }) => unsealed.head.Encabezado.IdDoc.eNCF);
    const heldBy = new Map([...heldElsewhere, ...(await occupied(tx, empresaId, ambiente, rncEmisor, eNCFs))]);
    const held = new Set<number>();
    for (const member of own) {
      const { unsealed, index } = member;
      const { eNCF } = unsealed.head.Encabezado.IdDoc;
      const holder = heldBy.get(eNCF);
      const judged = judgeOwnNumber(ranges, tipo, ownNumber(unsealed) ?? 0, today, expiryOf(unsealed.head));
      if (holder !== undefined && holder.id !== unsealed.id) refuse(member, heldAs(holder), holder);
      else if (typeof judged === 'string') refuse(member, judged);
      else {
        result.set(index, judged);
        held.add(judged.numero);
        if (holder === undefined) heldBy.set(eNCF, { id: unsealed.id ?? eNCF, fecha: null, estado: null });
      }
    }

    const open = group.members.filter(({ unsealed }) => ownNumber(unsealed) === undefined);
    const source = { empresaId, ambiente, rncEmisor, tipo };
    // Even with no document to number, each range must end at a free number.
    const expiries = new Set(open.length === 0 ? [undefined] : open.map(({ unsealed }) => expiryOf(unsealed.head)));
    for (const brought of expiries) {
      const alike = open.filter(({ unsealed }) => expiryOf(unsealed.head) === brought);
      const { taken, lack } = await numbers(tx, ranges, source, alike.length, today, brought, held);
      alike.forEach((member, i) => {
        const number = taken[i];
        if (number === undefined) refuse(member, lack ?? 'secuencia/agotada');
        else result.set(member.index, number);
      });
    }
  }
  return result;
}

/** The lowest number that a group may take: a number that a document brings, or the next of a range. */
function lowestOf({ tipo, members }: Series, ranges: readonly Range[]): number {
  const own = members.map(({ unsealed }) => ownNumber(unsealed));
  const next = own.includes(undefined) ? ranges.filter((range) => range.tipo === tipo) : [];
  return Math.min(...own.filter((numero) => numero !== undefined), ...next.map(({ siguiente }) => siguiente));
}

/** A document with its place in the batch. */
interface Member {
  readonly unsealed: Unnumbered;
  readonly index: number;
}

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

/** The number that the document brings; undefined if it is to be assigned one. */
const ownNumber = ({ head }: Unnumbered): number | undefined => {
  const { eNCF } = head.Encabezado.IdDoc;
  return eNCF === '' || eNCF === undefined ? undefined : parseENCF(eNCF)?.secuencia;
};

/** Signs a numbered document, and its summary if the summary is what is sent. */
export async function signDocument(
  { signer, now }: Pick<Seal, 'signer' | 'now'>,
  unsealed: Unsealed,
  { numero, vence }: Numbered,
): Promise<Omit<Sealed, 'avisos'>> {
  const { head: draft, middle, keepFechaHoraFirma } = unsealed;
  const signedAt = keepFechaHoraFirma && draft.FechaHoraFirma ? draft.FechaHoraFirma : formatFechaHora(now);
  const number = formatENCF(draft.Encabezado.IdDoc.TipoeCF as TipoECF, numero);
  const head = numbered(draft, number, parseISODate(vence ?? ''), signedAt);
  const { TipoeCF, eNCF } = head.Encabezado.IdDoc;
  const signed = await sign(writeSplit({ head, middle }), signer);
  const sealed = { head, tipo: Number(TipoeCF), numero, eNCF, signed };
  if (!esResumen(head)) return sealed;
  const resumen = unsealed.resumen
    ? withSecurityCode(unsealed.resumen, signed.codigoSeguridad)
    : deriveRFCE(head, signed.codigoSeguridad);
  return { ...sealed, rfce: { tree: resumen, ...(await sign(writeDocument('RFCE', resumen), signer)) } };
}

const withSecurityCode = (resumen: RFCE, codigoSeguridad: string): RFCE => ({
  ...resumen,
  Encabezado: { ...resumen.Encabezado, CodigoSeguridadeCF: codigoSeguridad },
});

/** Signs the canonical text of a document. */
export async function sign(canonical: string, signer: Signer): Promise<SignedXml> {
  const { xml, codigoSeguridad } = await signCanonical(canonical, signer);
  // The size was checked before the number was taken (size.ts). If the signature is larger than size.ts allows for,
  // nothing is stored.
  if (Buffer.byteLength(xml) > documentLimits.size) throw new Error('The signed document is too large to be read back');
  return { xml, sha256: hash('sha256', xml), codigoSeguridad };
}
