import type { reportes } from '@timbre/contract';
import {
  type AuditFinding,
  type BoxValue,
  boxes,
  type FilledIT1,
  type Formula,
  isControl,
  type ResumenGerencial,
} from '@timbre/reports';
import { type Decimal, formatDecimal, zero } from '@timbre/values';

type Resumen = reportes.ResumenIT1;
const monto = (amount: Decimal): string => formatDecimal(amount, 2);

/**
 * The summary of an IT-1 as the contract shows it: the manager's figures, the form, its annex, and the inconsistencies.
 */
export function resumenView(resumen: ResumenGerencial, form: FilledIT1, findings: readonly AuditFinding[]): Resumen {
  return {
    totalIngresos: monto(resumen.totalIngresos),
    totalGastos: monto(resumen.totalGastos),
    utilidadBruta: monto(resumen.utilidadBruta),
    itbisVentas: monto(resumen.itbisVentas),
    itbisCompras: monto(resumen.itbisCompras),
    itbisAPagar: monto(resumen.itbisAPagar),
    impuestoRenta: monto(resumen.impuestoRenta),
    utilidadNeta: monto(resumen.utilidadNeta),
    nota: resumen.nota,
    detalle: detalleOf(resumen),
    formulario: form.it1.map(casillaView),
    anexoA: form.anexoA.map(casillaView),
    preauditoria: findings.map(({ code, severity, box, expected, actual, rows, message }) => ({
      codigo: code,
      gravedad: severity,
      casilla: box,
      esperado: monto(expected),
      encontrado: monto(actual),
      ...(rows !== undefined && { comprobantes: rows }),
      mensaje: message,
    })),
  };
}

/** The rows of the summary. @source specification 002 §3 */
function detalleOf(resumen: ResumenGerencial): Resumen['detalle'] {
  const row = (
    id: string,
    concepto: string,
    categoria: Resumen['detalle'][number]['categoria'],
    amount: Decimal,
    itbis: Decimal = zero,
  ) => ({ id, concepto, monto: monto(amount), itbis: monto(itbis), categoria });
  return [
    row('ingresos', 'Total de ingresos', 'ingreso', resumen.totalIngresos, resumen.itbisVentas),
    row('gastos', 'Total de gastos', 'gasto', resumen.totalGastos, resumen.itbisCompras),
    row('utilidad-bruta', 'Utilidad bruta', 'calculo', resumen.utilidadBruta),
    row('itbis-a-pagar', 'ITBIS a pagar', 'impuesto', resumen.itbisAPagar, resumen.itbisAPagar),
    row('impuesto-renta', 'Impuesto sobre la renta (estimado)', 'impuesto', resumen.impuestoRenta),
    row('utilidad-neta', 'Utilidad neta (estimada)', 'resultado', resumen.utilidadNeta),
  ];
}

/** A box as the contract shows it. The coefficient has four decimals. */
export const casillaView = ({ id, label, amount, mark, rows, box }: BoxValue): Resumen['formulario'][number] => ({
  id,
  nombre: label,
  valor: formatDecimal(amount, box.formula?.ratio === undefined ? 2 : 4),
  marca: mark,
  filas: rows,
  formula: box.formula === undefined ? null : formulaText(box.formula),
});

/** A formula as a sentence: `16 + 17 − 18`, `18 % de la casilla 11`. */
export function formulaText({ sum, positive, percent, of, share, ratio, times }: Formula): string {
  if (sum !== undefined) return positive ? `${sumText(sum)}; cero si es negativo` : sumText(sum);
  if (ratio !== undefined) return `(${sumText(ratio[0])}) ÷ casilla ${ratio[1]}, en por ciento`;
  if (times !== undefined) return `casilla ${times[0]} × coeficiente de la casilla ${times[1]}`;
  const part = `${percent} % de la casilla ${of}`;
  return share === undefined ? part : `${share} % del ${part}`;
}

const sumText = (terms: readonly string[]): string =>
  terms
    .map((term, i) =>
      term.startsWith('-') ? `− ${nameOf(term.slice(1))}` : i === 0 ? nameOf(term) : `+ ${nameOf(term)}`,
    )
    .join(' ');

/** A box by its id; a total of the reports, which the form does not show, by its label. */
const nameOf = (id: string): string => (isControl(id) ? `«${boxes.get(id)!.label}»` : id);
