import { abs, add, compare, type Decimal, decimal, mul, sub, zero } from '@timbre/values';
import type { Severity } from '../rules/rule.ts';
import type { FilledIT1 } from './fill.ts';

/** A box that does not agree with the reports, with the previous month or with the box as it was filed. */
export interface AuditFinding {
  readonly code: string;
  readonly severity: Severity;
  /** The box to check. */
  readonly box: string;
  /** Expected amount, and actual amount of the form or as filed, RD$. */
  readonly expected: Decimal;
  readonly actual: Decimal;
  /** Box or control whose rows are the receipts to mend; left out if the rows that feed it are not the cause. */
  readonly rows?: string;
  /** In Spanish: the disagreement and its remedy, without the amounts. */
  readonly message: string;
}

/** Amounts from outside the period's reports that boxes are compared with. */
export interface AuditContext {
  /** Box 34 of the month before, RD$; not compared when left out. */
  readonly saldoAnterior?: Decimal;
  /** Boxes as they were filed, RD$; each is compared with the computed one. */
  readonly filed?: Readonly<Record<string, Decimal>>;
}

/** A rule of the audit as a list shows it. */
interface AuditRuleHead {
  readonly code: string;
  readonly severity: Severity;
  /** The box to check; left out if it may be any box. */
  readonly box?: string;
  readonly source: string;
}

interface AuditRule extends AuditRuleHead {
  readonly box: string;
  readonly expected: (of: (id: string) => Decimal, context: AuditContext) => Decimal | undefined;
  readonly actual: (of: (id: string) => Decimal) => Decimal;
  /** Difference in RD$ allowed for rounding; multiplied by the rows of the control `perRowOf`, if set. */
  readonly tolerance?: string;
  readonly perRowOf?: string;
  /** Box or control whose rows are the receipts to mend. */
  readonly rows?: string;
  readonly message: string;
}

