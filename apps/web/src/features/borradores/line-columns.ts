import { IndicadorBienoServicio, type IndicadorFacturacion, UnidadMedida } from '@timbre/ecf';
import type { TipoECF } from '@timbre/values';
import { plainText } from '../../lib/matching.ts';
import { readAmount } from '../../lib/typed-amount.ts';
import { items, occurs } from './draft.ts';
import type { PasteColumn } from './pasted.ts';

/** A column of the grid of lines. */
export interface LineColumn extends PasteColumn {
  readonly label: string;
  readonly kind: 'nombre' | 'codigo' | 'numero';
  readonly width?: number;
  readonly right?: true;
  readonly codes?: readonly (readonly [code: string, name: string])[];
}

/** Reads a pasted code, or its name: `18 %`, `Exento`, `Servicio`. */
const codeReader =
  (codes: LineColumn['codes'] = []) =>
  (text: string) => {
    const plain = plainText(text);
    const found =
      codes.find(([code]) => code === text.trim()) ??
      codes.find(([, name]) => plainText(name) === plain) ??
      codes.find(([, name]) => plainText(name).includes(plain));
    return found?.[0] ?? text;
  };

/** Short names of the indicators, for a narrow column. @source specification 001 §9 */
const facturacion = [
  ['1', 'ITBIS 18 %'],
  ['2', 'ITBIS 16 %'],
  ['3', 'ITBIS 0 %'],
  ['4', 'Exento'],
  ['0', 'No facturable'],
] as const satisfies readonly (readonly [`${keyof typeof IndicadorFacturacion}`, string])[];

const inOrder = (table: object): readonly (readonly [string, string])[] => Object.entries(table) as [string, string][];

const code = (name: string, label: string, width: number, codes: LineColumn['codes']): LineColumn => ({
  name,
  label,
  kind: 'codigo',
  width,
  codes: codes ?? [],
  read: codeReader(codes),
});

const amount = (name: string, label: string, width: number): LineColumn => ({
  name,
  label,
  kind: 'numero',
  width,
  right: true,
  read: readAmount,
});

const all: readonly LineColumn[] = [
  { name: 'NombreItem', label: 'Producto o servicio', kind: 'nombre', read: (text) => text.slice(0, 80) },
  code('IndicadorBienoServicio', 'Tipo', 112, inOrder(IndicadorBienoServicio)),
  amount('CantidadItem', 'Cantidad', 90),
  code('UnidadMedida', 'Unidad', 110, inOrder(UnidadMedida)),
  amount('PrecioUnitarioItem', 'Precio', 120),
  amount('DescuentoMonto', 'Descuento', 100),
  code('IndicadorFacturacion', 'ITBIS', 120, facturacion),
  amount('Retencion.MontoITBISRetenido', 'ITBIS retenido', 110),
  amount('Retencion.MontoISRRetenido', 'ISR retenido', 110),
];

/** Columns that only some types show: those whose lines must state what is withheld. */
const whenRequired = /^Retencion\./;

/** The columns of a type. */
export const columnsOf = (tipo: TipoECF): readonly LineColumn[] =>
  all.filter(({ name }) => occurs(tipo, `${items}.${name}`) && (!whenRequired.test(name) || withholds.has(tipo)));

/** @source specification 001 §5, "Type-dependent XML content" */
export const withholds: ReadonlySet<TipoECF> = new Set(['41', '47']);
