// The IT-1 of the second implementation: boxes of a month in whole cents, written out one by one.
import type { CompanyYear } from './company-year.ts';
import { cents, figures } from './second-figures.ts';
import { purchase } from './second-reading.ts';

const quotient = (a: bigint, b: bigint): bigint => {
  const [x, y] = [a < 0n ? -a : a, b < 0n ? -b : b];
  const rounded = (2n * x + y) / (2n * y);
  return a < 0n === b < 0n ? rounded : -rounded;
};
const month = (fecha: string): string => fecha.slice(6) + fecha.slice(3, 5);
const number = (fecha: string): number =>
  Date.UTC(Number(fecha.slice(6)), Number(fecha.slice(3, 5)) - 1, Number(fecha.slice(0, 2)));

/** Boxes of a month in cents (A54 in ten-thousandths of a percent), for a company that filled no box by hand. */
export function secondIT1({ declarant: { rnc }, purchases, sales }: CompanyYear, period: string): Map<string, bigint> {
  const box = new Map<string, bigint>();
  const plus = (id: string, n: bigint) => box.set(id, (box.get(id) ?? 0n) + n);
  const at = (id: string): bigint => box.get(id) ?? 0n;
  const set = (id: string, n: bigint) => box.set(id, n);
  const total = (...ids: string[]) => ids.reduce((sum, id) => sum + at(id), 0n);

  for (const { receipt: r } of new Set(sales)) {
    if (month(r.fecha) !== period) continue;
    const f = figures(r);
    const kind = r.ncf.slice(1, 3);
    const isCredit = kind === '04' || kind === '34';
    const sign = isCredit ? -1n : 1n;
    const rows: Record<string, string> = {
      '01': 'A1',
      '31': 'A1',
      '02': 'A2',
      '32': 'A2',
      '03': 'A3',
      '33': 'A3',
      '04': 'A4',
      '34': 'A4',
    };
    const more: Record<string, string> = {
      '12': 'A5',
      '14': 'A6',
      '44': 'A6',
      '15': 'A7',
      '45': 'A7',
      '16': 'A8',
      '46': 'A8',
    };
    plus((rows[kind] ?? more[kind])!, f.base);
    if (r.tipoIngresos !== undefined) plus(`A${19 + Number(r.tipoIngresos)}`, sign * f.base);
    plus('A29', sign * cents(r.retenido?.itbis, r.tasa));
    const days = r.referencia?.fecha === undefined ? 0 : (number(r.fecha) - number(r.referencia.fecha)) / 86_400_000;
    // Art. 338: more than 30 days after its invoice, a credit note refunds no ITBIS.
    const isLate = isCredit && (days > 30 || r.notaTardia === true);
    if (isLate) {
      plus('A43', f.base);
      plus('late', f.g18 + f.g16);
    }
    const modified = r.referencia?.ncf.slice(1, 3) ?? '';
    const isNote = ['03', '04', '33', '34'].includes(kind);
    const ofExport = isNote && ['16', '46'].includes(modified);
    if (ofExport) plus('2', sign * f.base);
    if (!['14', '44', '16', '46'].includes(kind)) {
      if (!ofExport) plus('4', sign * (f.exempt + f.g0));
      if (!isLate) plus('12', sign * f.g16);
    }
  }

  const bought = [...new Set(purchases)].flatMap((one) => purchase(one, rnc)).filter((row) => row.period === period);
  for (const row of bought) {
    const kind = row.ncf.slice(1, 3);
    const sign = kind === '04' || kind === '34' ? -1n : 1n;
    if (row.withheld > 0n) {
      const services = row.services === 0n ? row.total : row.services;
      if (kind === '11' || kind === '41') plus('47', sign * row.total);
      else if (row.id.length === 11) plus('39', sign * services);
      else plus(row.withheld === row.itbis ? '42' : '43', sign * services);
    }
    if (row.again) continue;
    if (kind === '14' || kind === '44') plus('A44', sign * row.total);
    const divide = (amount: bigint) => {
      const ofServices = row.total === 0n ? 0n : quotient(amount * row.services, row.total);
      return [amount - ofServices, ofServices] as const;
    };
    const put = (id: string, amount: bigint) => {
      for (const [i, part] of divide(amount).entries()) plus(`${id}.${i + 1}`, sign * part);
    };
    put('A47', row.cost);
    put(row.kind === '09' ? 'A50' : 'A51', row.credit - row.share);
    put('A53', row.share);
  }

  set('A11', total('A1', 'A2', 'A3', 'A5', 'A6', 'A7', 'A8') - at('A4'));
  set('A26', total('A20', 'A21', 'A22', 'A23', 'A24', 'A25'));
  set('A33', at('A29'));
  set('1', at('A11'));
  set('2', total('2', 'A8'));
  set('5', at('A6'));
  set('9', total('2', '4', '5'));
  set('10', at('1') - at('9'));
  set('15', at('A24'));
  set('11', at('10') - at('12') - at('15') + at('late'));
  set('16', quotient(at('11') * 18n, 100n));
  set('17', quotient(at('12') * 16n, 100n));
  set('20', quotient(at('15') * 18n, 100n));
  set('21', total('16', '17', '20'));
  const coefficient = at('1') === 0n ? 0n : quotient(total('2', '5', '10') * 1_000_000n, at('1'));
  set('A54', coefficient < 0n ? 0n : coefficient > 1_000_000n ? 1_000_000n : coefficient);
  for (const c of ['1', '2']) {
    set(`A48.${c}`, at(`A47.${c}`));
    set(`A52.${c}`, total(`A50.${c}`, `A51.${c}`));
    set(`A55.${c}`, quotient(at(`A53.${c}`) * at('A54'), 1_000_000n));
    set(`A56.${c}`, total(`A52.${c}`, `A55.${c}`));
  }
  for (const id of ['A47', 'A48', 'A50', 'A51', 'A52', 'A53', 'A55', 'A56']) set(id, total(`${id}.1`, `${id}.2`));
  set('22', at('A56.1'));
  set('23', at('A56.2'));
  set('25', total('22', '23'));
  const due = at('21') - at('25');
  set('26', due > 0n ? due : 0n);
  set('27', due < 0n ? -due : 0n);
  set('30', at('A33'));
  const rest = due - at('30');
  set('33', rest > 0n ? rest : 0n);
  set('34', rest < 0n ? -rest : 0n);
  set('38', at('33'));
  set('41', at('39'));
  set('49', at('47'));
  set('50', quotient(at('41') * 18n, 100n));
  set('51', quotient(at('42') * 18n, 100n));
  set('52', quotient(at('43') * 18n * 30n, 10_000n));
  set('56', quotient(at('47') * 18n, 100n));
  set('58', at('56'));
  set('60', total('50', '51', '52', '58'));
  set('62', at('60') > 0n ? at('60') : 0n);
  set('63', at('60') < 0n ? -at('60') : 0n);
  set('67', at('62'));
  set('68', total('38', '67'));
  return box;
}
