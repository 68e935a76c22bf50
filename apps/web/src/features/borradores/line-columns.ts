import { IndicadorBienoServicio, type IndicadorFacturacion, UnidadMedida } from '@timbre/ecf';
import type { TipoECF } from '@timbre/values';
import { plainText } from '../../lib/matching.ts';
import { typedAmount } from '../../lib/typed-amount.ts';
import { indicadoresOf, items, occurs } from './draft.ts';
import type { PasteColumn } from './pasted.ts';

/** A column of the grid of lines. */
export interface LineColumn extends PasteColumn {
  readonly label: string;
  readonly kind: 'nombre' | 'codigo' | 'numero';
  readonly width?: number;
  /** Under the product, not in a column of its own. */
  readonly under?: true;
  readonly right?: true;
  readonly codes?: readonly (readonly [code: string, name: string])[];
}

/** Reads a pasted code, or its name: `18 %`, `Exento`, `Servicio`. */
const codeReader =
  (codes: LineColumn['codes'] = []) =>
  (text: string) => {
    const plain = plainText(text);
    const match =
      codes.find(([code]) => code === text.trim()) ??
      codes.find(([, name]) => plainText(name) === plain) ??
      codes.find(([, name]) => plainText(name).includes(plain));
    return match?.[0] ?? text;
  };

/** Short names of the indicators, for a narrow column. @source specification 001 §9 */
export const facturacion = [
  ['1', 'ITBIS 18 %'],
  ['2', 'ITBIS 16 %'],
  ['3', 'ITBIS 0 %'],
  ['4', 'Exento'],
  ['0', 'No facturable'],
] as const satisfies readonly (readonly [`${keyof typeof IndicadorFacturacion}`, string])[];

const inOrder = (table: object): readonly (readonly [string, string])[] => Object.entries(table) as [string, string][];

const code = (
  name: string,
  label: string,
  place: Pick<LineColumn, 'width' | 'under'>,
  codes: LineColumn['codes'],
): LineColumn => ({
  name,
  label,
  kind: 'codigo',
  ...place,
  codes: codes ?? [],
  read: codeReader(codes),
});

const amount = (name: string, label: string, place: Pick<LineColumn, 'width' | 'under'>): LineColumn => ({
  name,
  label,
  kind: 'numero',
  ...place,
  right: true,
  read: typedAmount,
});

const all: readonly LineColumn[] = [
  { name: 'NombreItem', label: 'Producto o servicio', kind: 'nombre', read: (text) => text.slice(0, 80) },
  code('IndicadorBienoServicio', 'Tipo', { under: true }, inOrder(IndicadorBienoServicio)),
  amount('CantidadItem', 'Cantidad', { width: 92 }),
  code('UnidadMedida', 'Unidad', { under: true }, inOrder(UnidadMedida)),
  amount('PrecioUnitarioItem', 'Precio', { width: 128 }),
  amount('DescuentoMonto', 'Descuento', { under: true }),
  code('IndicadorFacturacion', 'ITBIS', { width: 128 }, facturacion),
];

/**
 * The columns of a line that a type has, in the order in which cells are pasted. The details of a line are not columns.
 */
export const columnsOf = (tipo: TipoECF): readonly LineColumn[] =>
  all
    .filter(({ name }) => occurs(tipo, `${items}.${name}`))
    .map((column) => {
      if (column.name !== 'IndicadorFacturacion') return column;
      const possible = indicadoresOf(tipo);
      return { ...column, codes: column.codes?.filter(([code]) => possible.includes(code)) ?? [] };
    });
