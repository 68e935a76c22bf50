import { hash } from 'node:crypto';
import type { ErrorDeDocumento } from '@timbre/contract';
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
import { formatENCF, formatFechaHora, parseISODate, type TipoECF } from '@timbre/values';
import { type Signer, signCanonical } from '@timbre/xml/node';
import type { Tx } from '../../../platform/db/transactions.ts';
import { isRefused } from '../judge/complete-draft.ts';
import type { Sealed, SignedXml } from '../judge/sealed.ts';
import type { Numbered } from '../numbers/judge-number.ts';
import { takeNumbers } from '../numbers/take-numbers.ts';
import { assignNumbers, type Ledger, lockNumbering, type NotSealed, type Numbering } from './assign-numbers.ts';
import { judgeReferences, mustWait } from './references.ts';

/** The issuer whose documents are sealed, and the signer. The time is the signing date of every document of the batch. */
interface Seal extends Numbering {
  readonly signer: Signer;
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

/** Numbers and signs a batch of valid documents from a ledger. See {@link sealBatch}. */
export async function sealFrom(
  tx: Tx,
  seal: Seal,
  batch: readonly Unsealed[],
  ledger: Ledger,
): Promise<readonly (Sealed | NotSealed)[]> {
  const judgements = await judgeReferences(tx, seal, batch, ledger.credited);
  const admitted = batch.flatMap((unsealed, i) =>
    isHeldBack(unsealed, judgements[i]!) ? [] : [{ unsealed, index: i }],
  );
  const numbers = await assignNumbers(tx, seal, ledger, admitted);
  return Promise.all(
    batch.map(async (unsealed, i) => {
      const number = numbers.get(i);
      if (number === undefined) return { problem: 'ecf/invalido' as const, errores: judgements[i]! };
      if ('problem' in number) return number;
      return { ...(await signDocument(seal, unsealed, number)), avisos: judgements[i]! };
    }),
  );
}

/** Whether the errors of a document's reference prevent it from being sealed. */
const isHeldBack = ({ estricto = false }: Unsealed, errores: readonly ErrorDeDocumento[]): boolean =>
  isRefused(errores) || mustWait(errores) || (estricto && errores.length > 0);

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

/** A summary with the security code of its invoice. */
export const withSecurityCode = (resumen: RFCE, codigoSeguridad: string): RFCE => ({
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
