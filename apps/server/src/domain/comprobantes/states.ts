import { type Estado, estadosAceptados, estadosEnviados, estadosFinales } from '@timbre/contract';
import { sql } from 'kysely';

const listed = (states: ReadonlySet<Estado>) => sql.join([...states].map((estado) => sql.lit(estado)));

/** The sets of states of the contract as SQL lists, for `estado in (…)`. */
export const statesSql = {
  accepted: listed(estadosAceptados),
  sent: listed(estadosEnviados),
  final: listed(estadosFinales),
} as const;
