import { type Estado, estadosAceptados, estadosEnviados, estadosFinales } from '@timbre/contract';
import { sql } from 'kysely';

const listed = (states: ReadonlySet<Estado>) => sql.join([...states].map((estado) => sql.lit(estado)));

/** The sets of states of the contract as SQL lists, for `estado in (…)`. */
export const statesSql = {
  accepted: listed(estadosAceptados),
  sent: listed(estadosEnviados),
  final: listed(estadosFinales),
} as const;

/**
 * The state of the document that the note `d` waits for; null if it waits for none, or for one that is not in this
 * database.
 */
export const awaitedState = sql<Estado | null>`(
  select r.estado from documento r
  where d.espera_a is not null and r.empresa_id = d.empresa_id and r.ambiente = d.ambiente
    and r.rnc_emisor = d.rnc_emisor and r.encf = d.espera_a and r.resume_a is null and r.estado <> 'error'
  order by r.ocupa_numero desc, r.orden desc limit 1)`;
