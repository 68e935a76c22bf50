import { amountsOf, isLate, signOf } from './amounts.ts';
import { add, type Bought, half, isForeign, kindOf, money } from './receipt.ts';
import { costOf, isPaidIn, linesOf606, withheldOf } from './reckon-606.ts';
import { formsOf, salesOf } from './reckon-607.ts';
import { sold } from './sales.ts';

// The IT-1 with its Anexo A computed a second time, from the form, art. 338, and the norms named in its boxes.

/** Boxes that a person fills in by hand, in cents. */
export const byHand: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  202607: { A27: 123_456, 29: 654_321, 35: 11_111, 61: 50_005 },
  202608: { 3: 2_000_000 },
};

type Boxes = Record<string, number>;
const range = (from: number, to: number): string[] => Array.from({ length: to - from + 1 }, (_, i) => String(from + i));
const annex = (from: number, to: number): string[] => range(from, to).map((n) => `A${n}`);
const at = (box: Boxes, ...ids: readonly string[]): number => add(ids, (id) => box[id] ?? 0);
const columns = ['1', '2', '3'];

/** Sales by type, by form of payment and by kind of income, and the ITBIS withheld from them. */
function fillSales(box: Boxes, period: string): void {
  const sales = salesOf(period);
  const ofKinds = (...kinds: string[]) =>
    add(
      sales.filter(({ ncf }) => kinds.includes(kindOf(ncf))),
      (one) => amountsOf(one).base,
    );
  const kinds = [
    ['01', '31'],
    ['02', '32'],
    ['03', '33'],
    ['04', '34'],
    ['12'],
    ['14', '44'],
    ['15', '45'],
    ['16', '46'],
  ];
  for (const [i, each] of kinds.entries()) box[`A${i + 1}`] = ofKinds(...each);
  box.A11 = at(box, 'A1', 'A2', 'A3', 'A5', 'A6', 'A7', 'A8', 'A9') - at(box, 'A4', 'A10');
  for (let i = 0; i < 7; i++) box[`A${12 + i}`] = add(sales, (one) => formsOf(one)[i]!);
  box.A19 = at(box, ...annex(12, 18));
  for (const kind of range(1, 6))
    box[`A${19 + Number(kind)}`] = add(
      sales.filter(({ ingreso }) => ingreso === kind),
      (one) => signOf(one) * amountsOf(one).base,
    );
  box.A26 = at(box, ...annex(20, 25));
  box.A29 = add(sales, ({ retenido }) => retenido?.itbis ?? 0);
  box.A33 = at(box, ...annex(27, 32));
  box.A43 = add(
    sales.filter((one) => isLate(one, sold)),
    (one) => amountsOf(one).base,
  );
}

/** Boxes 1 to 21. Special regimes and exports have separate boxes among the sales without ITBIS. */
function fillTaxed(box: Boxes, period: string): void {
  const local = salesOf(period).filter(({ ncf }) => !['14', '44', '16', '46'].includes(kindOf(ncf)));
  // Only a note within 30 days returns ITBIS (art. 338).
  const inTime = local.filter((one) => !isLate(one, sold));
  box['1'] = at(box, 'A11');
  box['2'] = at(box, 'A8') - at(box, '3');
  box['4'] = add(local, (one) => signOf(one) * (amountsOf(one).exento + amountsOf(one).g0));
  box['5'] = at(box, 'A6');
  box['9'] = at(box, ...range(2, 8));
  box['10'] = at(box, '1') - at(box, '9');
  box['12'] = add(inTime, (one) => signOf(one) * amountsOf(one).g16);
  box['15'] = at(box, 'A24');
  box['11'] = add(inTime, (one) => signOf(one) * amountsOf(one).g18) - at(box, '15');
  for (const [id, rate, of] of [
    ['16', 18, '11'],
    ['17', 16, '12'],
    ['20', 18, '15'],
  ] as const)
    box[id] = half(at(box, of) * rate, 100);
  box['21'] = at(box, ...range(16, 20));
}

