import type { Chance } from './chance.ts';
import {
  type Currency,
  type Door,
  daysBetween,
  type Form,
  figuresOf,
  half,
  isElectronic,
  isKind,
  type Line,
  monthOf,
  type Paper,
  type Party,
  papers,
  type Sale,
} from './event.ts';
import { customers, freeZone, government, itself, nobody, overseas, own } from './parties.ts';
import { anyDay, currencyOf, dayOf, goods, nextMonth, type Slot, service } from './slots.ts';

// The sales of a month.

interface Order {
  readonly type: string;
  readonly door: Door;
  readonly lines: readonly Line[];
  readonly party: Party;
  readonly income?: Sale['income'];
  /** Forms that share the total. Default: on credit. */
  readonly forms?: readonly Form[];
  readonly currency?: Currency | undefined;
  readonly tip?: boolean;
  readonly telephony?: boolean;
  readonly rejected?: boolean;
}

/** Divides a total among forms of payment. */
function divide(total: number, forms: readonly Form[]): Sale['forms'] {
  const first = forms.length > 1 ? half(total * 2, 5) : 0;
  return forms.length > 1
    ? [
        { form: forms[0]!, cents: first },
        { form: forms[1]!, cents: total - first },
      ]
    : [{ form: forms[0]!, cents: total }];
}

const sell =
  (day: string, order: Order): Slot['make'] =>
  ({ next, sales }) => {
    const { type, door, lines, party, income = 1, forms = [4], currency, tip, telephony, rejected } = order;
    const document = {
      door,
      ncf: next(own.rnc + seriesOf(door, type), type),
      day,
      party,
      lines,
      ...(currency && { currency }),
      ...(tip && { tip }),
      ...(telephony && { telephony }),
    };
    const { total } = figuresOf(document);
    sales.push({ ...document, income, forms: divide(total, forms), ...(rejected && { rejected }) });
  };

/** Books and paper have numbers of other ranges. */
const seriesOf = (door: Door, type: string) => (type.startsWith('E') ? 'e' : door === 'quickbooks' ? 'q' : 'p');

/** Door and types of the notes of a sale. */
interface NoteOrder {
  readonly kind: 'crédito' | 'débito';
  readonly door: Door;
  readonly late?: boolean;
  /** Which of the earlier sales it may modify. */
  readonly of?: (sale: Sale) => boolean;
}

/** A note on an earlier sale that no other note modifies; none if there is no such sale. */
const note =
  (day: string, { kind, door, late = false, of = () => true }: NoteOrder): Slot['make'] =>
  ({ chance, next, sales }) => {
    const isOnPaper = door === 'quickbooks' || (papers as readonly string[]).includes(door);
    const type = (isOnPaper ? 'B0' : 'E3') + (kind === 'crédito' ? '4' : '3');
    const modified = new Set(sales.map(({ modifies }) => modifies?.ncf));
    const sale = sales.findLast(
      (one) =>
        !modified.has(one.ncf) &&
        one.modifies === undefined &&
        one.rejected !== true &&
        isElectronic(one.ncf) === type.startsWith('E') &&
        (one.door === 'quickbooks') === (door === 'quickbooks') &&
        daysBetween(one.day, day) > 30 === late &&
        one.lines.length === 1 &&
        one.lines[0]!.rate === 18 &&
        !one.tip &&
        !one.telephony &&
        one.income === 1 &&
        of(one),
    );
    if (sale === undefined) return;
    const { monto, ...line } = sale.lines[0]!;
    const step = door === 'quickbooks' ? 10_000 : 50;
    const part = Math.max(step, Math.floor((monto * chance.whole(5, 30)) / 100 / step) * step);
    const document = {
      door,
      ncf: next(own.rnc + seriesOf(door, type), type),
      day,
      party: sale.party,
      lines: [{ ...line, monto: part }],
      modifies: { ncf: sale.ncf, day: sale.day },
      ...(sale.currency && { currency: sale.currency }),
      ...(late && kind === 'crédito' && door !== 'quickbooks' && { withoutITBIS: true }),
    };
    const forms = kind === 'débito' ? divide(figuresOf(document).total, [4]) : [];
    sales.push({ ...document, income: sale.income, forms });
  };

