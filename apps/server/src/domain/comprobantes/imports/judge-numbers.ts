import type { ErrorDeDocumento } from '@timbre/contract';
import { parseENCF } from '@timbre/values';
import type { Tx } from '../../../platform/db/transactions.ts';
import type { Issuer } from '../../companies/issuers.ts';
import { judgeOwnNumber } from '../numbers/judge-number.ts';
import { type Range, readRanges } from '../numbers/lock-ranges.ts';
import { numberFault } from '../numbers/number-faults.ts';
import { heldAs, type Occupant, occupantsOf } from '../numbers/occupants.ts';
import { rehearsalRanges } from '../numbers/test-ranges.ts';
import { inCell } from '../workbooks/in-cell.ts';

/** A number in a row of a workbook. */
interface Brought {
  /** A text that is not an eNCF is not judged. */
  readonly eNCF: string;
  readonly rncEmisor: string;
  readonly fila: number | null;
  /** The expiry in the row, yyyy-MM-dd. */
  readonly vence: string | undefined;
}

/**
 * The faults of the numbers that documents bring: no range, an expired one, already used. Where a rehearsal needs no
 * range, the lack of one is an aviso until the document is to be signed for real.
 *
 * @param today yyyy-MM-dd
 */
export async function judgeBrought(
  tx: Tx,
  issuer: Issuer,
  batch: readonly Brought[],
  today: string,
): Promise<readonly (readonly ErrorDeDocumento[])[]> {
  const ranges = await readRanges(tx, issuer.id, issuer.ambiente);
  const rehearsed = rehearsalRanges(ranges, issuer.ambiente, today);
  const used = new Map<string, Occupant>();
  for (const rncEmisor of new Set(batch.map((brought) => brought.rncEmisor))) {
    const eNCFs = batch.filter((brought) => brought.rncEmisor === rncEmisor).map(({ eNCF }) => eNCF);
    const source = { empresaId: issuer.id, ambiente: issuer.ambiente, rncEmisor };
    for (const [eNCF, occupant] of await occupantsOf(tx, source, eNCFs)) used.set(`${rncEmisor}${eNCF}`, occupant);
  }
  return batch.map(({ eNCF, rncEmisor, fila, vence }) => {
    const parts = parseENCF(eNCF);
    if (!parts) return [];
    const occupant = used.get(`${rncEmisor}${eNCF}`);
    const number = { tipo: Number(parts.tipo), numero: parts.secuencia, brought: vence };
    const judge = (of: readonly Range[]) => judgeOwnNumber(of, number, today);
    const judged = occupant ? heldAs(occupant) : judge(ranges);
    if (typeof judged !== 'string') return [];
    const fault = inCell(numberFault(judged, eNCF, issuer.ambiente, occupant), fila);
    const mayRehearse = judged === 'secuencia/falta' && typeof judge(rehearsed) !== 'string';
    return [mayRehearse ? { ...fault, aviso: true } : fault];
  });
}
