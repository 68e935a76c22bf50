import { type Ambiente, ambienteVisible, type GrupoDeAuditoria, type Rol, rolNombre } from './tables.ts';

/** The data of an entry of the record, of any kind. */
export type Datos = Readonly<Record<string, unknown>>;

/** A kind of event in the record of a company. */
interface Kind {
  readonly grupo: GrupoDeAuditoria;
  /** The event as a sentence, for readers of the record. */
  frase(datos: Datos): string;
}

/** Kinds of events by name: type of the export `kinds` of a feature. */
export type Kinds = Readonly<Record<string, Kind>>;

/** The name of an environment in the data of an entry. */
export const nombreDeAmbiente = (text: unknown): string => ambienteVisible[text as Ambiente];

/** The name of a role in the data of an entry. */
export const nombreDeRol = (text: unknown): string => rolNombre[text as Rol].nombre;

/** A number with its noun. */
export const cuantos = (n: unknown, uno: string, varios: string): string => (n === 1 ? `1 ${uno}` : `${n} ${varios}`);
