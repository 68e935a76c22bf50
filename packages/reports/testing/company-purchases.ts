import type { Decimal } from '@timbre/values';
import type { Line, Receipt } from '../src/derive/input.ts';
import type { Answers606 } from '../src/derive/purchase.ts';
import { type Chance, dayOf, inventedCedula, inventedRNC, ncfOf, percentOf, plus } from './chance.ts';

/** A purchase of the invented company, with the answers of a person. */
export interface InventedPurchase {
  readonly receipt: Receipt;
  readonly answers: Answers606;
  /** Its ITBIS is only estimated, and does not count as credit. */
  readonly sinCredito?: boolean;
}

const none: Decimal = { units: 0, scale: 2 };
const tipos = ['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11'] as const;

/** Goods or services bought, as lines and totals; `bill` adds the ITBIS. */
function basket(chance: Chance, kind: 'goods' | 'services' | 'mixed') {
  const lineas: Line[] = Array.from({ length: chance.whole(1, 4) }, (_, i) => ({
    bienServicio: kind === 'goods' || (kind === 'mixed' && i % 2 === 0) ? '1' : '2',
    facturacion: chance.oneOf(['1', '1', '1', '2', '3', '4'] as const),
    monto: chance.amount(500, 2_000_000),
  }));
  const totales = totalsOf(lineas);
  return { lineas, totales: chance.percent(8) ? discounted(totales) : totales };
}

/** Takes a tenth off the part at 18 %, like a discount on the whole receipt: lines no longer add up to the totals. */
function discounted(totales: ReturnType<typeof totalsOf>): ReturnType<typeof totalsOf> {
  const gravado18 = percentOf(totales.gravado18, 90);
  return { ...totales, gravado18, itbis: plus(percentOf(gravado18, 18), percentOf(totales.gravado16, 16)) };
}

/** Totals of lines. */
export function totalsOf(lineas: readonly Line[]) {
  const of = (kind: string) =>
    plus(...lineas.filter(({ facturacion }) => facturacion === kind).map(({ monto }) => monto));
  const [gravado18, gravado16] = [of('1'), of('2')];
  const itbis = plus(percentOf(gravado18, 18), percentOf(gravado16, 16));
  return { gravado18, gravado16, gravado0: of('3'), exento: of('4'), itbis };
}

/** The purchases of a month. Some have a fault, some appear twice. */
export function purchasesOf(
  chance: Chance,
  rnc: string,
  year: number,
  month: number,
  count: number,
): InventedPurchase[] {
  const purchases: InventedPurchase[] = [];
  for (let i = 0; i < count; i++) {
    const n = month * 10_000 + i + 1;
    const invented = inventedPurchase(chance, rnc, year, month, n, purchases);
    const one = chance.percent(3) ? dirtied(chance, invented) : invented;
    purchases.push(one);
    if (chance.percent(3)) purchases.push(one);
  }
  return purchases;
}

