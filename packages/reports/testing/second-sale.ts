import type { InventedSale } from './company-year.ts';
import { blank, cents, figures, isOne, money, ymd } from './second-figures.ts';

/** The line of the 607 of one sale. */
export function sale({ receipt: r, answers: a }: InventedSale, rnc: string): string {
  const f = figures(r);
  const register = isOne(r.ncf, '12');
  const id = register ? rnc : (r.comprador?.id ?? r.comprador?.extranjero ?? '');
  const idKind = id === '' ? '' : register || r.comprador?.id !== undefined ? (id.length === 11 ? '2' : '1') : '3';
  const pay = [0n, 0n, 0n, 0n, 0n, 0n, 0n];
  if (!isOne(r.ncf, '04', '34')) {
    const forms = r.formasPago ?? [];
    let last = 0;
    for (const { forma, monto } of forms) {
      last = Math.min(Number(forma), 7) - 1;
      pay[last]! += cents(monto, r.tasa);
    }
    const order = forms.map(({ forma }) => Math.min(Number(forma), 7) - 1);
    last = [...new Set(order)].at(-1) ?? 0;
    const rest = f.total - pay.reduce((x, y) => x + y, 0n);
    if (forms.length === 0) {
      if (r.tipoPago === '2') pay[3] = f.total;
      if (r.tipoPago === '3') pay[6] = f.total;
    } else if (rest >= -100n && rest <= 100n) pay[last]! += rest;
    else if (rest > 0n) pay[3]! += rest;
  }
  const held = cents(r.retenido?.itbis, r.tasa);
  return [
    id,
    idKind,
    r.ncf,
    r.referencia?.ncf ?? '',
    r.tipoIngresos === undefined ? (a.tipo_ingreso ?? '') : r.tipoIngresos.slice(1),
    ymd(r.fecha),
    held === 0n || a.fecha_retencion === undefined ? '' : ymd(a.fecha_retencion),
    money(f.base),
    blank(f.itbis),
    blank(held),
    '',
    blank(cents(r.retenido?.isr, r.tasa)),
    '',
    blank(f.isc),
    blank(f.other),
    blank(f.tip),
    ...pay.map(blank),
  ].join('|');
}
