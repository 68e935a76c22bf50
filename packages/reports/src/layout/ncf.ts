import { esNota, resta } from '@timbre/values';
import type { CodeTable } from './codes.ts';
import type { FormatCode } from './formats.ts';

/** Types of receipt, on paper (B) and electronic (E). @source NG 06-2018; Formato e-CF v1.0 */
export const tipoNCF = {
  B01: 'Crédito fiscal',
  B02: 'Consumo',
  B03: 'Nota de débito',
  B04: 'Nota de crédito',
  B11: 'Compras',
  B12: 'Registro único de ingresos',
  B13: 'Gastos menores',
  B14: 'Regímenes especiales',
  B15: 'Gubernamental',
  B16: 'Exportaciones',
  B17: 'Pagos al exterior',
  E31: 'Crédito fiscal',
  E32: 'Consumo',
  E33: 'Nota de débito',
  E34: 'Nota de crédito',
  E41: 'Compras',
  E43: 'Gastos menores',
  E44: 'Regímenes especiales',
  E45: 'Gubernamental',
  E46: 'Exportaciones',
  E47: 'Pagos al exterior',
} as const satisfies CodeTable;

/** Series and type of a receipt: `B01` … `E47`. */
export type TipoNCF = keyof typeof tipoNCF;

/** The type of a number: B and 10 digits or E and 12; undefined for any other form or type, and for the old 19 positions. */
export function tipoOfNCF(ncf: string): TipoNCF | undefined {
  if (!/^(B\d{10}|E\d{12})$/.test(ncf)) return undefined;
  const tipo = ncf.slice(0, 3);
  return tipo in tipoNCF ? (tipo as TipoNCF) : undefined;
}

/** Credit notes: their amounts are written positive and count as negative. */
export const isNotaCredito = resta;

/** Credit and debit notes: they name the receipt that they modify. */
export const isNota = esNota;

/** Receipts for consumers, which entitle the buyer to no ITBIS credit. */
export const isConsumo = (ncf: string): boolean => ncf.startsWith('B02') || ncf.startsWith('E32');

/** Small expenses: the company issues them to itself. */
export const isGastosMenores = (ncf: string): boolean => ncf.startsWith('B13') || ncf.startsWith('E43');

/** Payments abroad: the company issues them to itself. */
export const isPagoExterior = (ncf: string): boolean => ncf.startsWith('B17') || ncf.startsWith('E47');

/** Purchases from sellers that issue no receipts: the company issues the receipt, to a person's cédula. */
export const isCompras = (ncf: string): boolean => ncf.startsWith('B11') || ncf.startsWith('E41');

/** Single register of income: the company issues it to itself. */
export const isRegistroUnico = (ncf: string): boolean => ncf.startsWith('B12');

/** Series that the official tool of a format accepts, from a period on, until the next row. */
interface AcceptedSeries {
  readonly desde: string;
  readonly tipos: readonly TipoNCF[];
}

/**
 * Series accepted per format. The 607 accepts none of the series E: electronic receipts reach the DGII when they are issued.
 * No source that was read states which series the tool of the 608 accepts; here it accepts every type of series B.
 * @source herramientas 606 v2025 y 607 v2023.1.1
 */
export const acceptedSeries: Readonly<Record<Exclude<FormatCode, '609'>, readonly AcceptedSeries[]>> = {
  '606': [
    {
      desde: '201805',
      tipos: [
        ...(['B01', 'B02', 'B03', 'B04', 'B11', 'B12', 'B13', 'B14', 'B15', 'B17'] as const),
        ...(['E31', 'E32', 'E33', 'E34', 'E41', 'E43', 'E44', 'E45', 'E47'] as const),
      ],
    },
  ],
  '607': [{ desde: '201805', tipos: ['B01', 'B02', 'B03', 'B04', 'B11', 'B12', 'B13', 'B14', 'B15', 'B16'] }],
  '608': [{ desde: '201805', tipos: ['B01', 'B02', 'B03', 'B04', 'B11', 'B12', 'B13', 'B14', 'B15', 'B16', 'B17'] }],
};

/** Whether the official tool of a format accepts a type in a period (`yyyyMM`). */
export function isAccepted(format: Exclude<FormatCode, '609'>, tipo: TipoNCF, periodo: string): boolean {
  return acceptedSeries[format].findLast(({ desde }) => desde <= periodo)?.tipos.includes(tipo) ?? false;
}

/**
 * Last day of the series B, by the size of the issuer (ISO dates).
 * @source avisos de la DGII 25-25 and of 26-08-2026, as quoted by others: confirm before relying on it
 */
export const endOfSeriesB = {
  'Grandes Nacionales': '2025-12-31',
  'Grandes Locales y Medianos': '2026-10-31',
  'Pequeños, Micro y no clasificados': '2026-11-15',
} as const;
