import type { inicio } from '@timbre/contract';
import { tipoNombre } from '@timbre/contract/tables';
import type { AnswerOf } from '@timbre/route';
import {
  compare,
  type Decimal,
  decimal,
  divide,
  formatDecimal,
  integer,
  isZero,
  mul,
  neg,
  resta,
  sub,
  sum,
} from '@timbre/values';
import { type Filtro, filtros } from './search.ts';

type Estadisticas = AnswerOf<typeof inicio.estadisticas>;
type Tipo = `E${keyof typeof tipoNombre}`;

/** The figures of one type, in the requested environment. */
export interface Figure {
  readonly tipo: Tipo;
  readonly nombre: string;
  readonly ncf: number;
  /** Amount sold, RD$; without the sign of a credit note. */
  readonly monto: string;
  /** Amount that the company bought with receipts of its own, RD$. */
  readonly compras: string;
}

/** A share of the revenue. */
interface Share extends Figure {
  /** Percentage of all sales, with one decimal: `54.0`. */
  readonly percent: string;
}

/** Returns the figures of every type, in the order of their codes; zero for types without any. */
export function figuresOf(estadisticas: Estadisticas, filtro: Filtro): Figure[] {
  const ambiente = filtros[filtro];
  return Object.entries(tipoNombre).map(([code, nombre]) => {
    const tipo = `E${code}` as Tipo;
    const all = estadisticas[tipo];
    const one = ambiente && all?.porAmbiente[ambiente];
    const [ncf, monto, compras] =
      ambiente === undefined
        ? [all?.totalNCFUtilizados, all?.totalMontoVendido, all?.totalMontoComprado]
        : [one?.ncfUtilizados, one?.montoVendido, one?.montoComprado];
    const sold = sub(decimal(monto ?? '0'), decimal(compras ?? '0'));
    return { tipo, nombre, ncf: ncf ?? 0, monto: formatDecimal(sold, 2), compras: compras ?? '0.00' };
  });
}

/** The counts of the authority's verdicts. */
interface Verdicts {
  readonly aceptados: number;
  /** Of the accepted ones, those accepted with their first signature. */
  readonly aLaPrimera: number;
  /** Accepted plus rejected. */
  readonly respondidos: number;
}

/** Returns the verdicts of every type, in the requested environment. */
export function verdictsOf(estadisticas: Estadisticas, filtro: Filtro): Verdicts {
  const ambiente = filtros[filtro];
  const counts = Object.values(estadisticas).flatMap(({ porAmbiente }) =>
    Object.entries(porAmbiente).flatMap(([of, count]) => (ambiente === undefined || of === ambiente ? [count] : [])),
  );
  const total = (count: (one: (typeof counts)[number]) => number) => counts.reduce((sum, one) => sum + count(one), 0);
  const aceptados = total((one) => one.aceptados);
  return {
    aceptados,
    aLaPrimera: total((one) => one.aceptadosALaPrimera),
    respondidos: aceptados + total((one) => one.rechazados),
  };
}

/**
 * Formats a percentage, with one decimal where needed: `98.5%`, `100%`; `—` if the whole is zero. It is never rounded
 * up to 100.
 */
export function percentOf(part: number, whole: number): string {
  if (whole === 0) return '—';
  return `${Math.floor((part * 1_000) / whole) / 10}%`;
}

const totalOf = (figures: readonly Figure[]): Decimal => sum(figures.map(({ monto }) => decimal(monto)));

const sellingOf = (figures: readonly Figure[]) => figures.filter(({ tipo }) => !resta(tipo));

/** Amount sold, RD$, before credit notes. */
export const soldOf = (figures: readonly Figure[]): string => formatDecimal(totalOf(sellingOf(figures)), 2);

/** Returns the count of used numbers, the revenue and the purchases, both less their credit notes. */
export function totalsOf(figures: readonly Figure[]): { documentos: number; ingresos: string; compras: string } {
  const net = (amountOf: (figure: Figure) => string) => {
    const signed = figures.map((figure) => {
      const amount = decimal(amountOf(figure));
      return resta(figure.tipo) ? neg(amount) : amount;
    });
    return formatDecimal(sum(signed), 2);
  };
  return {
    documentos: figures.reduce((total, { ncf }) => total + ncf, 0),
    ingresos: net(({ monto }) => monto),
    compras: net(({ compras }) => compras),
  };
}

/** Returns the share of each type in the revenue, largest first, without those of zero. */
export function sharesOf(figures: readonly Figure[]): Share[] {
  const selling = sellingOf(figures).filter(({ monto }) => !isZero(decimal(monto)));
  const total = totalOf(selling);
  return selling
    .map((figure) => ({
      ...figure,
      percent: formatDecimal(divide(mul(decimal(figure.monto), integer(100)), total, 1), 1),
    }))
    .sort((a, b) => compare(decimal(b.monto), decimal(a.monto)));
}

/** The credit notes, which the ring chart cannot show because they reduce the revenue. */
export const creditNotesOf = (figures: readonly Figure[]): Figure | undefined =>
  figures.find(({ tipo, monto }) => resta(tipo) && !isZero(decimal(monto)));
