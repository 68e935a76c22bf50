import type { ErrorDeDocumento, emision } from '@timbre/contract';
import { Problem } from '@timbre/refusal';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/transactions.ts';
import type { Issuer } from '../../companies/issuers.ts';

/** An idempotency key, and the fingerprint of the body that came with it. */
export interface Key {
  readonly clave: string;
  /** SHA-256, hexadecimal. */
  readonly huella: string;
}

/** A document that was issued before. Its timbre is computed from its XML after the transaction. */
export interface Replay {
  readonly emitida: Omit<emision.Emitida, 'qr'>;
  readonly ambiente: Issuer['ambiente'];
  readonly xml: string;
}

/** The document of a key that was used before, or its refusal; undefined if the key is new, or there is none. */
type Claimed = Replay | { readonly error: Problem } | undefined;

/**
 * Claims the idempotency keys of a batch. A key used before returns its document, or a refusal if the body differs; a
 * key used twice in the batch is refused the second time. The remaining keys belong to this transaction.
 */
export async function claimKeys(
  tx: Tx,
  empresaId: string,
  now: Date,
  keys: readonly (Key | undefined)[],
  ids: readonly string[],
): Promise<Claimed[]> {
  const results: Claimed[] = keys.map(() => undefined);
  const claims = new Map<string, number>();
  keys.forEach((key, i) => {
    if (!key) return;
    if (claims.has(key.clave)) results[i] = { error: new Problem('idempotencia/en-curso') };
    else claims.set(key.clave, i);
  });
  if (claims.size === 0) return results;

  const claves = [...claims.keys()];
  const claimed = [...claims.values()];
  const { rows: won } = await sql<{ clave: string }>`
    insert into idempotencia (empresa_id, clave, huella, documento_id, creada)
    select ${empresaId}, clave, decode(huella, 'hex'), documento_id, ${now} from unnest(${claves}::text[],
      ${claimed.map((i) => keys[i]!.huella)}::text[],
      ${claimed.map((i) => ids[i]!)}::uuid[]) as k(clave, huella, documento_id)
    on conflict do nothing returning clave`.execute(tx);
  const ours = new Set(won.map((row) => row.clave));
  const lost = claves.filter((clave) => !ours.has(clave));
  if (lost.length === 0) return results;

  const known = new Map((await issuedWith(tx, empresaId, lost)).map((row) => [row.clave, row]));
  for (const clave of lost) {
    const i = claims.get(clave)!;
    const row = known.get(clave);
    if (!row) results[i] = { error: new Problem('idempotencia/en-curso') };
    else if (row.huella !== keys[i]!.huella) results[i] = { error: new Problem('idempotencia/distinta') };
    else results[i] = row.replay;
  }
  return results;
}

/** Releases the keys of refused documents: the caller may use the same key after correcting the error. */
export async function releaseKeys(tx: Tx, empresaId: string, claves: readonly string[]): Promise<void> {
  if (claves.length === 0) return;
  await sql`delete from idempotencia where empresa_id = ${empresaId} and clave = any(${claves}::text[])`.execute(tx);
}

/** The documents issued with these keys, in their present state. */
async function issuedWith(tx: Tx, empresaId: string, claves: readonly string[]) {
  const { rows } = await sql<{
    clave: string;
    huella: string;
    id: string;
    encf: string;
    estado: emision.Emitida['estado'];
    track_id: string | null;
    codigo_seguridad: string;
    fecha_firma: string;
    ambiente: Issuer['ambiente'];
    xml: string;
    errores: readonly ErrorDeDocumento[];
  }>`
    select i.clave, encode(i.huella, 'hex') as huella, d.id, d.encf, d.estado, d.track_id, d.codigo_seguridad, d.fecha_firma, d.ambiente, d.xml, d.errores
    from idempotencia i join documento d on d.empresa_id = i.empresa_id and d.id = i.documento_id
    where i.empresa_id = ${empresaId} and i.clave = any(${claves}::text[])`.execute(tx);
  return rows.map((row) => ({
    clave: row.clave,
    huella: row.huella,
    replay: {
      ambiente: row.ambiente,
      xml: row.xml,
      emitida: {
        id: row.id,
        trackId: row.track_id,
        eNCF: row.encf,
        estado: row.estado,
        securityCode: row.codigo_seguridad,
        codigoSeguridad: row.codigo_seguridad,
        fechaFirma: row.fecha_firma,
        avisos: row.errores.filter(({ aviso }) => aviso),
      },
    },
  }));
}
