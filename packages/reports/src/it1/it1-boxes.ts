import type { TipoNCF } from '../layout/ncf.ts';
import type { PurchaseAmount, SaleAmount } from './amounts.ts';
import { anexoA } from './anexo-a.ts';
import type { Box, FedBox, Formula, Term, Where, WithheldFrom } from './box.ts';

const by = (n: number, label: string, formula: Formula): Box => ({ id: String(n), label, formula });
const sum = (n: number, label: string, ...terms: string[]): Box => by(n, label, { sum: terms });
const positive = (n: number, label: string, ...terms: string[]): Box => by(n, label, { sum: terms, positive: true });
const percent = (n: number, label: string, rate: string, of: number): Box =>
  by(n, label, { percent: rate, of: String(of) });
const manual = (n: number, label: string): Box => ({ id: String(n), label });
const range = (from: number, to: number): string[] => Array.from({ length: to - from + 1 }, (_, i) => String(from + i));
const withheld = (n: number, label: string, withheldFrom: WithheldFrom, amount: PurchaseAmount): Box => ({
  id: String(n),
  label,
  feed: { format: '606', where: { withheldFrom }, amount },
});

/** Types of sale with boxes of their own among the boxes without ITBIS: special regimes and exports. */
const exports: readonly TipoNCF[] = ['B16', 'E46'];
const apart: readonly TipoNCF[] = ['B14', 'E44', ...exports];
const local = (n: number, label: string, amount: SaleAmount, where: Where = {}): Box => ({
  id: String(n),
  label,
  feed: { format: '607', where: { notTipos: apart, ...where }, amount },
});

const opposite = (term: Term): Term => (term.startsWith('-') ? term.slice(1) : `-${term}`);
/**
 * The difference shown by box 33 if positive, and by box 34 if negative. The form states box 33 without 27, which is
 * the same as long as no payment is negative. Box 30 may be negative: a credit note reverses the amount that a customer
 * withheld.
 */
const difference: readonly Term[] = ['26', '-27', ...range(28, 32).map(opposite)];

/**
 * The IT-1, in the order of the form. Boxes 4 and 12 come from the receipts, which state the exempt amount and the
 * amount at 16 %; the 607 alone does not. A note over an export counts in box 2. One over a sale of a special regime
 * counts in box 4, because the form takes box 5 from A6. A credit note issued after more than 30 days lowers the operations of box 1
 * and refunds no ITBIS (art. 338): the taxed amount that it subtracts is added again in box 11. No source that was read
 * confirms in which box the Oficina Virtual adds it; the audit reports this (`IT1-607-06`).
 * @source IT-1 (e-NCF era), as rendered by a public program; to be checked after Ley 30-26
 */
export const it1Form: readonly Box[] = [
  sum(1, 'Total de operaciones', 'A11'),
  sum(2, 'Exportaciones de bienes Art. 342', 'A8', 'C607.notas-exportacion', '-3'),
  manual(3, 'Exportaciones de servicios Art. 344'),
  local(4, 'Ventas locales exentas Art. 343-344', 'exento y tasa cero', { notNoteOver: exports }),
  sum(5, 'Ventas exentas por destino', 'A6'),
  sum(6, 'No sujetas construcción', 'A38'),
  sum(7, 'No sujetas comisiones', 'A42'),
  manual(8, 'Bienes exentos Párr. III-IV Art. 343'),
  sum(9, 'Total no gravadas', ...range(2, 8)),
  sum(10, 'Total gravadas', '1', '-9'),
  sum(11, 'Gravadas 18%', '10', '-12', '-13', '-14', '-15', 'C607.tardias'),
  local(12, 'Gravadas 16%', 'gravado 16 %', { lateNote: false }),
  manual(13, 'Gravadas 9% (Ley 690-16)'),
  manual(14, 'Gravadas 8% (Ley 690-16)'),
  sum(15, 'Gravadas por venta de activos depreciables', 'A24'),
  percent(16, 'ITBIS 18% de 11', '18', 11),
  percent(17, 'ITBIS 16% de 12', '16', 12),
  percent(18, 'ITBIS 9% de 13', '9', 13),
  percent(19, 'ITBIS 8% de 14', '8', 14),
  percent(20, 'ITBIS 18% de 15', '18', 15),
  sum(21, 'Total ITBIS cobrado', ...range(16, 20)),
  sum(22, 'ITBIS compras locales', 'A56.1'),
  sum(23, 'ITBIS servicios deducibles', 'A56.2'),
  sum(24, 'ITBIS importaciones', 'A56.3'),
  sum(25, 'Total deducible', ...range(22, 24)),
  positive(26, 'Impuesto a pagar', '21', '-25'),
  positive(27, 'Saldo a favor', '25', '-21'),
  manual(28, 'Saldos compensables autorizados'),
  manual(29, 'Saldo a favor anterior'),
  sum(30, 'Pagos computables por retenciones', 'A33'),
  manual(31, 'Otros pagos a cuenta'),
  manual(32, 'Compensaciones/reembolsos'),
  positive(33, 'Diferencia a pagar', ...difference),
  positive(34, 'Nuevo saldo a favor', ...difference.map(opposite)),
  manual(35, 'Recargos'),
  manual(36, 'Interés indemnizatorio'),
  manual(37, 'Sanciones'),
  sum(38, 'Total a pagar', '33', '35', '36', '37'),
  withheld(39, 'Servicios sujetos a retención personas físicas', 'persona', 'servicios'),
  manual(40, 'Servicios: entidades no lucrativas (01-11)'),
  sum(41, 'Total', '39', '40'),
  withheld(42, 'Servicios sociedades (07-09)', 'sociedad-total', 'servicios'),
  withheld(43, 'Servicios sociedades (02-05, 07-07)', 'sociedad-parcial', 'servicios'),
  manual(44, 'RST 18%'),
  manual(45, 'RST 16%'),
  sum(46, 'Total RST', '44', '45'),
  withheld(47, 'Comprobante de compras 18% (08-10, 05-19)', 'compras', 'total'),
  manual(48, 'Comprobante de compras 16%'),
  sum(49, 'Total compras', '47', '48'),
  percent(50, '18% de 41', '18', 41),
  percent(51, '18% de 42', '18', 42),
  by(52, '18% de 43 x 0.30', { percent: '18', of: '43', share: '30' }),
  percent(53, '18% de 44', '18', 44),
  percent(54, '16% de 45', '16', 45),
  sum(55, 'Total RST', '53', '54'),
  percent(56, '18% de 47', '18', 47),
  percent(57, '16% de 48', '16', 48),
  sum(58, 'Total', '56', '57'),
  manual(59, 'ITBIS percibido en venta'),
  sum(60, 'Impuesto a pagar', '50', '51', '52', '55', '58', '59'),
  manual(61, 'Pagos computables a cuenta'),
  positive(62, 'Diferencia a pagar', '60', '-61'),
  positive(63, 'Nuevo saldo a favor', '61', '-60'),
  manual(64, 'Recargos'),
  manual(65, 'Interés'),
  manual(66, 'Sanciones'),
  sum(67, 'Total', '62', '64', '65', '66'),
  sum(68, 'TOTAL GENERAL', '38', '67'),
];

