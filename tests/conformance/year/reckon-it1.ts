import {
  figuresOf,
  half,
  isAbroad,
  isCredit,
  isKind,
  isLate,
  money,
  type Purchase,
  type Rate,
  type Sale,
  sum,
} from './event.ts';
import type { Year } from './plan.ts';
import { rowsOf606, tellsPayment } from './reckon-606.ts';
import { formsOf, salesOf } from './reckon-607.ts';

// The IT-1 with its Anexo A: form, art. 338, and the norms that its boxes name.

/** Boxes by their id, in cents; A54 in ten-thousandths of a per cent. */
export type Boxes = Map<string, number>;

const numbers = (from: number, to: number, before = '') =>
  Array.from({ length: to - from + 1 }, (_, at) => before + (from + at));
const columns = ['.1', '.2', '.3'];

const signed = (one: Sale | Purchase, cents: number): number => (isCredit(one.ncf) ? -cents : cents);

class Form {
  readonly boxes: Boxes;

  constructor(byHand: Readonly<Record<string, number>>) {
    this.boxes = new Map(Object.entries(byHand));
  }

  at(...ids: readonly string[]): number {
    return sum(ids, (id) => this.boxes.get(id) ?? 0);
  }

  add(id: string, cents: number): void {
    this.boxes.set(id, this.at(id) + cents);
  }

  set(id: string, cents: number): void {
    this.boxes.set(id, cents);
  }

  /** Divides what remains between an amount due and a credit. */
  setDifference(due: string, credit: string, cents: number): void {
    this.set(due, Math.max(cents, 0));
    this.set(credit, Math.max(-cents, 0));
  }
}

/** Anexo A, 1 to 43: sales by type, form of payment and kind of income; ITBIS withheld by others; late credit notes. */
function fillSales(form: Form, sales: readonly Sale[]): void {
  const types = [
    ['01', '31'],
    ['02', '32'],
    ['03', '33'],
    ['04', '34'],
    ['12'],
    ['14', '44'],
    ['15', '45'],
    ['16', '46'],
  ];
  for (const one of sales) {
    const { base } = figuresOf(one);
    form.add(`A${types.findIndex((kinds) => isKind(one.ncf, ...kinds)) + 1}`, base);
    for (const [at, cents] of formsOf(one).entries()) form.add(`A${12 + at}`, cents);
    form.add(`A${19 + one.income}`, signed(one, base));
    form.add('A29', one.withheld?.itbis ?? 0);
    if (isLate(one)) form.add('A43', base);
  }
  form.set('A11', form.at('A1', 'A2', 'A3', 'A5', 'A6', 'A7', 'A8', 'A9') - form.at('A4', 'A10'));
  form.set('A19', form.at(...numbers(12, 18, 'A')));
  form.set('A26', form.at(...numbers(20, 25, 'A')));
  form.set('A33', form.at(...numbers(27, 32, 'A')));
}

/** Boxes 1 to 21. Sales exempt by their destination and exports have boxes of their own. */
function fillOperations(form: Form, sales: readonly Sale[]): void {
  const local = sales.filter(({ ncf }) => !isKind(ncf, '14', '44', '16', '46'));
  const net = (all: readonly Sale[], ...rates: readonly Rate[]) =>
    sum(all, (one) =>
      signed(
        one,
        sum(rates, (rate) => figuresOf(one).at[rate]),
      ),
    );
  // Art. 338: a note of more than 30 days gives no ITBIS back, so its base stays taxed.
  const inTime = local.filter((one) => !isLate(one));
  form.set('1', form.at('A11'));
  form.set('2', form.at('A8') - form.at('3'));
  form.set('4', net(local, 'exento', 0));
  form.set('5', form.at('A6'));
  form.set('9', form.at(...numbers(2, 8)));
  form.set('10', form.at('1') - form.at('9'));
  form.set('12', net(inTime, 16));
  form.set('15', form.at('A24'));
  form.set('11', net(inTime, 18) - form.at('15'));
  form.set('16', half(form.at('11') * 18, 100));
  form.set('17', half(form.at('12') * 16, 100));
  form.set('20', half(form.at('15') * 18, 100));
  form.set('21', form.at(...numbers(16, 20)));
}

