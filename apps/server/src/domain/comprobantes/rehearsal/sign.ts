import type { RFCE, SplitECF } from '@timbre/ecf';
import { decimal } from '@timbre/values';
import type { Tx } from '../../../platform/db/transactions.ts';
import type { Issuer } from '../../companies/issuers.ts';
import type { CompanySigner } from '../../companies/signers.ts';
import type { Core } from '../core.ts';
import type { NotSealed } from '../issue/assign-numbers.ts';
import { sealFrom, type Unsealed } from '../issue/seal.ts';
import { factsOf } from '../issue/store.ts';
import type { Sealed } from '../judge/sealed.ts';
import { readRanges } from '../numbers/lock-ranges.ts';
import { lookForNumbers } from '../numbers/take-numbers.ts';
import { rehearsalRanges } from '../numbers/test-ranges.ts';
import { creditsOf, heldNumbers, type ToRehearse } from './rehearsal-repo.ts';
import type { Signed } from './verdicts.ts';

/** The company whose documents are rehearsed, and the import that they belong to, if any. */
export interface Rehearsal {
  readonly issuer: Issuer;
  readonly signing: CompanySigner;
  readonly importacionId?: string;
}

/**
 * Signs documents as they would be signed for real, in a transaction that only reads: numbers are looked up but not
 * taken, and the same documents are refused for the same reasons. In testecf the numbers that the DGII grants to every
 * issuer need no range.
 */
export async function signWithoutTaking(
  tx: Tx,
  { clock, config, quarantine }: Pick<Core, 'clock' | 'config' | 'quarantine'>,
  { issuer: { id: empresaId, ambiente }, signing: { signer }, importacionId }: Rehearsal,
  batch: readonly Unsealed[],
): Promise<readonly (Sealed | NotSealed)[]> {
  const facts = batch.map(({ head }) => factsOf(head));
  const ids = batch.flatMap(({ id }) => id ?? []);
  const modified = facts.flatMap(({ espera_a }) => espera_a ?? []);
  const [ranges, held, credits] = await Promise.all([
    readRanges(tx, empresaId, ambiente),
    importacionId === undefined
      ? undefined
      : heldNumbers(
          tx,
          { empresaId, importacionId },
          facts.map(({ encf }) => encf),
        ),
    importacionId === undefined || modified.length === 0
      ? []
      : creditsOf(tx, { empresaId, importacionId }, { eNCFs: modified, except: ids }),
  ]);
  const credited = new Map(
    credits.map(({ rncEmisor, encf, firmado, neto }) => [
      `${rncEmisor} ${encf}`,
      { monto: decimal(firmado), neto: decimal(neto) },
    ]),
  );
  const seal = { empresaId, ambiente, signer, quarantine, now: clock.now().getTime() };
  return sealFrom(tx, { ...seal, ...(importacionId === undefined ? {} : { importacionId }) }, batch, {
    ranges: rehearsalRanges(ranges, ambiente, config.testExpiry),
    numbers: lookForNumbers,
    credited,
    ...(held === undefined ? {} : { held }),
  });
}

/** The XML that would be sent for a sealed document: its summary, if it has one. */
export function toSend({ head, tipo, eNCF, signed, rfce }: Sealed): Signed {
  const { rnc_emisor: rncEmisor, monto_total: montoTotal, espera_a: esperaA } = factsOf(head);
  const { xml } = rfce ?? signed;
  return { rncEmisor, eNCF, tipo, montoTotal, esperaA, xml, esRFCE: rfce !== undefined };
}

/** The XML that would be sent for a document already signed for real. */
export const storedToSend = (row: ToRehearse, xml: string): Signed => ({
  rncEmisor: row.rnc_emisor,
  eNCF: row.encf,
  tipo: row.tipo,
  montoTotal: row.monto_total,
  esperaA: row.espera_a,
  xml,
  esRFCE: row.resumen_id !== null,
});

/**
 * A stored document prepared for signing. If it was signed in the rehearsal before, it keeps the date of that
 * signature.
 */
export const unsealedOf = (row: ToRehearse, { head, middle }: SplitECF): Unsealed => ({
  id: row.id,
  head: row.fecha_firma === null ? head : { ...head, FechaHoraFirma: row.fecha_firma as typeof head.FechaHoraFirma },
  middle,
  keepFechaHoraFirma: row.conserva_fecha || row.fecha_firma !== null,
  ...(row.resumen === null ? {} : { resumen: row.resumen satisfies RFCE }),
});