/** Totals of the two reports, against which the form is audited. They are not boxes of the form. */
export const controls: readonly FedBox[] = [
  { id: 'C607.monto', label: 'Ventas sin impuestos', feed: { format: '607', where: {}, amount: 'monto' } },
  {
    id: 'C607.notas-exportacion',
    label: 'Notas sobre exportaciones',
    feed: { format: '607', where: { noteOver: exports }, amount: 'monto' },
  },
  {
    id: 'C607.itbis',
    label: 'ITBIS de las ventas',
    feed: { format: '607', where: { lateNote: false }, amount: 'itbis' },
  },
  {
    id: 'C607.tardias',
    label: 'Lo gravado de las notas de A43',
    feed: { format: '607', where: { lateNote: true }, amount: 'gravado', unsigned: true },
  },
  {
    id: 'C607.itbis-tardio',
    label: 'ITBIS de las notas de A43',
    feed: { format: '607', where: { lateNote: true }, amount: 'itbis', unsigned: true },
  },
  {
    id: 'C607.total',
    label: 'Ventas con impuestos, sin notas de crédito',
    feed: { format: '607', where: { notTipos: ['B04', 'E34'] }, amount: 'total con impuestos' },
  },
  {
    id: 'C607.sin-forma',
    label: 'Ventas que no dicen cómo se cobraron',
    feed: { format: '607', where: { notTipos: ['B04', 'E34'] }, amount: 'sin forma de venta' },
  },
  {
    id: 'C607.sin-desglose',
    label: 'Ventas sin desglose de ITBIS',
    feed: { format: '607', where: {}, amount: 'sin desglose' },
  },
  {
    id: 'C606.monto',
    label: 'Compras sin impuestos',
    feed: { format: '606', where: { firstReport: true }, amount: 'total' },
  },
  {
    id: 'C606.itbis',
    label: 'ITBIS de las compras',
    feed: { format: '606', where: { firstReport: true, notTipos: ['B17', 'E47'] }, amount: 'itbis' },
  },
  {
    id: 'C606.retenido',
    label: 'ITBIS retenido en compras',
    feed: { format: '606', where: {}, amount: 'ITBIS retenido' },
  },
];

/** Whether a box is a control total. */
export const isControl = (id: string): boolean => controls.some((control) => control.id === id);

/** Every box, by its id. */
export const boxes: ReadonlyMap<string, Box> = new Map(
  [...anexoA, ...it1Form, ...controls].map((box) => [box.id, box]),
);

/** Ids of the boxes that a formula reads. */
const readBy = ({ sum = [], of, ratio, times }: Formula): string[] =>
  [
    ...sum,
    ...(times ?? []),
    ...(ratio === undefined ? [] : [...ratio[0], ratio[1]]),
    ...(of === undefined ? [] : [of]),
  ].map((term) => term.replace(/^-/, ''));

/** The boxes fed by rows, among a box and all the boxes that it is computed from. A screen lists them for a total. */
export function fedBehind(box: Box): readonly FedBox[] {
  const seen = new Map<string, Box>();
  const see = (one: Box): void => {
    if (seen.has(one.id)) return;
    seen.set(one.id, one);
    for (const id of one.formula === undefined ? [] : readBy(one.formula)) see(boxes.get(id)!);
  };
  see(box);
  return [...seen.values()].filter((one): one is FedBox => one.feed !== undefined);
}
