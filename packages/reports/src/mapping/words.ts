import type { tipoBienesServicios, tipoIngreso } from '../layout/codes.ts';
import { type Account, foldText } from './account.ts';

/** A keyword rule for an account: its text must match `words`, and must not match `not`. Texts are folded. */
export interface WordRule<Destino> {
  readonly da: Destino;
  /** Each must match. */
  readonly words: readonly RegExp[];
  readonly not?: RegExp;
}

const retained = /\b(retenid|retencion|withh)/;
const itbis = /\b(itbis|vat)\b/;
const isr = /\b(isr|impuestos? sobre la renta|income tax)\b/;

/** Fields of the 606 by keywords; the first rule that matches wins. @source specification 002 §9, Basic auto-map */
export const words606: readonly WordRule<string>[] = [
  { da: 'campo12', words: [itbis, retained] },
  { da: 'campo18', words: [isr, retained] },
  { da: 'campo11', words: [itbis, /\b(por pagar|pagado|factura|compras|payable|invoiced|billed)/] },
  {
    da: 'campo21',
    words: [/\b(combustible|gasolina|gasoil|fuel|seguros?\b|insurance|publicidad|advertising)/],
    not: /\bseguros? social/,
  },
];

/** Fields of the 607 by keywords; the first rule that matches wins. @source specification 002 §9, Basic auto-map */
export const words607: readonly WordRule<string>[] = [
  { da: 'campo10', words: [itbis, retained] },
  { da: 'campo12', words: [isr, retained] },
  { da: 'campo9', words: [itbis, /\b(por cobrar|cobrado|factura|ventas|receivable|invoiced|billed)/] },
  {
    da: 'campo17',
    words: [/\b(ingreso|venta|income|revenue|sales)/],
    not: /\b(impuesto|itbis|isr|tax|costo|cost|retenid)/,
  },
];

/**
 * Kinds of goods and services by keywords; 02 if no rule matches. @source specification 002 §9; Instructivo 606, field
 * 3
 */
export const typeWords606: readonly WordRule<keyof typeof tipoBienesServicios>[] = [
  { da: '11', words: [/\b(seguros?\b|polizas?\b|insurance)/], not: /\bseguros? (social|familiar)|\btss\b/ },
  {
    da: '01',
    words: [
      /\b(nomina|sueldo|salario|personal\b|tss\b|infotep|regalia pascual|vacaciones|bonificacion|seguridad social|seguros? social|payroll|wages|salar)/,
    ],
  },
  { da: '07', words: [/\b(interes|financier|comision(es)? bancari|cargos? bancari|bank charge|interest|financ)/] },
  { da: '03', words: [/\b(alquiler|arrendamiento|rent\b|rental|lease)/] },
  {
    da: '09',
    words: [
      /\b(costo de venta|costos? de (la )?mercancia|inventario|mercancia|compras?\b|materia prima|cost of (goods|sales)|cogs|purchases|inventory)/,
    ],
  },
  {
    da: '10',
    words: [
      /\b(adquisicion|compra de activo|mobiliario|maquinaria|vehiculos?\b|equipos?\b|fixed asset|activos? fijos?\b)/,
    ],
    not: /\b(manten|repara|deprecia|combustible|repair|maint)/,
  },
  { da: '04', words: [/\b(manten|repara|depreciacion|amortizacion|repair|maint|depreciation|amortization)/] },
  {
    da: '05',
    words: [
      /\b(representacion|publicidad|promocion|relaciones publicas|atenciones|entertainment|advertising|promotion)/,
    ],
  },
  { da: '08', words: [/\b(extraordinari|perdidas?\b|extraordinary|loss)/] },
  { da: '06', words: [/\b(donacion|donativo|cuotas?\b|deduccion|donation|contribution)/] },
];

/**
 * Kinds of income by keywords; 1 if no rule matches. @source specification 002 §9, Keyword fallback for income types
 */
export const typeWords607: readonly WordRule<keyof typeof tipoIngreso>[] = [
  { da: 2, words: [/\b(interes|financier|inversion|rendimiento|interest|financ|investment|yield)/] },
  { da: 5, words: [/\b(venta|sale)/, /\b(activo|equipo|vehiculo|maquinaria|asset|equipment|vehicle|machinery)/] },
  { da: 3, words: [/\b(extraordinari|excepcional|extraordinary|exceptional)/] },
  { da: 3, words: [/\b(ganancia|gain)/, /\b(venta|sale)/] },
  { da: 4, words: [/\b(alquiler|arrendamiento|renta\b|rent\b|rental|lease)/] },
];

/**
 * Result of the first rule that matches the name of an account, or else its name with its types; undefined if none
 * does.
 */
export function matchWords<Destino>(
  rules: readonly WordRule<Destino>[],
  { name, detailType, type }: Pick<Account, 'name' | 'detailType' | 'type'>,
): Destino | undefined {
  const inName = find(rules, foldText(name));
  return inName ?? find(rules, foldText(`${name} ${detailType} ${type}`));
}

const find = <Destino>(rules: readonly WordRule<Destino>[], text: string): Destino | undefined =>
  rules.find(({ words, not }) => words.every((word) => word.test(text)) && !not?.test(text))?.da;
