import type { Decimal } from '@timbre/values';
import type { Line, Receipt } from '../src/derive/input.ts';
import type { Answers607 } from '../src/derive/sale.ts';
import { type Chance, dayOf, inventedCedula, inventedRNC, ncfOf, percentOf, plus } from './chance.ts';
import { totalsOf } from './company-purchases.ts';

/** A sale of the invented company, with the answers of a person. */
export interface InventedSale {
  readonly receipt: Receipt;
  readonly answers: Answers607;
}

const none: Decimal = { units: 0, scale: 2 };
const tipos = ['E31', 'E31', 'E32', 'E32', 'B01', 'B02', 'B12', 'B14', 'E44', 'B15', 'E45', 'B16', 'E46'] as const;

/** The sales of a month. Some have a fault, some appear twice. */
export function salesOf(chance: Chance, rnc: string, year: number, month: number, count: number): InventedSale[] {
  const sales: InventedSale[] = [];
  for (let i = 0; i < count; i++) {
    const one = inventedSale(chance, rnc, year, month, month * 10_000 + i + 1, sales);
    sales.push(one);
    if (chance.percent(3)) sales.push(one);
  }
  return sales;
}

function inventedSale(
  chance: Chance,
  rnc: string,
  year: number,
  month: number,
  n: number,
  before: readonly InventedSale[],
): InventedSale {
  const fecha = dayOf(year, month, chance.whole(1, 28));
  const earlier = before[chance.whole(0, Math.max(before.length - 1, 0))]?.receipt;
  if (earlier !== undefined && earlier.referencia === undefined && chance.percent(10)) {
    const tipo = chance.oneOf(earlier.ncf.startsWith('E') ? ['E34', 'E34', 'E33'] : ['B04', 'B03']);
    const lineas = earlier.lineas.slice(0, 1);
    const { emisor, comprador, tasa } = earlier;
    const months = chance.whole(0, Math.min(3, month - 1));
    const referencia = { ncf: earlier.ncf, fecha: dayOf(year, month - months, chance.whole(1, 28)) };
    const note: Receipt = { ncf: ncfOf(tipo, n), fecha, emisor, lineas, totales: totalsOf(lineas), referencia };
    const receipt = {
      ...note,
      comprador,
      ...(tasa !== undefined && { tasa }),
      ...(chance.percent(90) && { tipoIngresos: '01' }),
    };
    return { receipt, answers: {} };
  }
  const tipo = chance.oneOf(tipos);
  const isExport = tipo === 'B16' || tipo === 'E46';
  const isExempt = tipo === 'B14' || tipo === 'E44';
  const lineas: Line[] = Array.from({ length: chance.whole(1, 4) }, () => ({
    bienServicio: chance.oneOf(['1', '2'] as const),
    facturacion: isExport ? '3' : isExempt ? '4' : chance.oneOf(['1', '1', '1', '2', '3', '4'] as const),
    monto: chance.amount(500, chance.percent(5) ? 40_000_000 : 3_000_000),
  }));
  const totales = totalsOf(lineas);
  const base = plus(...lineas.map(({ monto }) => monto));
  const impuestos = chance.percent(20)
    ? [
        { codigo: '001', monto: percentOf(base, 10) },
        { codigo: chance.oneOf(['002', '004', '030']), monto: percentOf(base, 2) },
      ]
    : [];
  const total = plus(base, totales.itbis, ...impuestos.map(({ monto }) => monto));
  const isWithheld = (tipo === 'E31' || tipo === 'B01' || tipo === 'B15') && chance.percent(20);
  const receipt: Receipt = {
    ncf: ncfOf(tipo, n),
    fecha,
    emisor: { id: rnc },
    lineas,
    totales,
    impuestos,
    tipoIngresos: `0${chance.percent(80) ? 1 : chance.whole(2, 6)}`,
    tipoPago: chance.oneOf(['1', '2', '3'] as const),
    ...buyerOf(chance, tipo),
    ...(chance.percent(60) && { formasPago: formsOf(chance, total) }),
    ...(chance.percent(10) && { tasa: { units: chance.whole(550_000, 640_000), scale: 4 } }),
    ...(isWithheld && { retenido: { itbis: percentOf(totales.itbis, 30) } }),
  };
  return { receipt, answers: isWithheld && chance.percent(90) ? { fecha_retencion: fecha } : {} };
}

function buyerOf(chance: Chance, tipo: string): Pick<Receipt, 'comprador'> {
  if (tipo === 'B12' || ((tipo === 'E32' || tipo === 'B02') && chance.percent(70))) return {};
  if (tipo === 'B16' || tipo === 'E46') return { comprador: { extranjero: `PA-${chance.whole(1, 99)}` } };
  const n = chance.whole(1, 300);
  return { comprador: { id: chance.percent(20) ? inventedCedula(n) : inventedRNC(n) } };
}

/** Ways of payment: exact, off by some cents, or not enough. */
function formsOf(chance: Chance, total: Decimal): NonNullable<Receipt['formasPago']> {
  const first = percentOf(total, chance.oneOf([100, 50, 25]));
  const off = chance.oneOf([0, 0, 0, 7, -7, 50_000]);
  const rest = { units: Number(total.units) - Number(first.units) - off, scale: 2 };
  const forma = () => String(chance.whole(1, 8));
  return Number(rest.units) > 0
    ? [
        { forma: forma(), monto: first },
        { forma: forma(), monto: rest },
      ]
    : [{ forma: forma(), monto: Number(first.units) > 0 ? first : none }];
}
