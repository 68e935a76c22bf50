import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/transactions.ts';
import type { Accounts } from './accounts.ts';
import { holdPersona } from './people-repo.ts';

// SQL of `enlace`: links with which a person chooses a password. Only a digest of each is stored.

type Ctx = Pick<Accounts, 'clock' | 'keyring'>;

/** How long a link is valid: to recover a password, or to choose the first one. */
export const lifeOfLink = { recuperacion: 30 * 60_000, invitacion: 7 * 24 * 60 * 60_000 } as const;

/** Makes a link of 256 bits for a person, in place of the former ones. Returns its secret. Locks the person. */
export async function makeLink(ctx: Ctx, tx: Tx, personaId: string, lifeMs: number): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  const creado = ctx.clock.now();
  const vence = new Date(creado.getTime() + lifeMs);
  await holdPersona(tx, personaId);
  await expireLinks(tx, personaId, creado);
  await tx
    .insertInto('enlace')
    .values({ hmac: digestOf(ctx, secret), persona_id: personaId, creado, vence })
    .execute();
  return secret;
}

/**
 * How many links were made for a person since then. Older ones are deleted. Locks the person, so that the count stays
 * valid.
 */
export async function countLinks(tx: Tx, personaId: string, since: Date): Promise<number> {
  await holdPersona(tx, personaId);
  await tx
    .deleteFrom('enlace')
    .where('persona_id', '=', personaId)
    .where('creado', '<', since)
    .where('vence', '<', since)
    .execute();
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from enlace where persona_id = ${personaId} and creado > ${since}`.execute(tx);
  return rows[0]!.n;
}

/** Invalidates the links of a person. */
async function expireLinks(tx: Tx, personaId: string, now: Date): Promise<void> {
  await tx
    .updateTable('enlace')
    .set({ vence: now })
    .where('persona_id', '=', personaId)
    .where('vence', '>', now)
    .execute();
}

/** The person of a valid link; undefined if it is unknown, expired or used. */
export async function personOfLink(ctx: Ctx, tx: Tx, secret: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('enlace')
    .select('persona_id')
    .where('hmac', '=', digestOf(ctx, secret))
    .where('vence', '>', ctx.clock.now())
    .executeTakeFirst();
  return row?.persona_id;
}

/** Uses a link. If two callers use it at once, only one gets the person. */
export async function takeLink(ctx: Ctx, tx: Tx, secret: string): Promise<string | undefined> {
  const now = ctx.clock.now();
  const row = await tx
    .updateTable('enlace')
    .set({ vence: now })
    .where('hmac', '=', digestOf(ctx, secret))
    .where('vence', '>', now)
    .returning('persona_id')
    .executeTakeFirst();
  return row?.persona_id;
}

const digestOf = ({ keyring }: Ctx, secret: string): Buffer => keyring.digest('links', secret);
