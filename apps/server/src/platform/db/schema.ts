import type { ColumnType, Insertable, Selectable, Updateable } from 'kysely';

/**
 * jsonb: read as a value, written as text (`JSON.stringify`), because the driver would convert an array to an SQL
 * array.
 */
export type Json<T> = ColumnType<T, string, string>;
export type JsonDefault<T> = ColumnType<T, string | undefined, string>;
/** `date`: yyyy-MM-dd. */
export type DateText = string;

/**
 * The tables as the queries use them; `migrations/*.sql` defines them. Each is declared in the `tables.ts` of the
 * feature or module that owns it, the only one that writes it.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the owners fill it in
export interface Tables {}

export type Row<T extends keyof Tables> = Selectable<Tables[T]>;
export type NewRow<T extends keyof Tables> = Insertable<Tables[T]>;
export type Change<T extends keyof Tables> = Updateable<Tables[T]>;
