import { type Ambiente, type Estado, estadosFinales } from '@timbre/contract';
import { type RawBuilder, sql } from 'kysely';
import { foldedSql, foldText } from '../blocks/fold.ts';
import { textBits, traitBits } from '../blocks/signature.ts';

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

/** The documents `d` that the list has: signed ones, without the summaries. */
export const listed = sql`d.xml_sha256 is not null and d.resume_a is null`;

/** The company's listed documents `d` that meet conditions. */
export const listedOf = (empresaId: string, all: readonly RawBuilder<unknown>[]) =>
  all.reduce((so, one) => sql`${so} and ${one}`, sql`d.empresa_id = ${empresaId} and ${listed}`);

/** The conditions of a filter on the documents `d`. */
export function conditions(filter: FacturaFilter): RawBuilder<unknown>[] {
  const { fechaDesde, fechaHasta, estado, ambiente, tipo, eNCF, trackId, buscar, ids } = filter;
  const all: RawBuilder<unknown>[] = [];
  if (fechaDesde !== undefined) all.push(sql`d.fecha_emision >= ${fechaDesde}::date`);
  if (fechaHasta !== undefined) all.push(sql`d.fecha_emision <= ${fechaHasta}::date`);
  if (estado !== undefined) all.push(sql`d.estado = ${estado}`);
  if (ambiente !== undefined) all.push(sql`d.ambiente = ${ambiente}`);
  if (tipo !== undefined) all.push(sql`d.tipo = ${tipo}::smallint`);
  if (eNCF?.length === eNCFLength) all.push(sql`d.encf = ${eNCF.toUpperCase()}`);
  else if (eNCF) all.push(sql`d.encf like ${containing(eNCF.toUpperCase())}`);
  if (trackId) all.push(sql`d.track_id ilike ${containing(trackId)}`);
  if (buscar) all.push(found(buscar));
  if (ids !== undefined) all.push(sql`d.id = any(${ids}::uuid[])`);
  return all;
}

/** A part of the text that is searched: lower case, without accents. */
function found(buscar: string): RawBuilder<unknown> {
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

/** Whether a filter names its documents: an index finds them, and no block is asked. */
export const isByName = ({ ids, eNCF }: FacturaFilter): boolean => ids !== undefined || eNCF?.length === eNCFLength;

/** Conditions on the blocks `b`: those without a signature may have any document. */
export function blockConditions(filter: FacturaFilter): RawBuilder<unknown> {
  const { fechaDesde, fechaHasta, estado, ambiente, tipo, eNCF, trackId, buscar } = filter;
  if (estado !== undefined && !estadosFinales.has(estado)) return sql`b.firma is null`;
  const all: RawBuilder<unknown>[] = [];
  if (fechaDesde !== undefined) all.push(sql`b.emision_hasta >= ${fechaDesde}::date`);
  if (fechaHasta !== undefined) all.push(sql`b.emision_desde <= ${fechaHasta}::date`);
  const traits = { ...(estado && { estado }), ...(ambiente && { ambiente }), ...(tipo && { tipo: Number(tipo) }) };
  for (const bits of [traitBits(traits), textBits(eNCF ?? ''), textBits(trackId ?? '')])
    if (bits.length > 0) all.push(hasBits(bits));
  if (buscar) {
    const digits = digitsOf(buscar);
    all.push(sql`(${hasBits(textBits(buscar))} or ${digits === undefined ? sql`false` : hasBits(textBits(digits))})`);
  }
  return all.length === 0 ? sql`true` : sql`(b.firma is null or (${sql.join(all, sql` and `)}))`;
}

/** Bits of a text that are looked at, the last ones: names differ more at their end than in «Comercial» or «Inversiones». */
const mostBits = 60;

/** `<> 0`: PostgreSQL expects it of most blocks, and reads them in order until the page is full; `= 1` it expects of few, and sorts. */
const hasBits = (bits: readonly number[]): RawBuilder<unknown> =>
  bits.length === 0
    ? sql`true`
    : sql`(${sql.join(
        bits.slice(-mostBits).map((bit) => sql`get_bit(b.firma, ${bit}) <> 0`),
        sql` and `,
      )})`;

/** A text as part of a `like` pattern. */
export const containing = (part: string): string => `%${part.replace(/[\\%_]/g, '\\$&')}%`;