const rules: readonly AuditRule[] = [
  {
    code: 'IT1-607-01',
    severity: 'error',
    box: 'A11',
    source: 'IT-1, Anexo A, casillas 1 a 11',
    expected: (of) => add(of('C607.monto'), sub(of('A9'), of('A10'))),
    actual: (of) => of('A11'),
    message:
      'El total de operaciones no es el de las ventas reportadas: hay comprobantes de un tipo que el Anexo A no cuenta',
  },
  {
    code: 'IT1-607-02',
    severity: 'error',
    box: 'A26',
    source: 'IT-1, Anexo A, casillas 20 a 26',
    expected: (of) => of('C607.monto'),
    actual: (of) => of('A26'),
    message:
      'El total por tipo de ingreso no es el de las ventas: hay ventas sin tipo de ingreso; complételo en el 607',
  },
  {
    code: 'IT1-607-03',
    severity: 'aviso',
    box: 'A19',
    source: 'IT-1, Anexo A, casillas 12 a 19',
    expected: (of) => of('C607.total'),
    actual: (of) => of('A19'),
    rows: 'C607.sin-forma',
    message: 'El total por tipo de venta no es el de las ventas con impuestos: responda las formas de venta del 607',
  },
  {
    code: 'IT1-607-04',
    severity: 'aviso',
    box: '21',
    source: 'IT-1, casillas 11 a 21',
    expected: (of) => of('C607.itbis'),
    actual: (of) => of('21'),
    perRowOf: 'C607.itbis',
    tolerance: '0.01',
    message:
      'El ITBIS cobrado no es el facturado en el 607: revise las ventas exentas (casilla 4) y las gravadas al 16 % (casilla 12)',
  },
  {
    code: 'IT1-607-05',
    severity: 'aviso',
    box: '4',
    source: 'IT-1, casillas 4 y 12',
    expected: () => zero,
    actual: (of) => of('C607.sin-desglose'),
    rows: 'C607.sin-desglose',
    message:
      'Hay ventas que no dicen qué parte es exenta o al 16 %: se cuentan como gravadas al 18 %; corrija las casillas 4 y 12',
  },
  {
    code: 'IT1-607-06',
    severity: 'aviso',
    box: 'A43',
    source: 'Código Tributario, art. 338; IT-1, Anexo A, casilla 43',
    expected: () => zero,
    actual: (of) => of('A43'),
    rows: 'A43',
    message:
      'Hay notas de crédito emitidas con más de 30 días: no devuelven ITBIS, así que la casilla 11 vuelve a sumar lo gravado que restan. Ninguna fuente confirma en qué casilla lo hace la Oficina Virtual: confírmelo con la DGII antes de presentar',
  },
  {
    code: 'IT1-607-07',
    severity: 'aviso',
    box: 'A43',
    source: 'Código Tributario, art. 338',
    expected: () => zero,
    actual: (of) => of('C607.itbis-tardio'),
    rows: 'C607.itbis-tardio',
    message:
      'Notas de crédito de más de 30 días llevan ITBIS: no se devuelve, y el formulario no lo resta. Revise las notas detrás de la casilla A43',
  },
  {
    code: 'IT1-606-01',
    severity: 'error',
    box: 'A56',
    source: 'IT-1, Anexo A, casillas 45 a 56',
    expected: (of) => of('C606.itbis'),
    actual: (of) =>
      ['A48', 'A52', 'A53']
        .flatMap((id) => [of(`${id}.1`), of(`${id}.2`)])
        .reduce((sum: Decimal, amount) => add(sum, amount), zero),
    message:
      'El ITBIS de las compras no está entero en el Anexo A: hay líneas del 606 sin ITBIS por adelantar ni al costo',
  },
  {
    code: 'IT1-606-02',
    severity: 'aviso',
    box: '60',
    source: 'IT-1, casillas 39 a 60',
    expected: (of) => of('C606.retenido'),
    actual: (of) => sub(of('60'), add(of('59'), add(of('55'), of('57')))),
    perRowOf: 'C606.retenido',
    tolerance: '0.01',
    message: 'El ITBIS retenido por pagar no es el que el 606 dice retenido: revise las casillas 39 a 49 y el campo 12',
  },
  {
    code: 'IT1-SALDO-01',
    severity: 'error',
    box: '29',
    source: 'IT-1, casillas 29 y 34',
    expected: (_, { saldoAnterior }) => saldoAnterior,
    actual: (of) => of('29'),
    message: 'El saldo a favor anterior no es el que dejó el mes pasado (casilla 34): corríjalo',
  },
];

/** Rule for the boxes as they were filed, each compared with the computed box. */
const filedRule = { code: 'IT1-PRESENTADO-01', severity: 'aviso', source: 'Regla de Timbre' } as const;

/** The rules of the audit, for lists. */
export const auditRules: readonly AuditRuleHead[] = [...rules, filedRule];

/**
 * Audits a filled form before it is filed: against the 607 (`IT1-607-…`), the 606 (`IT1-606-…`), the credit carried over
 * (`IT1-SALDO-01`), and the boxes already filed (`IT1-PRESENTADO-01`).
 */
export function* preAudit(form: FilledIT1, context: AuditContext = {}): Generator<AuditFinding> {
  const of = (id: string): Decimal => form.value(id).amount;
  for (const { code, severity, box, message, tolerance = '0', perRowOf, rows: behind, ...rule } of rules) {
    const expected = rule.expected(of, context);
    const actual = rule.actual(of);
    const rows = perRowOf === undefined ? 1 : form.value(perRowOf).rows;
    const allowed = mul(decimal(tolerance), decimal(String(rows)));
    if (expected !== undefined && compare(abs(sub(expected, actual)), allowed) > 0)
      yield {
        code,
        severity,
        box,
        expected,
        actual,
        ...(behind !== undefined && form.value(behind).rows > 0 && { rows: behind }),
        message,
      };
  }
  for (const [box, filed] of Object.entries(context.filed ?? {})) {
    const expected = of(box);
    if (compare(expected, filed) !== 0)
      yield {
        code: filedRule.code,
        severity: filedRule.severity,
        box,
        expected,
        actual: filed,
        message: 'Se presentó un valor que no es el que dan los reportes: rectifique, o corrija los reportes',
      };
  }
}
