import { createHash } from 'node:crypto';
import type { Ambiente } from '@timbre/contract';
import { deriveRFCE, type ECF, esResumen, type RFCE, writeDocument } from '@timbre/ecf';
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
import type { Tx } from '../../db/transactions.ts';
import { numbered } from './numbered.ts';
import { judgeOwnNumber, lockRanges, type NoNumber, type Numbered, occupied, takeNumbers } from './numbers.ts';
import type { Quarantine } from './quarantine.ts';

/** Whose documents are sealed, and with what. */
export interface Seal {
  readonly empresaId: string;
  readonly ambiente: Ambiente;
  readonly signer: Signer;
  readonly quarantine: Quarantine;
  /** Epoch milliseconds: the signing date of every document of the batch. */
  readonly now: number;
}

/** A valid document to be numbered and signed. */
export interface Unsealed {
  readonly tree: ECF;
  /** Its row, where it is stored already: it may keep a number that it holds itself. */
  readonly id?: string;
  /** The summary that the workbook brought; otherwise it is derived. */
  readonly resumen?: RFCE;
  /** Keep a FechaHoraFirma that the document brings instead of the time of signing. */
  readonly keepFechaHoraFirma?: boolean;
}

/** The exact bytes of a signed document and what is known by signing it. */
export interface SignedXml {
  readonly xml: string;
  readonly sha256: Buffer;
  readonly codigoSeguridad: string;
}

/** A document numbered and signed: not yet stored. */
export interface Sealed {
  readonly tree: ECF;
  readonly tipo: number;
  readonly numero: number;
  readonly eNCF: string;
  readonly signed: SignedXml;
  /** The signed summary of a consumer invoice below the threshold. */
  readonly rfce?: SignedXml & { readonly tree: RFCE };
}

/** Why a document was not sealed. */
export interface NotSealed {
  readonly problem: NoNumber;
  /** The document that holds its number already. */
  readonly heldBy?: string;
}

/**
 * Numbers and signs a batch of valid documents inside the transaction that will store them: should it fail, every number
 * goes back. The outcome of each stands at its place; one without a number does not stop the others.
 */
export async function sealBatch(
  tx: Tx,
  seal: Seal,
  batch: readonly Unsealed[],
): Promise<readonly (Sealed | NotSealed)[]> {
  const numbers = await assignNumbers(tx, seal, batch);
  return Promise.all(
    batch.map(async (unsealed, i) => {
      const number = numbers[i]!;
      return 'problem' in number ? number : signDocument(seal, unsealed, number);
    }),
  );
}

const tipoOf = (tree: ECF) => Number(tree.Encabezado.IdDoc.TipoeCF);
const issuerOf = (tree: ECF) => tree.Encabezado.Emisor.RNCEmisor;

/** Gives each document its number: its own where it brings one that nobody holds, else the next of the range. */
async function assignNumbers(
  tx: Tx,
  { empresaId, ambiente, now, quarantine }: Seal,
  batch: readonly Unsealed[],
): Promise<readonly (Numbered | NotSealed)[]> {
  const today = formatISODate(formatFecha(now));
  const ranges = await lockRanges(tx, empresaId, ambiente, [...new Set(batch.map(({ tree }) => tipoOf(tree)))]);
  const result: (Numbered | NotSealed)[] = new Array(batch.length);

  for (const group of groupBySeries(batch)) {
    const { rncEmisor, tipo } = group;
    if (quarantine.holds({ ambiente, rncEmisor, tipo })) {
      for (const { index } of group.members) result[index] = { problem: 'secuencia/cuarentena' };
      continue;
    }
    const own = group.members.filter(({ unsealed }) => ownNumber(unsealed) !== undefined);
    const heldBy = new Map(
      await occupied(
        tx,
        empresaId,
        ambiente,
        rncEmisor,
        own.map(({ unsealed }) => unsealed.tree.Encabezado.IdDoc.eNCF),
      ),
    );
    const held = new Set<number>();
    for (const { unsealed, index } of own) {
      const { eNCF } = unsealed.tree.Encabezado.IdDoc;
      const holder = heldBy.get(eNCF);
      const judged = judgeOwnNumber(ranges, tipo, ownNumber(unsealed) ?? 0, today);
      if (holder !== undefined && holder !== unsealed.id) result[index] = { problem: 'ecf/duplicado', heldBy: holder };
      else if (typeof judged === 'string') result[index] = { problem: judged };
      else {
        result[index] = judged;
        held.add(judged.numero);
        if (holder === undefined) heldBy.set(eNCF, unsealed.id ?? eNCF);
      }
    }

    const open = group.members.filter(({ unsealed }) => ownNumber(unsealed) === undefined);
    const source = { empresaId, ambiente, rncEmisor, tipo };
    const { taken, lack } = await takeNumbers(tx, ranges, source, open.length, today, held);
    open.forEach(({ index }, i) => {
      result[index] = taken[i] ?? { problem: lack ?? 'secuencia/agotada' };
    });
  }
  return result;
}

interface Series {
  readonly rncEmisor: string;
  readonly tipo: number;
  readonly members: { readonly unsealed: Unsealed; readonly index: number }[];
}

function groupBySeries(batch: readonly Unsealed[]): Iterable<Series> {
  const groups = new Map<string, Series>();
  batch.forEach((unsealed, index) => {
    const rncEmisor = issuerOf(unsealed.tree);
    const tipo = tipoOf(unsealed.tree);
    const key = `${rncEmisor} ${tipo}`;
    const group = groups.get(key) ?? { rncEmisor, tipo, members: [] };
    group.members.push({ unsealed, index });
    groups.set(key, group);
  });
  return groups.values();
}

/** The number that the document brings; undefined when it is to be given one. */
const ownNumber = ({ tree }: Unsealed): number | undefined => {
  const { eNCF } = tree.Encabezado.IdDoc;
  return eNCF === '' || eNCF === undefined ? undefined : parseENCF(eNCF)?.secuencia;
};

async function signDocument({ signer, now }: Seal, unsealed: Unsealed, { numero, vence }: Numbered): Promise<Sealed> {
  const { tree: draft, keepFechaHoraFirma } = unsealed;
  const signedAt = keepFechaHoraFirma && draft.FechaHoraFirma ? draft.FechaHoraFirma : formatFechaHora(now);
  const number = formatENCF(draft.Encabezado.IdDoc.TipoeCF as TipoECF, numero);
  const tree = numbered(draft, number, parseISODate(vence ?? ''), signedAt);
  const { TipoeCF, eNCF } = tree.Encabezado.IdDoc;
  const signed = await sign(writeDocument('ECF', tree), signer);
  const sealed = { tree, tipo: Number(TipoeCF), numero, eNCF, signed };
  if (!esResumen(tree)) return sealed;
  const resumen = unsealed.resumen
    ? withSecurityCode(unsealed.resumen, signed.codigoSeguridad)
    : deriveRFCE(tree, signed.codigoSeguridad);
  return { ...sealed, rfce: { tree: resumen, ...(await sign(writeDocument('RFCE', resumen), signer)) } };
}

const withSecurityCode = (resumen: RFCE, codigoSeguridad: string): RFCE => ({
  ...resumen,
  Encabezado: { ...resumen.Encabezado, CodigoSeguridadeCF: codigoSeguridad },
});

async function sign(canonical: string, signer: Signer): Promise<SignedXml> {
  const { xml, codigoSeguridad } = await signCanonical(canonical, signer);
  return { xml, sha256: createHash('sha256').update(xml).digest(), codigoSeguridad };
}
