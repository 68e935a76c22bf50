import { compare, type Decimal, round, sub, zero } from '@timbre/values';
import { individualIncomeTax } from '../dated/impuesto-renta.ts';
import type { Mark } from '../derive/marks.ts';
import type { IT1Facts } from './facts.ts';

/** The summary that the product's specification calls IT-1. It is for the manager and is not the form. Amounts in RD$. */
export interface ResumenGerencial {
  readonly totalIngresos: Decimal;
  readonly totalGastos: Decimal;
  readonly utilidadBruta: Decimal;
  readonly itbisVentas: Decimal;
  readonly itbisCompras: Decimal;
  /** The larger of zero and sales minus purchases. */
  readonly itbisAPagar: Decimal;
  /** By the annual scale of individuals, as if these rows were the whole year; whole pesos. */
  readonly impuestoRenta: Decimal;
  readonly utilidadNeta: Decimal;
  /** Marks of the figures that are not sums of rows. */
  readonly marks: Readonly<Record<'impuestoRenta' | 'utilidadNeta', Mark>>;
  /** Explanation of the estimate, in Spanish. */
  readonly nota: string;
}

const amountOf = (facts: IT1Facts, id: string): Decimal => facts.get(id)?.amount ?? zero;

/**
 * Income, expenses and profit of the rows, credit notes subtracted, all without taxes.
 * @param year whose scale estimates the income tax
 * @source specification of the product, §9; Código Tributario, art. 296
 */
export function resumenGerencial(facts: IT1Facts, year: number): ResumenGerencial {
  const totalIngresos = amountOf(facts, 'C607.monto');
  const totalGastos = amountOf(facts, 'C606.monto');
  const itbisVentas = amountOf(facts, 'C607.itbis');
  const itbisCompras = amountOf(facts, 'C606.itbis');
  const utilidadBruta = sub(totalIngresos, totalGastos);
  const impuestoRenta = round(individualIncomeTax(utilidadBruta, year), 0);
  const itbis = sub(itbisVentas, itbisCompras);
  return {
    totalIngresos,
    totalGastos,
    utilidadBruta,
    itbisVentas,
    itbisCompras,
    itbisAPagar: compare(itbis, zero) > 0 ? itbis : zero,
    impuestoRenta,
    utilidadNeta: sub(utilidadBruta, impuestoRenta),
    marks: { impuestoRenta: 'estimado', utilidadNeta: 'estimado' },
    nota: 'Estimado con la escala anual de personas físicas (Art. 296): no es la declaración del impuesto sobre la renta',
  };
}
