import { type Ambiente, type Estado, estadosFinales } from '@timbre/contract';
import { type RawBuilder, sql } from 'kysely';
import { foldedSql, foldText } from '../../../platform/db/fold.ts';
import { ordenesOfBlock } from '../blocks/listed.ts';
import { textBits, traitBits } from '../blocks/signature.ts';
import { linesOf, mayHave, ordenOfLine } from '../blocks/texts.ts';

/** Filter of invoices; dates yyyy-MM-dd, both ends included. */
export interface FacturaFilter {
  readonly fechaDesde?: string;
  readonly fechaHasta?: string;
  readonly estado?: Estado;
  readonly ambiente?: Ambiente;
  /** Any part of the eNCF. */
  readonly eNCF?: string;
  /** Any part of the trackId. */
  readonly trackId?: string;
  readonly tipo?: string;
  /** Any part of the eNCF, the trackId, the buyer's name or RNC, with or without dashes. */
  readonly buscar?: string;
  /** Only these. */
  readonly ids?: readonly string[];
}

const eNCFLength = 13;

/** The conditions of a filter on the documents `d`. */
export function conditions(filter: FacturaFilter): RawBuilder<unknown>[] {
  const { fechaDesde, fechaHasta, estado, ambiente, tipo, eNCF, trackId, buscar, ids } = filter;
  const all: RawBuilder<unknown>[] = [];
  if (fechaDesde !== undefined) all.push(sql`d.fecha_emision >= ${fechaDesde}::date`);
  if (fechaHasta !== undefined) all.push(sql`d.fecha_emision <= ${fechaHasta}::date`);
  if (estado !== undefined) all.push(sql`d.estado = ${sql.lit(estado)}`);
  if (ambiente !== undefined) all.push(sql`d.ambiente = ${ambiente}`);
  if (tipo !== undefined) all.push(sql`d.tipo = ${tipo}::smallint`);
  if (eNCF?.length === eNCFLength) all.push(sql`d.encf = ${eNCF.toUpperCase()}`);
  else if (eNCF) all.push(sql`d.encf like ${containing(eNCF.toUpperCase())}`);
  if (trackId) all.push(sql`d.track_id ilike ${containing(trackId)}`);
  if (buscar) all.push(matchesText(buscar));
  if (ids !== undefined) all.push(sql`d.id = any(${ids}::uuid[])`);
  return all;
}

/**
 * Condition: the searched text is part of a document's texts, ignoring letter case and, in the buyer's name, accents.
 */
function matchesText(buscar: string): RawBuilder<unknown> {
  const text = containing(foldText(buscar));
  const digits = digitsOf(buscar);
  const rnc = digits === undefined ? sql`` : sql` or d.rnc_comprador like ${containing(digits)}`;
  return sql`(lower(d.encf) like ${text} or lower(d.track_id) like ${text}
    or ${foldedSql(sql.ref('d.razon_comprador'))} like ${text}${rnc})`;
}

/** The digits that a text would be as part of an RNC; undefined if it cannot be one. */
export function digitsOf(text: string): string | undefined {
  const digits = text.replace(/[\s-]/g, '');
  return /^\d{2,}$/.test(digits) ? digits : undefined;
}

/** Whether a filter names its documents: an index finds them, and no block is read. */
export const isByName = ({ ids, eNCF }: FacturaFilter): boolean => ids !== undefined || eNCF?.length === eNCFLength;

/** The texts of a filter: a document has one of each list, folded. */
function textsOf({ eNCF, trackId, buscar }: FacturaFilter): readonly (readonly string[])[] {
  const all: string[][] = [];
  for (const text of [eNCF, trackId]) if (text) all.push([foldText(text)]);
  if (buscar) all.push([foldText(buscar), digitsOf(buscar) ?? []].flat());
  return all;
}

/**
 * Conditions on the blocks `b`: those without a signature may contain any document. They are written with `<> 0`, for
 * which PostgreSQL estimates that most blocks match: it then reads them in order until the page is full. For `= 1` and
 * a bare `>=` it estimates few matches, and sorts.
 */
export function blockConditions(filter: FacturaFilter): RawBuilder<unknown> {
  const { fechaDesde, fechaHasta, estado, ambiente, tipo } = filter;
  if (estado !== undefined && !estadosFinales.has(estado)) return sql`b.firma is null`;
  const all: RawBuilder<unknown>[] = [];
  if (fechaDesde !== undefined) all.push(sql`(b.emision_hasta >= ${fechaDesde}::date)::integer <> 0`);
  if (fechaHasta !== undefined) all.push(sql`(b.emision_desde <= ${fechaHasta}::date)::integer <> 0`);
  const traits = traitBits({
    ...(estado && { estado }),
    ...(ambiente && { ambiente }),
    ...(tipo && { tipo: Number(tipo) }),
  });
  if (traits.length > 0) all.push(hasBits(traits));
  const texts = textsOf(filter);
  for (const some of texts)
    all.push(
      sql`(${sql.join(
        some.map((text) => hasBits(textBits(text))),
        sql` or `,
      )})`,
    );
  for (const some of texts) all.push(mayHave(sql.ref('b.textos'), some));
  return all.length === 0 ? sql`true` : sql`(b.firma is null or (${sql.join(all, sql` and `)}))`;
}

/**
 * The `orden` of the documents of a block `b` that may match, as an array: if the filter has texts, of those whose line
 * contains them.
 */
export function candidates(empresaId: string, filter: FacturaFilter): RawBuilder<unknown> {
  const ofBlock = ordenesOfBlock(empresaId);
  const texts = textsOf(filter);
  if (texts.length === 0) return ofBlock;
  const lines = sql`array(select ${ordenOfLine} from ${linesOf(sql.ref('b.textos'))} where ${sql.join(
    texts.map((some) => mayHave(sql.ref('line'), some)),
    sql` and `,
  )})`;
  return sql`case when b.firma is null then ${ofBlock} else ${lines} end`;
}

/** Maximum number of bits of a text that are checked. */
const mostBits = 60;

const hasBits = (bits: readonly number[]): RawBuilder<unknown> =>
  bits.length === 0
    ? sql`true`
    : sql`(${sql.join(
        bits.slice(0, mostBits).map((bit) => sql`get_bit(b.firma, ${bit}) <> 0`),
        sql` and `,
      )})`;

/** A text as part of a `like` pattern. */
export const containing = (part: string): string => `%${part.replace(/[\\%_]/g, '\\$&')}%`;
