import { type RawBuilder, sql } from 'kysely';

/** Condition for listed documents `d`: signed ones, without the summaries. */
export const listed = sql`d.xml_sha256 is not null and d.resume_a is null`;

/** The company's listed documents `d` that meet conditions. */
export const listedOf = (empresaId: string, all: readonly RawBuilder<unknown>[]) =>
  all.reduce((so, one) => sql`${so} and ${one}`, sql`d.empresa_id = ${empresaId} and ${listed}`);

/**
 * The `orden` of the documents of a block `b`, as an array: PostgreSQL estimates few rows for an array, but many for
 * the range of the block.
 */
export const ordenesOfBlock = (empresaId: string): RawBuilder<unknown> =>
  sql`array(select d.orden from documento d where ${listedOf(empresaId, [sql`d.orden between b.primero and b.ultimo`])})`;
