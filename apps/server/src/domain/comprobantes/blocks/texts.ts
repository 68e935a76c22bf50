import { type RawBuilder, sql } from 'kysely';
import { foldedSql } from '../../../platform/db/fold.ts';

/**
 * The line of a document `d` in the texts of its block: its `orden` and the searched texts, in the form in which they
 * are compared.
 */
export const lineOf = sql`translate(concat_ws('|', d.orden, lower(d.encf), lower(d.track_id), ${foldedSql(
  sql.ref('d.razon_comprador'),
)}, d.rnc_comprador), ${'\n'}, ' ')`;

/** The lines of a block's texts, as a table of `line`. */
export const linesOf = (textos: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`string_to_table(${textos}, ${'\n'}) line`;

/** The `orden` of a line's document. */
export const ordenOfLine = sql`split_part(line, '|', 1)::bigint`;

/**
 * Whether a line, or all lines together, may be of documents that contain one of the texts. It may also be true of
 * other documents.
 *
 * @param texts folded
 */
export const mayHave = (lines: RawBuilder<unknown>, texts: readonly string[]): RawBuilder<unknown> =>
  sql`(${sql.join(
    texts.map((text) => sql`position(${text.replaceAll('\n', ' ')} in ${lines}) <> 0`),
    sql` or `,
  )})`;
