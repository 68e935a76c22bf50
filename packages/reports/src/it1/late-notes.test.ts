import { type Decimal, decimal, type Fecha, formatDecimal } from '@timbre/values';
import { describe, expect, test } from 'vitest';
import { type Chance, chanceOf } from '../../testing/chance.ts';
import type { Receipt } from '../derive/input.ts';
import { derivePurchase } from '../derive/purchase.ts';
import { deriveSale } from '../derive/sale.ts';
import { addPurchase, addSale, noFacts } from './facts.ts';
import { fillIT1 } from './fill.ts';
import { preAudit } from './pre-audit.ts';

// Generated months with notes of every kind. The ITBIS of the form must equal that of the receipts, which a credit note
// after more than 30 days does not lower (art. 338). Bases are in half pesos, so that no rate leaves a fraction of a
// cent.

const rnc = '900000007';
const other = '132111117';

/** A receipt in cents, as printed. */
interface Paper {
  readonly ncf: string;
  readonly fecha: Fecha;
  readonly g18: number;
  readonly g16: number;
  readonly exempt: number;
  readonly itbis: number;
  readonly modifies?: { readonly ncf: string; readonly fecha: Fecha };
  /** IndicadorNotaCredito 1. */
  readonly saysLate?: boolean;
  /** By the days or by the note's own statement. */
  readonly late?: boolean;
}

const pesos = (cents: number): Decimal => decimal((cents / 100).toFixed(2));
const textOf = (cents: number) => formatDecimal(pesos(cents), 2);

const receiptOf = (paper: Paper, side: 'venta' | 'compra'): Receipt => ({
  ncf: paper.ncf,
  fecha: paper.fecha,
  emisor: { id: side === 'venta' ? rnc : other },
  comprador: { id: side === 'venta' ? other : rnc },
  lineas: [{ bienServicio: '1', facturacion: '1', monto: pesos(paper.g18 + paper.g16 + paper.exempt) }],
  totales: {
    gravado18: pesos(paper.g18),
    gravado16: pesos(paper.g16),
    exento: pesos(paper.exempt),
    itbis: pesos(paper.itbis),
  },
  tipoIngresos: '01',
  tipoPago: '2',
  ...(paper.modifies && { referencia: paper.modifies }),
  ...(paper.saysLate && { notaTardia: true }),
});

const taxOf = (g18: number, g16: number) => (g18 * 18 + g16 * 16) / 100;
const day = (text: string) => text as Fecha;

/** A month of invoices and of notes over them and over those of the months before. */
function month(chance: Chance, side: 'venta' | 'compra', count: number): Paper[] {
  const half = () => chance.whole(1, 20_000) * 50;
  const papers: Paper[] = [];
  for (let n = 1; n <= count; n++) {
    const parts = chance.oneOf([
      () => ({ g18: half(), g16: 0, exempt: 0 }),
      () => ({ g18: 0, g16: half(), exempt: 0 }),
      () => ({ g18: 0, g16: 0, exempt: half() }),
      () => ({ g18: half(), g16: half(), exempt: half() }),
    ])();
    const fecha = day(`${String(chance.whole(1, 28)).padStart(2, '0')}-09-2026`);
    const number = String(n);
    if (!chance.percent(50)) {
      const tipo = chance.oneOf(side === 'venta' ? ['E31', 'E32', 'E45', 'B01', 'B02'] : ['E31', 'B01']);
      papers.push({
        ncf: tipo + number.padStart(tipo.startsWith('E') ? 10 : 8, '0'),
        fecha,
        ...parts,
        itbis: taxOf(parts.g18, parts.g16),
      });
      continue;
    }
    const isElectronic = chance.percent(60);
    const tipo = isElectronic ? chance.oneOf(['E34', 'E34', 'E33']) : chance.oneOf(['B04', 'B04', 'B03']);
    const isCredit = tipo === 'E34' || tipo === 'B04';
    const [modified, isOld] = chance.oneOf([
      [day('01-09-2026'), false],
      [day('15-07-2026'), true],
      [day('02-01-2026'), true],
    ] as const);
    const saysLate = isElectronic && isCredit && (isOld || chance.percent(10));
    const late = isCredit && (isOld || saysLate);
    // On paper the clerk may have written ITBIS that is not refunded.
    const withTax = !late || (!isElectronic && chance.percent(40));
    papers.push({
      ncf: tipo + number.padStart(isElectronic ? 10 : 8, '0'),
      fecha,
      ...parts,
      itbis: withTax ? taxOf(parts.g18, parts.g16) : 0,
      // In purchases no note modifies a consumer's receipt, whose ITBIS is a cost of the buyer.
      modifies: {
        ncf: chance.oneOf(['E310000000001', side === 'venta' ? 'E320000000001' : 'E310000000002', 'B0100000001']),
        fecha: modified,
      },
      ...(saysLate && { saysLate }),
      ...(late && { late }),
    });
  }
  return papers;
}

const signOf = ({ ncf }: Paper) => (ncf.startsWith('E34') || ncf.startsWith('B04') ? -1 : 1);
const sumOf = (papers: readonly Paper[], of: (paper: Paper) => number) =>
  textOf(papers.reduce((sum, paper) => sum + of(paper), 0));

describe.each(Array.from({ length: 40 }, (_, i) => i + 1))('the month of seed %i', (seed) => {
  const chance = chanceOf(seed);
  const sales = month(chance, 'venta', 40);
  const purchases = month(chance, 'compra', 20);
  const facts = noFacts();
  for (const paper of sales) addSale(facts, deriveSale(receiptOf(paper, 'venta'), { rnc })!);
  for (const paper of purchases)
    for (const purchase of derivePurchase(
      receiptOf(paper, 'compra'),
      { rnc },
      { itbis_costo: decimal('0'), itbis_proporcionalidad: decimal('0') },
    ))
      addPurchase(facts, purchase);
  const form = fillIT1(facts);
  const of = (id: string) => formatDecimal(form.value(id).amount, 2);

  test('the ITBIS of the form is that of the sales, and late notes give none back', { tags: ['SR5-37'] }, () => {
    const itbis = sumOf(sales, (paper) => (paper.late ? 0 : signOf(paper) * paper.itbis));
    expect([of('21'), of('C607.itbis')]).toEqual([itbis, itbis]);
  });

  test('the operations go down by every credit note, and A43 has the late ones', () => {
    const base = ({ g18, g16, exempt }: Paper) => g18 + g16 + exempt;
    expect(of('1')).toBe(sumOf(sales, (paper) => signOf(paper) * base(paper)));
    expect(of('A43')).toBe(sumOf(sales, (paper) => (paper.late ? base(paper) : 0)));
  });

  test('the credit of the form is the ITBIS of the purchases, whose notes subtract what they state', () => {
    expect(of('25')).toBe(sumOf(purchases, (paper) => signOf(paper) * paper.itbis));
  });

  test('the only findings of the audit are the unconfirmed box of the portal, and ITBIS on late notes', () => {
    const late = sales.filter((paper) => paper.late);
    const expected = [
      ...(late.length > 0 ? ['IT1-607-06'] : []),
      ...(late.some(({ itbis }) => itbis > 0) ? ['IT1-607-07'] : []),
    ];
    const codes = [...preAudit(form)].map(({ code }) => code).filter((code) => code !== 'IT1-607-03');
    expect(codes).toEqual(expected);
  });
});
