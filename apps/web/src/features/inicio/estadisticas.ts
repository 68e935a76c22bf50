import type { inicio } from '@timbre/contract';
import { tipoNombre } from '@timbre/contract/tables';
import type { AnswerOf } from '@timbre/route';
import { compare, type Decimal, decimal, divide, formatDecimal, integer, isZero, mul, sub, sum } from '@timbre/values';
import { type Filtro, filtros } from './search.ts';

type Estadisticas = AnswerOf<typeof inicio.estadisticas>;
type Tipo = `E${keyof typeof tipoNombre}`;

/** What is sold with each type adds to the revenue; credit notes take from it. The rest is bought or paid. */
const revenueTypes: ReadonlySet<Tipo> = new Set(['E31', 'E32', 'E33', 'E44', 'E45', 'E46']);
const creditNote: Tipo = 'E34';

/** The figures of one type, in the environment that was asked for. */
export interface Figure {
  readonly tipo: Tipo;
  readonly nombre: string;
  readonly ncf: number;
  /** RD$. */
  readonly monto: string;
}

/** A part of the revenue. */
export interface Share extends Figure {
  /** Of everything sold, one decimal: `54.0`. */
  readonly percent: string;
}

/** The figures of every type, in the order of their codes; those without any are zero. */
export function figuresOf(estadisticas: Estadisticas, filtro: Filtro): Figure[] {
  const ambiente = filtros[filtro];
  return Object.entries(tipoNombre).map(([code, nombre]) => {
    const tipo = `E${code}` as Tipo;
    const all = estadisticas[tipo];
    const one = ambiente && all?.porAmbiente[ambiente];
    return ambiente === undefined
      ? { tipo, nombre, ncf: all?.totalNCFUtilizados ?? 0, monto: all?.totalMontoVendido ?? '0' }
      : { tipo, nombre, ncf: one?.ncfUtilizados ?? 0, monto: one?.montoVendido ?? '0' };
  });
}

const totalOf = (figures: readonly Figure[]): Decimal => sum(figures.map(({ monto }) => decimal(monto)));

/** The numbers used, and the revenue: what was sold less the credit notes. */
export function totalsOf(figures: readonly Figure[]): { documentos: number; ingresos: string } {
  const sold = totalOf(figures.filter(({ tipo }) => revenueTypes.has(tipo)));
  const returned = totalOf(figures.filter(({ tipo }) => tipo === creditNote));
  return {
    documentos: figures.reduce((total, { ncf }) => total + ncf, 0),
    ingresos: formatDecimal(sub(sold, returned), 2),
  };
}

/** What each type adds to the revenue, the greatest first, without those that add nothing. */
export function sharesOf(figures: readonly Figure[]): Share[] {
  const selling = figures.filter(({ tipo, monto }) => revenueTypes.has(tipo) && !isZero(decimal(monto)));
  const total = totalOf(selling);
  return selling
    .map((figure) => ({
      ...figure,
      percent: formatDecimal(divide(mul(decimal(figure.monto), integer(100)), total, 1), 1),
    }))
    .sort((a, b) => compare(decimal(b.monto), decimal(a.monto)));
}

/** The credit notes, which the doughnut cannot show: they take from the revenue. */
export const creditNotesOf = (figures: readonly Figure[]): Figure | undefined =>
  figures.find(({ tipo, monto }) => tipo === creditNote && !isZero(decimal(monto)));
