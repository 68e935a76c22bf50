import { type Estado, isEditable } from '@timbre/contract';
import { type RawBuilder, sql } from 'kysely';
import {
  type ImportScope,
  isOrphan,
  isRehearsedOrphan,
  isStopped,
} from '../../../domain/comprobantes/imports/conditions.ts';
import { containing } from '../../../domain/comprobantes/queries/factura-filter.ts';
import { statesSql } from '../../../domain/comprobantes/states.ts';
import { foldedSql, foldTyped } from '../../../platform/db/fold.ts';

/** An import of a company, and whether its rehearsal is shown. */
export interface ShownImport extends ImportScope {
  readonly ensayo: boolean;
}

/**
 * The documents of an import as a screen shows them, for `from ${shownSql(…)} s`: in a rehearsal, one that was rehearsed
 * and not sent since has the state of its rehearsal. `estado_real` and `secuencia_real` are those of the document.
 */
export function shownSql({ empresaId, importacionId, ensayo }: ShownImport): RawBuilder<unknown> {
  const moving = ['estado', 'track_id', 'secuencia_utilizada', 'mensajes'] as const;
  const columns = moving.map((column) =>
    ensayo
      ? sql`case when e.estado is null then d.${sql.ref(column)} else e.${sql.ref(column)} end as ${sql.ref(column)}`
      : sql.ref(`d.${column}`),
  );
  // The rehearsal has only the errors that stopped it. If it has none, those found when the document was read, with
  // their cells, are shown.
  const errores = ensayo ? sql`coalesce(nullif(e.errores, '[]'), d.errores) as errores` : sql.ref('d.errores');
  return sql`(
    select d.id, d.orden, d.tipo, d.es_rfce, d.encf, d.fecha_emision, d.monto_total, d.rnc_emisor, d.rnc_comprador,
      d.razon_comprador, d.fila, d.resume_a, case when d.estado in ('pendiente', 'firmado') then d.espera_a end as espera_a,
      case when d.estado = 'pendiente' and ${isStopped} then true
        when ${ensayo ? sql`coalesce(e.estado, d.estado)` : sql`d.estado`} = 'firmado'
        then ${ensayo ? isRehearsedOrphan : isOrphan} else false end as detenido, d.estado as estado_real, d.secuencia_utilizada as secuencia_real,
      ${ensayo ? sql`e.estado is not null` : sql`false`} as ensayado, ${sql.join(columns)}, ${errores}
    from documento d ${
      ensayo
        ? sql`left join ensayo e on e.empresa_id = d.empresa_id and e.documento_id = d.id
            and d.estado not in (${statesSql.sent})`
        : sql``
    }
    where d.empresa_id = ${empresaId} and d.importacion_id = ${importacionId})`;
}

/** Filter of the documents of an import. */
export interface ShownFilter {
  readonly rfce?: boolean;
  readonly estado?: Estado;
  /** Part of the eNCF, the trackId, the buyer's RNC, or words of the buyer's name. */
  readonly buscar?: string;
  readonly rncEmisor?: string;
  /** Summaries whose invoice is in the import. */
  readonly conFactura?: boolean;
  /** Those whose XML may be edited. */
  readonly editables?: boolean;
}

/** The condition of a filter on `s`, the documents of {@link shownSql}. */
export function shownWhere({
  rfce,
  estado,
  buscar = '',
  rncEmisor,
  conFactura,
  editables,
}: ShownFilter): RawBuilder<unknown> {
  const all: RawBuilder<unknown>[] = [sql`true`];
  if (rfce !== undefined) all.push(sql`s.es_rfce = ${rfce}`);
  if (estado !== undefined) all.push(sql`s.estado = ${estado}`);
  if (rncEmisor !== undefined) all.push(sql`s.rnc_emisor = ${rncEmisor}`);
  if (conFactura) all.push(sql`s.resume_a is not null`);
  if (editables) all.push(editable);
  if (buscar.trim() !== '') all.push(matches(buscar.trim()));
  return sql.join(all, sql` and `);
}

const states: readonly Estado[] = ['pendiente', 'firmado', 'error', 'rechazado'];

/** {@link isEditable} of the contract, as SQL. */
export const editable = sql`(not s.es_rfce and (${sql.join(
  states.flatMap((estado) => {
    const free = isEditable({ estado, esRFCE: false, secuenciaUtilizada: null });
    const reusable = isEditable({ estado, esRFCE: false, secuenciaUtilizada: false });
    if (!reusable) return [];
    return [sql`s.estado_real = ${sql.lit(estado)} ${free ? sql`` : sql`and s.secuencia_real is false`}`];
  }),
  sql` or `,
)}))`;

function matches(typed: string): RawBuilder<unknown> {
  const words = foldTyped(typed).split(/\s+/);
  const digits = typed.replace(/[\s-]/g, '');
  const ofRNC = /^\d+$/.test(digits) ? sql`or s.rnc_comprador like ${containing(digits)}` : sql``;
  return sql`(s.encf ilike ${containing(typed)} or s.track_id ilike ${containing(typed)} ${ofRNC}
    or ${foldedSql(sql.ref('s.razon_comprador'))} like all(${words.map(containing)}::text[]))`;
}
