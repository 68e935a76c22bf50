import type { ErrorDeDocumento } from '@timbre/contract';
import type { SplitECF } from '@timbre/ecf';
import { refuse } from '@timbre/refusal';
import type { CompanySigner } from '../../domain/companies/signers.ts';
import { documentEvent } from '../../domain/comprobantes/document-event.ts';
import { sealBatch } from '../../domain/comprobantes/issue/seal.ts';
import { markSigned, signedRows } from '../../domain/comprobantes/issue/store.ts';
import { type DocumentoRow, findSummary } from '../../domain/comprobantes/queries/documento.ts';
import type { Tx } from '../../platform/db/transactions.ts';
import type { Context } from '../context.ts';

/** A signed document, and the content that it is signed with again. */
interface Resigned {
  readonly empresaId: string;
  readonly row: DocumentoRow;
  readonly signing: CompanySigner;
  readonly split: SplitECF;
  /** Notices of the new content. */
  readonly errores: readonly ErrorDeDocumento[];
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Signs a document again with its number, and its summary. @throws Problem `ecf/invalido`, `secuencia/…` */
export async function signAgain(
  tx: Tx,
  { quarantine, events }: Pick<Context, 'quarantine' | 'events'>,
  { empresaId, row, signing, split, errores, now }: Resigned,
): Promise<void> {
  const { ambiente, importacion_id: importacionId } = row;
  const seal = { empresaId, ambiente, signer: signing.signer, now, quarantine, importacionId };
  const [sealed] = await sealBatch(tx, seal, [{ ...split, id: row.id }]);
  if (!sealed) return;
  if ('problem' in sealed) return refuse(sealed.problem, undefined, sealed.errores);
  const summary = await findSummary(tx, empresaId, row.id);
  const rows = signedRows(sealed, row.id, summary?.id ?? null, errores);
  await markSigned(tx, empresaId, signing.certificadoId, rows);
  await events.append(
    tx,
    empresaId,
    rows.map(({ id, espera_a: esperaA, xml_sha256: sha256 }) =>
      documentEvent({ id, importacionId, eNCF: row.encf, estado: 'firmado', esperaA, sha256 }),
    ),
  );
}