/** Anexo A, 44 to 56: the ITBIS of purchases, of goods (column 1) and of services (column 2). */
function fillPurchases(form: Form, purchases: readonly Purchase[]): void {
  for (const one of purchases) {
    const { base, services, itbis } = figuresOf(one);
    if (isKind(one.ncf, '14', '44')) form.add('A44', base);
    if (isAbroad(one.ncf)) continue;
    const deduct = (row: string, cents: number) => {
      const ofServices = half(cents * services, base);
      form.add(`${row}.1`, signed(one, cents - ofServices));
      form.add(`${row}.2`, signed(one, ofServices));
    };
    deduct('A47', one.cost);
    deduct(one.kind === '09' ? 'A50' : 'A51', itbis - one.cost - one.share);
    deduct('A53', one.share);
  }
  const all = form.at('1');
  form.set('A54', all === 0 ? 0 : half(form.at('2', '5', '10') * 1_000_000, all));
  for (const column of columns) {
    const row = (at: number) => form.at(`A${at}${column}`);
    form.set(`A48${column}`, row(45) + row(46) + row(47));
    form.set(`A52${column}`, row(49) + row(50) + row(51));
    form.set(`A55${column}`, half(row(53) * form.at('A54'), 1_000_000));
    form.set(`A56${column}`, row(52) + row(55));
  }
  for (const row of numbers(45, 56, 'A').filter((id) => id !== 'A54'))
    form.set(row, form.at(...columns.map((column) => row + column)));
}

/** Boxes 22 to 38: what is due, or the credit. */
function fillDue(form: Form): void {
  for (const [at, column] of columns.entries()) form.set(String(22 + at), form.at(`A56${column}`));
  form.set('25', form.at('22', '23', '24'));
  const due = form.at('21') - form.at('25');
  form.setDifference('26', '27', due);
  form.set('30', form.at('A33'));
  form.setDifference('33', '34', due - form.at(...numbers(28, 32)));
  form.set('38', form.at('33', '35', '36', '37'));
}

/** Boxes 39 to 68: the ITBIS that the company withheld from persons, companies and those who issue no receipts. */
function fillWithheld(form: Form, paid: readonly Purchase[]): void {
  for (const one of paid) {
    const { base, services, itbis } = figuresOf(one);
    if (one.withheld.itbis === 0) continue;
    if (isKind(one.ncf, '11', '41')) form.add('47', base);
    else if (one.party.id.length === 11) form.add('39', services);
    else form.add(one.withheld.itbis === itbis ? '42' : '43', services);
  }
  form.set('41', form.at('39', '40'));
  form.set('49', form.at('47', '48'));
  form.set('50', half(form.at('41') * 18, 100));
  form.set('51', half(form.at('42') * 18, 100));
  form.set('52', half(form.at('43') * 18 * 30, 10_000));
  form.set('56', half(form.at('47') * 18, 100));
  form.set('57', half(form.at('48') * 16, 100));
  form.set('58', form.at('56', '57'));
  form.set('60', form.at('50', '51', '52', '55', '58', '59'));
  form.setDifference('62', '63', form.at('60') - form.at('61'));
  form.set('67', form.at('62', '64', '65', '66'));
  form.set('68', form.at('38', '67'));
}

/** All boxes for some months of the year. @param byHand what the accountant fills, in cents */
export function boxesOf(year: Year, isIn: (month: string) => boolean, byHand: Readonly<Record<string, number>>): Boxes {
  const form = new Form(byHand);
  const sales = salesOf(year, isIn);
  const rows = rowsOf606(year, isIn);
  fillSales(form, sales);
  fillOperations(form, sales);
  fillPurchases(
    form,
    rows.filter(({ again }) => !again).map(({ one }) => one),
  );
  fillDue(form);
  fillWithheld(
    form,
    rows.filter(tellsPayment).map(({ one }) => one),
  );
  return form.boxes;
}

/** Each box as the form shows it. */
export function shown(boxes: Boxes): Record<string, string> {
  const annex = numbers(1, 56, 'A');
  const threefold = annex.slice(44).filter((id) => id !== 'A54');
  const ids = [...annex, ...threefold.flatMap((id) => columns.map((column) => id + column)), ...numbers(1, 68)];
  const text = (id: string) => (id === 'A54' ? ((boxes.get(id) ?? 0) / 10_000).toFixed(4) : money(boxes.get(id) ?? 0));
  return Object.fromEntries(ids.map((id) => [id, text(id)]));
}

/** The boxes that the accountant fills by hand in each month: some credits of its own, and the credit of the month before. */
export function byHandOf(year: Year): ReadonlyMap<string, Readonly<Record<string, number>>> {
  const all = new Map<string, Readonly<Record<string, number>>>();
  let carried = 0;
  for (const [at, month] of year.months.entries()) {
    const hand = {
      ...(at % 4 === 1 && { A27: 123_457, '61': 1_000 * at }),
      ...(at % 5 === 2 && { '3': 500_050, '35': 777 }),
      '29': carried,
    };
    all.set(month, hand);
    carried = boxesOf(year, (each) => each === month, hand).get('34') ?? 0;
  }
  return all;
}

/** Signed sums of the rows of some months, as a report shows them. */
export function totalsOf(all: readonly (Sale | Purchase)[]) {
  const net = (of: (one: Sale | Purchase) => number) => money(sum(all, (one) => signed(one, of(one))));
  return {
    montoTotal: net((one) => figuresOf(one).total),
    itbisTotal: net((one) => figuresOf(one).itbis),
    subtotal: net((one) => figuresOf(one).base),
  };
}
