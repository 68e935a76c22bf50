import { abs, add, type Decimal, decimal, type Fecha, formatDecimal } from '@timbre/values';
import type { Line, Party, Receipt } from './input.ts';

/** A receipt with its decimals as text. */
type Written<Value> = Value extends Decimal
  ? string
  : Value extends string | undefined
    ? Value
    : Value extends readonly (infer Item)[]
      ? readonly Written<Item>[]
      : { readonly [Key in keyof Value]: Written<Value[Key]> };

const read = (text: string | undefined): Decimal | undefined => (text === undefined ? undefined : decimal(text));

/** Replacer for `JSON.stringify`: a decimal as its text, any other value unchanged. */
export const written = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'units' in value ? formatDecimal(value as Decimal) : value;

/**
 * A receipt as JSON, for storage. Decimals are texts, and lines of the same kind are added into one. The derivations
 * return the same rows for it.
 */
export const writeReceipt = (receipt: Receipt): string =>
  JSON.stringify({ ...receipt, lineas: gathered(receipt.lineas) }, written);

/** Reads the JSON of {@link writeReceipt}. @throws Error for any other text */
export function readReceipt(text: string): Receipt {
  const { totales, lineas, impuestos, retenido, formasPago, tasa, libros, ...rest } = JSON.parse(
    text,
  ) as Written<Receipt>;
  const { gravado18, gravado16, gravado0, exento, itbis } = totales;
  return {
    ...(rest as { readonly ncf: string; readonly fecha: Fecha; readonly emisor: Party }),
    lineas: lineas.map(({ monto, ...line }) => ({ ...line, monto: decimal(monto) })),
    totales: {
      gravado18: read(gravado18),
      gravado16: read(gravado16),
      gravado0: read(gravado0),
      exento: read(exento),
      itbis: read(itbis),
    },
    impuestos: impuestos?.map(({ codigo, monto }) => ({ codigo, monto: decimal(monto) })),
    retenido: retenido && { itbis: read(retenido.itbis), isr: read(retenido.isr) },
    formasPago: formasPago?.map(({ forma, monto }) => ({ forma, monto: decimal(monto) })),
    tasa: read(tasa),
    libros: libros && {
      ...libros,
      itbisCosto: read(libros.itbisCosto),
      itbisProporcionalidad: read(libros.itbisProporcionalidad),
    },
  };
}

/** One line for each kind, with the sum of the absolute amounts: the base is apportioned by these sums. */
function gathered(lines: readonly Line[]): Line[] {
  const kinds = new Map<string, Line>();
  for (const line of lines) {
    const kind = line.bienServicio + line.facturacion;
    const before = kinds.get(kind);
    const monto = abs(line.monto);
    kinds.set(kind, before === undefined ? { ...line, monto } : { ...line, monto: add(before.monto, monto) });
  }
  return [...kinds.values()];
}
