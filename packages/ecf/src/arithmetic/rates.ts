import { type Decimal, decimal, type Fecha, formatISODate } from '@timbre/values';

/** Family of a code of Tabla I; each has its own formula. @source Formato e-CF v1.0, tabla I, p. 60-61 */
export type Familia = 'otros' | 'alcohol' | 'cigarrillos' | 'alcohol-ad-valorem' | 'cigarrillos-ad-valorem';

const familias: readonly { readonly hasta: string; readonly familia: Familia }[] = [
  { hasta: '005', familia: 'otros' },
  { hasta: '018', familia: 'alcohol' },
  { hasta: '022', familia: 'cigarrillos' },
  { hasta: '035', familia: 'alcohol-ad-valorem' },
  { hasta: '039', familia: 'cigarrillos-ad-valorem' },
];

/** The family of a code `001` … `039`; undefined for any other text. */
export const familiaDe = (TipoImpuesto: string): Familia | undefined =>
  /^0[0-3]\d$/.test(TipoImpuesto) && TipoImpuesto !== '000'
    ? familias.find(({ hasta }) => TipoImpuesto <= hasta)?.familia
    : undefined;

/** The specific code that corresponds to an ad valorem one: `023` → `006` … `039` → `022`; undefined for any other code. */
export const especificoDe = (TipoImpuesto: string): string | undefined =>
  familiaDe(TipoImpuesto)?.endsWith('ad-valorem') ? String(Number(TipoImpuesto) - 17).padStart(3, '0') : undefined;

/** A value that the law sets from a day on (`yyyy-MM-dd`), until the next row. */
interface Dated {
  readonly desde: string;
}

/** The row in force on a day; the newest when the day is not known. The rows are ordered oldest first. */
const inForce = <Row extends Dated>(rows: readonly Row[], fecha: Fecha | undefined): Row | undefined =>
  rows.findLast((row) => fecha === undefined || row.desde <= formatISODate(fecha));

/** ITBIS in percent by IndicadorFacturacion. @source Formato e-CF v1.0, campos 97-99, p. 20-21; Ley 253-12, art. 23 */
const ITBIS = [{ desde: '1900-01-01', 1: decimal('18'), 2: decimal('16'), 3: decimal('0') }] as const;

/** IndicadorFacturacion of a line subject to ITBIS, even at 0 %. */
export type Gravado = 1 | 2 | 3;

/** ITBIS in percent (18, 16, 0) on a day. */
export const tasaITBIS = (indicador: Gravado, fecha: Fecha | undefined): Decimal =>
  (inForce(ITBIS, fecha) ?? ITBIS[0])[indicador];

/** Rates in percent that are not indexed. @source Formato e-CF v1.0, tabla I, p. 60-61 */
const porcentajes: readonly (Dated & Readonly<Record<string, string>>)[] = [
  {
    desde: '1900-01-01',
    '001': '10',
    '002': '2',
    '003': '16',
    '004': '10',
    '005': '17',
    'alcohol-ad-valorem': '10',
    'cigarrillos-ad-valorem': '20',
  },
];

/**
 * Specific excise in RD$, indexed every quarter: per litre of pure alcohol, and per packet of 20 and of 10 cigarettes.
 * A quarter without a row has no known rate: the document must then state it.
 * @source Formato e-CF v1.0, nota 82, p. 60; Resolución DDG-AR1-2025-00006; Resolución DDG-AR1-2026-00068, as cited by importers,
 * its text not held
 */
const especificos = [
  { desde: '2025-07-01', hasta: '2025-09-30', alcohol: '737.57', cigarrillos20: '62.39', cigarrillos10: '31.20' },
  { desde: '2025-10-01', hasta: '2025-12-31', alcohol: '745.60', cigarrillos20: '63.07', cigarrillos10: '31.53' },
  { desde: '2026-10-01', hasta: '2026-12-31', alcohol: '768.65', cigarrillos20: '65.02', cigarrillos10: '32.51' },
] as const;

/**
 * The rate of an additional tax on a day: percent for 001-005 and 023-039, RD$ for 006-022.
 * Undefined when there is no such code, or when the quarter's specific rate is not in the table.
 */
export function tasaImpuestoAdicional(TipoImpuesto: string, fecha: Fecha | undefined): Decimal | undefined {
  const familia = familiaDe(TipoImpuesto);
  if (familia === undefined) return undefined;
  if (familia === 'alcohol' || familia === 'cigarrillos') {
    const row = inForce(especificos, fecha);
    if (row === undefined || fecha === undefined || formatISODate(fecha) > row.hasta) return undefined;
    if (familia === 'alcohol') return decimal(row.alcohol);
    return decimal(TipoImpuesto <= '020' ? row.cigarrillos20 : row.cigarrillos10);
  }
  const tasa = inForce(porcentajes, fecha)?.[familia === 'otros' ? TipoImpuesto : familia];
  return tasa === undefined ? undefined : decimal(tasa);
}

/**
 * The quarter of a day, in words, if no specific rate of it is known; undefined where one is, and before the first that is.
 *
 * @example «enero-marzo de 2026»
 */
export function trimestreSinTasa(fecha: Fecha | undefined): string | undefined {
  if (fecha === undefined || tasaImpuestoAdicional('006', fecha) !== undefined) return undefined;
  const [year, month] = formatISODate(fecha).split('-') as [string, string];
  if (formatISODate(fecha) < especificos[0].desde) return undefined;
  return `${trimestres[Math.floor((Number(month) - 1) / 3)]} de ${year}`;
}

const trimestres = ['enero-marzo', 'abril-junio', 'julio-septiembre', 'octubre-diciembre'] as const;