/** A customer withholds, when it pays an invoice of the month, 30 % of the ITBIS, and sometimes income tax. */
const withhold =
  (month: string, day: string): Slot['make'] =>
  ({ chance, sales }) => {
    const at = sales.findLastIndex(
      (one) => monthOf(one.day) === month && isKind(one.ncf, '01', '31') && !one.withheld && !one.rejected,
    );
    const sale = sales[at];
    if (sale === undefined || figuresOf(sale).itbis === 0) return;
    const { itbis, base } = figuresOf(sale);
    const isr = chance.isLucky(40) ? half(base * 5, 100) : 0;
    sales[at] = { ...sale, withheld: { itbis: half(itbis * 30, 100), isr, day } };
  };

/** Any amount, in cents. */
const any = (chance: Chance, least = 5_000, most = 900_000) => chance.whole(least, most) * 7 + chance.whole(0, 6);
/** Steps of 50 cents, for receipts on paper: their taxed part is computed from the ITBIS, which is then exact. */
const even = (chance: Chance, least = 400, most = 60_000) => chance.whole(least, most) * 50;
/** In another currency in books: whole hundreds, so that only the ITBIS is rounded. */
const hundreds = (chance: Chance) => chance.whole(3, 40) * 10_000;

/** All slots of the sales of a month. @param i its place in the year */
export function salesOf(chance: Chance, month: string, i: number): Slot[] {
  const bookDay = dayOf(month, 20);
  const someday = (make: (day: string) => Slot['make']): Slot => {
    const day = anyDay(chance, month);
    return { day, make: make(day) };
  };
  const order = (one: Order, at?: string): Slot => {
    const day = at ?? anyDay(chance, month);
    return { day, make: sell(day, one) };
  };
  return [
    ...ownInvoices(chance, i, order, bookDay),
    ...paperInvoices(chance, i, order),
    ...bookInvoices(chance, order),
    someday((day) => note(day, { kind: 'crédito', door: chance.oneOf(['json', 'nueva', 'adoptado'] as const) })),
    someday((day) => note(day, { kind: 'crédito', door: chance.oneOf(['json', 'nueva'] as const), late: true })),
    someday((day) => note(day, { kind: 'débito', door: chance.oneOf(['json', 'nueva', 'adoptado'] as const) })),
    { day: bookDay, make: note(bookDay, { kind: 'crédito', door: 'libro' }) },
    someday((day) => note(day, { kind: 'crédito', door: chance.oneOf(papers) })),
    someday((day) => note(day, { kind: 'crédito', door: chance.oneOf(papers), late: true })),
    someday((day) => note(day, { kind: 'débito', door: chance.oneOf(papers) })),
    someday((day) => note(day, { kind: 'crédito', door: chance.oneOf(papers), of: ({ party }) => party.id === '' })),
    someday((day) => note(day, { kind: 'crédito', door: 'quickbooks' })),
    someday((day) => note(day, { kind: 'crédito', door: 'quickbooks', late: true })),
    { day: dayOf(month, 27), make: withhold(month, dayOf(month, 27)) },
    { day: dayOf(month, 27), make: withhold(month, dayOf(nextMonth(month), 3)) },
  ];
}

type Order1 = (one: Order, at?: string) => Slot;

