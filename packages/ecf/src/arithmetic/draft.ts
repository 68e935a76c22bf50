import type { ECF } from '../schema/types.generated.ts';

/** A tree in which any part may be missing. */
export type Partly<T> = T extends string
  ? T
  : T extends readonly (infer Element)[]
    ? readonly Partly<Element>[]
    : { readonly [Name in keyof T]?: Partly<Exclude<T[Name], undefined>> };

/** An e-CF that may be incomplete: arithmetic completes it and rules check it. */
export type Draft = Partly<ECF>;

type ElementOf<T> = T extends readonly (infer Element)[] ? Element : never;
type Inside<T, Name extends keyof T> = NonNullable<T[Name]>;

type Encabezado = Inside<Draft, 'Encabezado'>;
export type Totales = Inside<Encabezado, 'Totales'>;
export type OtraMoneda = Inside<Encabezado, 'OtraMoneda'>;
export type ImpuestoDeTotales = ElementOf<Inside<Inside<Totales, 'ImpuestosAdicionales'>, 'ImpuestoAdicional'>>;
export type Item = ElementOf<Inside<Inside<Draft, 'DetallesItems'>, 'Item'>>;
export type Subtotal = ElementOf<Inside<Inside<Draft, 'Subtotales'>, 'Subtotal'>>;
export type Ajuste = ElementOf<Inside<Inside<Draft, 'DescuentosORecargos'>, 'DescuentoORecargo'>>;
export type Pagina = ElementOf<Inside<Inside<Draft, 'Paginacion'>, 'Pagina'>>;