function inventedPurchase(
  chance: Chance,
  rnc: string,
  year: number,
  month: number,
  n: number,
  before: readonly InventedPurchase[],
): InventedPurchase {
  const fecha = dayOf(year, month, chance.whole(1, 28));
  const supplier = inventedRNC(chance.whole(1, 400));
  const person = inventedCedula(chance.whole(1, 400));
  const own = { id: rnc };
  const kind = chance.whole(1, 100);
  const base = { fecha, comprador: own, tipoPago: chance.oneOf(['1', '2'] as const) };
  const answers: Answers606 = { tipo_bienes_servicios: chance.oneOf(tipos), itbis_costo: none };

  if (kind <= 8) {
    const { lineas, totales } = basket(chance, 'services');
    const retenido = { itbis: totales.itbis, isr: percentOf(plus(...lineas.map(({ monto }) => monto)), 10) };
    const receipt = {
      ...base,
      ncf: ncfOf('E41', n),
      emisor: own,
      comprador: { id: person },
      lineas,
      totales,
      retenido,
    };
    return { receipt, answers: { ...answers, tipo_retencion_isr: chance.oneOf(['01', '02', '03'] as const) } };
  }
  if (kind <= 13) {
    const receipt = { fecha, ncf: ncfOf(chance.oneOf(['B13', 'E43']), n), emisor: own, tipoPago: '1' as const };
    const lineas: Line[] = [{ bienServicio: '1', facturacion: '4', monto: chance.amount(500, 100_000) }];
    return { receipt: { ...receipt, lineas, totales: totalsOf(lineas) }, answers: { ...answers, forma_pago: '01' } };
  }
  if (kind <= 18)
    return {
      receipt: abroadOf(chance, fecha, n, own),
      answers: { ...answers, tipo_retencion_isr: '03', forma_pago: '02' },
    };
  const earlier = before[chance.whole(0, Math.max(before.length - 1, 0))];
  if (kind <= 26 && earlier !== undefined && /^(E31|B01)/.test(earlier.receipt.ncf)) {
    const lineas = earlier.receipt.lineas.slice(0, 1);
    const referencia = { ncf: earlier.receipt.ncf, fecha: earlier.receipt.fecha };
    const { emisor, tasa } = earlier.receipt;
    const tipo = chance.oneOf(earlier.receipt.ncf.startsWith('E') ? ['E34', 'E34', 'E33'] : ['B04', 'B03']);
    const receipt = { ...base, ncf: ncfOf(tipo, n), emisor, lineas, totales: totalsOf(lineas), referencia };
    return { receipt: tasa === undefined ? receipt : { ...receipt, tasa }, answers };
  }
  const { lineas, totales } = basket(chance, chance.oneOf(['goods', 'services', 'mixed'] as const));
  const subtotal = plus(...lineas.map(({ monto }) => monto));
  const receipt: Receipt = {
    ...base,
    ncf: ncfOf(kind <= 32 ? chance.oneOf(['E32', 'B02']) : chance.oneOf(['E31', 'E31', 'B01', 'E44', 'E45']), n),
    emisor: { id: chance.percent(10) ? person : supplier },
    lineas,
    totales,
    ...(chance.percent(15) && {
      impuestos: [
        { codigo: '001', monto: percentOf(subtotal, 10) },
        { codigo: chance.oneOf(['002', '003', '004', '005', '006', '023', '039']), monto: percentOf(subtotal, 2) },
      ],
    }),
    ...(chance.percent(10) && { tasa: { units: chance.whole(550_000, 640_000), scale: 4 } }),
    ...(chance.percent(40) && {
      formasPago: Array.from({ length: chance.whole(1, 2) }, () => ({
        forma: String(chance.whole(1, 6)),
        monto: subtotal,
      })),
    }),
  };
  return { receipt, answers: { ...answers, ...answered(chance, receipt, year, month) } };
}

const abroadOf = (chance: Chance, fecha: Receipt['fecha'], n: number, emisor: Receipt['emisor']): Receipt => {
  const monto = chance.amount(10_000, 900_000);
  return {
    ncf: ncfOf(chance.oneOf(['B17', 'E47']), n),
    fecha,
    emisor,
    comprador: { extranjero: `US-${n}`, nombre: `Invented Services ${n} LLC` },
    lineas: [{ bienServicio: '2', facturacion: '4', monto }],
    totales: { exento: monto },
    retenido: { isr: percentOf(monto, 27) },
    tipoPago: '1',
    tasa: { units: chance.whole(550_000, 640_000), scale: 4 },
  };
};

/** Answers of a person for a common purchase: cost, proportion, payment, withholding. */
function answered(chance: Chance, { totales, lineas, tasa }: Receipt, year: number, month: number): Answers606 {
  const itbis = totales.itbis ?? none;
  const hasServices = lineas.some(({ bienServicio }) => bienServicio === '2');
  const answers: Record<string, unknown> = {};
  if (chance.percent(60)) answers.forma_pago = chance.oneOf(['01', '02', '03', '04']);
  const credit = tasa === undefined ? chance.whole(1, 100) : 100;
  if (credit <= 15) answers.itbis_costo = percentOf(itbis, chance.oneOf([30, 100]));
  else if (credit <= 30) answers.itbis_proporcionalidad = percentOf(itbis, 50);
  if (chance.percent(50)) {
    const later = month < 12 && chance.percent(30);
    answers.fecha_pago = dayOf(year, later ? month + 1 : month, 28);
    if (hasServices && Number(itbis.units) > 0 && tasa === undefined)
      answers.itbis_retenido = percentOf(itbis, chance.oneOf([0, 30, 100]));
  }
  return answers as Answers606;
}

/** Adds one fault: a value that a person forgot or mistyped. */
function dirtied(chance: Chance, { receipt, answers }: InventedPurchase): InventedPurchase {
  const dirty = chance.whole(1, 5);
  if (dirty === 1) return { receipt: { ...receipt, emisor: {} }, answers };
  if (dirty === 2) return { receipt, answers: {} };
  if (dirty === 3) return { receipt: { ...receipt, lineas: [] }, answers };
  if (dirty === 4) return { receipt: { ...receipt, emisor: { id: '123456789' } }, answers };
  const totales = { ...receipt.totales, exento: plus(receipt.totales.exento ?? none, { units: 101, scale: 2 }) };
  return { receipt: { ...receipt, totales }, answers };
}