/** Own e-CF by all doors. Those of the workbook have the same day, on which it is loaded. */
function ownInvoices(chance: Chance, i: number, order: Order1, bookDay: string): Slot[] {
  const customer = () => chance.oneOf(customers);
  const four = () => [
    goods(any(chance)),
    goods(any(chance), 16),
    goods(any(chance), 0),
    service(any(chance), 'exento'),
  ];
  const special = [
    { type: 'E44', party: freeZone, lines: [goods(any(chance), 'exento')], forms: [2] as const },
    { type: 'E45', party: government, lines: [service(any(chance))], forms: [4] as const },
    { type: 'E46', party: overseas[0]!, lines: [goods(any(chance), 0)], currency: currencyOf(chance) },
  ][i % 3]!;
  const otherIncome = ([2, 3, 4, 5, 6] as const)[i % 5]!;
  return [
    order({ type: 'E31', door: 'json', party: customer(), lines: [goods(any(chance))] }),
    order({ type: 'E31', door: 'json', party: customer(), lines: [service(any(chance))], forms: [2] }),
    order({
      type: 'E31',
      door: 'json',
      party: customer(),
      lines: [goods(any(chance, 500, 20_000))],
      currency: currencyOf(chance),
    }),
    order({
      type: 'E31',
      door: 'json',
      party: customer(),
      lines: [service(any(chance))],
      income: otherIncome,
      forms: [6],
    }),
    order({ type: 'E31', door: 'json', party: customer(), lines: [service(any(chance))], telephony: true, forms: [7] }),
    order({ ...special, door: chance.oneOf(['json', 'nueva'] as const) }),
    order({ type: 'E31', door: 'nueva', party: customer(), lines: four(), forms: [2, 3] }),
    order({
      type: 'E32',
      door: 'nueva',
      party: nobody,
      lines: [service(any(chance, 1_000, 90_000))],
      tip: true,
      forms: [1],
    }),
    order({
      type: 'E32',
      door: 'json',
      party: nobody,
      lines: [goods(any(chance, 1_000, 90_000), 16), goods(5_055)],
      forms: [3],
    }),
    order(
      {
        type: 'E31',
        door: 'libro',
        party: customer(),
        lines: [goods(any(chance)), service(any(chance), 'exento')],
        forms: [6],
      },
      bookDay,
    ),
    order({ type: 'E31', door: 'libro', party: customer(), lines: [goods(any(chance))] }, bookDay),
    order(
      { type: 'E32', door: 'libro', party: customer(), lines: [goods(any(chance, 1_000, 90_000))], forms: [1] },
      bookDay,
    ),
    order({
      type: 'E31',
      door: 'adoptado',
      party: customer(),
      lines: [goods(any(chance)), service(any(chance), 16)],
      forms: [1, 2],
    }),
    order({
      type: 'E32',
      door: 'adoptado',
      party: customer(),
      lines: [goods(any(chance, 4_000_000, 9_000_000))],
      forms: [1, 3],
    }),
    order({
      type: 'E31',
      door: 'adoptado',
      party: customer(),
      lines: [goods(any(chance, 500, 20_000))],
      currency: currencyOf(chance),
    }),
    ...(i % 2 === 1
      ? [order({ type: 'E31', door: 'json', party: customer(), lines: [goods(any(chance))], rejected: true })]
      : []),
  ];
}

/** Sales on paper by all doors. */
function paperInvoices(chance: Chance, i: number, order: Order1): Slot[] {
  const customer = () => chance.oneOf(customers);
  const door = (): Paper => chance.oneOf(papers);
  const special = [
    { type: 'B14', party: freeZone, lines: [goods(even(chance), 'exento')], forms: [4] as const },
    { type: 'B15', party: government, lines: [goods(even(chance))], forms: [4] as const },
    { type: 'B16', party: customers[0]!, lines: [goods(even(chance), 0)], forms: [2] as const },
  ][(i + 1) % 3]!;
  return [
    ...papers.map((each) =>
      order({
        type: 'B01',
        door: each,
        party: customer(),
        lines: [goods(even(chance))],
        forms: [chance.oneOf([1, 2, 3, 4, 5, 6, 7] as const)],
      }),
    ),
    order({
      type: 'B01',
      door: door(),
      party: customer(),
      lines: [goods(even(chance)), goods(even(chance), 'exento')],
      forms: [1, 3],
    }),
    order({ type: 'B01', door: door(), party: customer(), lines: [goods(even(chance), 16)], forms: [2] }),
    order({ type: 'B02', door: door(), party: nobody, lines: [goods(even(chance))], forms: [1] }),
    order({ type: 'B02', door: door(), party: nobody, lines: [goods(even(chance), 'exento')], forms: [3] }),
    order({ type: 'B02', door: door(), party: nobody, lines: [goods(24_999_950)], forms: [2] }),
    order({ type: 'B02', door: door(), party: customer(), lines: [goods(25_000_000 + even(chance))], forms: [1] }),
    order({ type: 'B12', door: door(), party: itself, lines: [goods(even(chance))], forms: [1] }),
    order({ ...special, door: door() }),
  ];
}

/** Sales that are only in the books: invoices and paid receipts. */
function bookInvoices(chance: Chance, order: Order1): Slot[] {
  const customer = () => chance.oneOf(customers);
  return [
    order({ type: 'B01', door: 'quickbooks', party: customer(), lines: [goods(hundreds(chance))] }),
    order({
      type: 'B01',
      door: 'quickbooks',
      party: customer(),
      lines: [service(hundreds(chance))],
      currency: currencyOf(chance),
    }),
    order({
      type: 'B01',
      door: 'quickbooks',
      party: customer(),
      lines: [goods(even(chance), 16), service(even(chance), 'exento')],
      forms: [1],
    }),
  ];
}
