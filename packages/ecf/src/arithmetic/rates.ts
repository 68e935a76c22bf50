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
 * Specific excise of one quarter, in RD$ with up to two decimals: per litre of pure alcohol, and per packet of 20 and of 10
 * cigarettes.
 */
export interface TasasSelectivo {
  /** First day of the quarter, `yyyy-MM-dd`. */
  readonly trimestre: string;
  readonly alcohol: string;
  readonly cigarrillos20: string;
  readonly cigarrillos10: string;
}

/**
 * The quarters whose official rates are included here, oldest first. Callers add others: see
 * {@link tasaImpuestoAdicional}.
 * @source Formato e-CF v1.0, nota 82, p. 60; Resolución DDG-AR1-2025-00006
 */
export const tasasOficiales = [
  { trimestre: '2025-07-01', alcohol: '737.57', cigarrillos20: '62.39', cigarrillos10: '31.20' },
  { trimestre: '2025-10-01', alcohol: '745.60', cigarrillos20: '63.07', cigarrillos10: '31.53' },
] as const satisfies readonly TasasSelectivo[];

/** The resolution of {@link tasasOficiales}. */
export const resolucionOficial = 'Resolución DDG-AR1-2025-00006';

/** First day, `yyyy-MM-dd`, of the quarter of a day. */
export function trimestreDe(fecha: Fecha): string {
  const [year, month] = formatISODate(fecha).split('-') as [string, string];
  return `${year}-${String(Number(month) - ((Number(month) - 1) % 3)).padStart(2, '0')}-01`;
}

/** The quarter after one, both by their first day. @example `2026-10-01` → `2027-01-01` */
export function trimestreSiguiente(trimestre: string): string {
  const [year, month] = trimestre.split('-') as [string, string];
  return month === '10' ? `${Number(year) + 1}-01-01` : `${year}-${String(Number(month) + 3).padStart(2, '0')}-01`;
}

const trimestres: Readonly<Record<string, string>> = {
  '01': 'enero-marzo',
  '04': 'abril-junio',
  '07': 'julio-septiembre',
  '10': 'octubre-diciembre',
};

/** The name of a quarter, by its first day. @example `2026-10-01` → `octubre-diciembre de 2026` */
export const nombreDeTrimestre = (trimestre: string): string =>
  `${trimestres[trimestre.slice(5, 7)]} de ${trimestre.slice(0, 4)}`;

/** The specific excise of the quarter of a day. An official row is preferred to one that was added. */
function tasasDe(fecha: Fecha | undefined, agregadas: readonly TasasSelectivo[]): TasasSelectivo | undefined {
  if (fecha === undefined) return undefined;
  const trimestre = trimestreDe(fecha);
  const isOfQuarter = (row: TasasSelectivo) => row.trimestre === trimestre;
  return tasasOficiales.find(isOfQuarter) ?? agregadas.find(isOfQuarter);
}

/**
 * The rate of an additional tax on a day: percent for 001-005 and 023-039, RD$ for 006-022.
 *
 * @param agregadas specific excise of quarters that are not official here; none may be of an official quarter
 * @returns undefined when there is no such code, or when the quarter's specific excise is not known
 * @source Formato e-CF v1.0, campo 106 b, p. 22: the rate is that of the quarter of FechaEmision, of a note too
 */
export function tasaImpuestoAdicional(
  TipoImpuesto: string,
  fecha: Fecha | undefined,
  agregadas: readonly TasasSelectivo[],
): Decimal | undefined {
  const familia = familiaDe(TipoImpuesto);
  if (familia === undefined) return undefined;
  if (familia === 'alcohol' || familia === 'cigarrillos') {
    const row = tasasDe(fecha, agregadas);
    if (row === undefined) return undefined;
    if (familia === 'alcohol') return decimal(row.alcohol);
    return decimal(TipoImpuesto <= '020' ? row.cigarrillos20 : row.cigarrillos10);
  }
  const tasa = inForce(porcentajes, fecha)?.[familia === 'otros' ? TipoImpuesto : familia];
  return tasa === undefined ? undefined : decimal(tasa);
}

/**
 * The name of the quarter of a day, if its specific excise is not known; undefined where it is, and before the first official
 * quarter.
 *
 * @param agregadas as of {@link tasaImpuestoAdicional}
 * @example «enero-marzo de 2026»
 */
export function trimestreSinTasa(fecha: Fecha | undefined, agregadas: readonly TasasSelectivo[]): string | undefined {
  if (fecha === undefined || tasasDe(fecha, agregadas) !== undefined) return undefined;
  const trimestre = trimestreDe(fecha);
  return trimestre < tasasOficiales[0].trimestre ? undefined : nombreDeTrimestre(trimestre);
}