/** Rows 44 to 56: treatment of the ITBIS of purchases, for goods (1), services (2) and imports (3), and their total. */
function fillDeductible(box: Boxes, period: string): void {
  const first = linesOf606(period).flatMap(({ one, later }) => (later ? [] : [one]));
  box.A44 = add(
    first.filter(({ ncf }) => ['14', '44'].includes(kindOf(ncf))),
    (one) => amountsOf(one).base,
  );
  const domestic = first.filter(({ ncf }) => !isForeign(ncf));
  const split = (row: string, all: readonly Bought[], of: (one: Bought) => number) => {
    for (const one of all) {
      const { base, servicios } = amountsOf(one);
      const ofServices = half(of(one) * servicios, base);
      box[`${row}.1`] = at(box, `${row}.1`) + signOf(one) * (of(one) - ofServices);
      box[`${row}.2`] = at(box, `${row}.2`) + signOf(one) * ofServices;
    }
  };
  const share = ({ proporcional = 0 }: Bought) => proporcional;
  const credit = (one: Bought) => amountsOf(one).itbis - costOf(one) - share(one);
  const isCostOfSales = ({ tipo }: Bought) => tipo === '09';
  split('A47', domestic, costOf);
  split('A50', domestic.filter(isCostOfSales), credit);
  split(
    'A51',
    domestic.filter((one) => !isCostOfSales(one)),
    credit,
  );
  split('A53', domestic, share);
  // A percentage with four decimals.
  box.A54 = at(box, '1') === 0 ? 0 : half(at(box, '2', '5', '10') * 1_000_000, at(box, '1'));
  for (const column of columns) {
    const row = (n: number) => at(box, `A${n}.${column}`);
    box[`A48.${column}`] = row(45) + row(46) + row(47);
    box[`A52.${column}`] = row(49) + row(50) + row(51);
    box[`A55.${column}`] = half(row(53) * box.A54, 1_000_000);
    box[`A56.${column}`] = row(52) + row(55);
  }
  for (const n of [45, 46, 47, 48, 49, 50, 51, 52, 53, 55, 56])
    box[`A${n}`] = at(box, ...columns.map((column) => `A${n}.${column}`));
}

/** Boxes 22 to 38: the amount due or the credit balance. */
function fillDue(box: Boxes): void {
  for (const [i, column] of columns.entries()) box[`${22 + i}`] = at(box, `A56.${column}`);
  box['25'] = at(box, '22', '23', '24');
  const due = at(box, '21') - at(box, '25');
  box['26'] = Math.max(due, 0);
  box['27'] = Math.max(-due, 0);
  box['30'] = at(box, 'A33');
  const difference = due - at(box, ...range(28, 32));
  box['33'] = Math.max(difference, 0);
  box['34'] = Math.max(-difference, 0);
  box['38'] = at(box, '33', '35', '36', '37');
}

/** Boxes 39 to 68: the ITBIS that the company withheld, by the kind of payee. */
function fillWithheld(box: Boxes, period: string): void {
  const paid = linesOf606(period)
    .filter(isPaidIn)
    .map(({ one }) => one)
    .filter((one) => withheldOf(one).itbis > 0);
  const isOfPurchases = ({ ncf }: Bought) => ['11', '41'].includes(kindOf(ncf));
  const services = (of: (one: Bought) => boolean) => add(paid.filter(of), (one) => amountsOf(one).servicios);
  const all = (one: Bought) => withheldOf(one).itbis === amountsOf(one).itbis;
  box['39'] = services((one) => one.persona === true && !isOfPurchases(one));
  box['42'] = services((one) => one.persona !== true && all(one));
  box['43'] = services((one) => one.persona !== true && !all(one));
  box['47'] = add(paid.filter(isOfPurchases), (one) => amountsOf(one).base);
  box['41'] = at(box, '39', '40');
  box['49'] = at(box, '47', '48');
  box['50'] = half(at(box, '41') * 18, 100);
  box['51'] = half(at(box, '42') * 18, 100);
  box['52'] = half(at(box, '43') * 18 * 30, 10_000);
  box['56'] = half(at(box, '47') * 18, 100);
  box['58'] = at(box, '56', '57');
  box['60'] = at(box, '50', '51', '52', '55', '58', '59');
  const due = at(box, '60') - at(box, '61');
  box['62'] = Math.max(due, 0);
  box['63'] = Math.max(-due, 0);
  box['67'] = at(box, '62', '64', '65', '66');
  box['68'] = at(box, '38', '67');
}

/**
 * Every box of the form and of its annex, as the form shows it: amounts as decimals, the coefficient with four
 * decimals.
 */
export function boxesOf(period: string): ReadonlyMap<string, string> {
  const box: Boxes = { ...byHand[period] };
  fillSales(box, period);
  fillTaxed(box, period);
  fillDeductible(box, period);
  fillDue(box);
  fillWithheld(box, period);
  const threefold = annex(45, 56).filter((id) => id !== 'A54');
  const ids = [
    ...annex(1, 56),
    ...threefold.flatMap((id) => columns.map((column) => `${id}.${column}`)),
    ...range(1, 68),
  ];
  const shown = (id: string) => (id === 'A54' ? percent(box.A54!) : money(at(box, id)));
  return new Map(ids.map((id) => [id, shown(id)]));
}

/** Formats ten-thousandths with four decimals. */
const percent = (units: number): string => (units / 10_000).toFixed(4);
