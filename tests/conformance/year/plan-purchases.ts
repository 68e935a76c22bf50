import type { Chance } from './chance.ts';
import {
  type Currency,
  type Door,
  daysBetween,
  figuresOf,
  half,
  isAbroad,
  isConsumer,
  isOwnPurchase,
  type Line,
  type Paper,
  type Party,
  type Purchase,
  papers,
} from './event.ts';
import { electronic, itself, nobody, onPaper, overseas, own, persons } from './parties.ts';
import { anyDay, currencyOf, dayOf, goods, nextMonth, type Slot, service } from './slots.ts';

// The purchases of a month, and what was withheld when they were paid.

interface Order {
  readonly type: string;
  readonly door: Door;
  readonly lines: readonly Line[];
  readonly party: Party;
  readonly kind?: string;
  readonly form?: string;
  /** When it is paid: at once, in the next month, or not. */
  readonly when?: 'hoy' | 'luego' | 'nunca';
  /** ITBIS withheld from a company, in per cent. */
  readonly percent?: 30 | 100;
  /** 606 field 17 of a person: rent, or fees. */
  readonly isr?: '01' | '02';
  readonly currency?: Currency;
  readonly tip?: boolean;
  readonly telephony?: boolean;
  readonly abroad?: Purchase['abroad'];
  readonly fate?: Purchase['fate'];
}

type Document = Omit<Purchase, 'withheld' | 'cost' | 'share' | 'kind' | 'form'>;

/**
 * The amounts withheld from a payment by the law of its day. An own e-CF states them, by the law of its day of issue.
 * From a person: all the ITBIS (Reglamento 293-11, Norma 05-19), and of rent and fees 10 % of income tax, since
 * 1 July 2026 15 % (art. 309; Leyes 253-12 and 30-26). From a payment abroad 27 % (arts. 297, 305).
 */
function withheldFrom(one: Document, { percent, isr = '02' }: Order): Purchase['withheld'] {
  const nothing = { itbis: 0, isr: 0, kind: '' };
  if (one.paid === undefined || one.modifies !== undefined) return nothing;
  const { base, services, itbis } = figuresOf(one);
  if (isAbroad(one.ncf)) return { itbis: 0, isr: half(base * 27, 100), kind: '03' };
  const day = isOwnPurchase(one.ncf) ? one.day : one.paid;
  const rate = day < '2026-07-01' ? 10 : 15;
  if (one.party.id.length === 11) return { itbis, isr: half(services * rate, 100), kind: isr };
  return { ...nothing, itbis: half(itbis * (percent ?? 0), 100) };
}

const paidOn = (day: string, when: Order['when'], chance: Chance): string | undefined => {
  if (when === 'nunca') return undefined;
  return when === 'luego' ? dayOf(nextMonth(day.slice(0, 4) + day.slice(5, 7)), chance.whole(1, 25)) : day;
};

/** Parts of the ITBIS that the accountant takes to the cost and to the proportional credit. */
function partsOf(one: Document, chance: Chance): { readonly cost: number; readonly share: number } {
  const { itbis } = figuresOf(one);
  if (itbis === 0 || isAbroad(one.ncf)) return { cost: 0, share: 0 };
  if (isConsumer(one.ncf)) return { cost: itbis, share: 0 };
  const cost = chance.isLucky(25) ? chance.oneOf([itbis, half(itbis, 3)]) : 0;
  return { cost, share: cost < itbis && chance.isLucky(30) ? half(itbis - cost, 2) : 0 };
}

const issuerOf = (door: Door, party: Party, type: string) =>
  isOwnPurchase(type) || ['B11', 'B13', 'B17'].includes(type)
    ? `${own.rnc}c`
    : party.id + (door === 'quickbooks' ? 'q' : '');

const buy =
  (day: string, order: Order): Slot['make'] =>
  ({ chance, next, purchases }) => {
    const { type, door, lines, party, kind = '02', when = 'nunca', currency, tip, telephony, abroad, fate } = order;
    const paid = paidOn(day, when, chance);
    const document = {
      door,
      ncf: next(issuerOf(door, party, type), type),
      day,
      party,
      lines,
      ...(paid !== undefined && { paid }),
      ...(currency && { currency }),
      ...(tip && { tip }),
      ...(telephony && { telephony }),
      ...(abroad && { abroad }),
      ...(fate && { fate }),
    };
    const form = order.form ?? chance.oneOf(['01', '02', '03']);
    purchases.push({ ...document, kind, form, ...partsOf(document, chance), withheld: withheldFrom(document, order) });
  };

/** A note of a supplier on one of its earlier documents; none if there is no such document. */
const note =
  (day: string, door: Door, kind: 'crédito' | 'débito', late = false): Slot['make'] =>
  ({ chance, next, purchases }) => {
    const modified = new Set(purchases.map(({ modifies, party }) => party.id + modifies?.ncf));
    const isPaper = (one: Door) => (papers as readonly string[]).includes(one);
    const of = purchases.findLast(
      (one) =>
        !modified.has(one.party.id + one.ncf) &&
        (one.door === door || (isPaper(one.door) && isPaper(door))) &&
        ['B01', 'E31'].includes(one.ncf.slice(0, 3)) &&
        one.fate === undefined &&
        one.lines.length === 1 &&
        one.lines[0]!.rate === 18 &&
        one.party.id.length === 9 &&
        !one.telephony &&
        !one.tip &&
        daysBetween(one.day, day) > 30 === late,
    );
    if (of === undefined) return;
    const { monto, ...line } = of.lines[0]!;
    const step = door === 'quickbooks' ? 10_000 : 50;
    const part = Math.max(step, Math.floor((monto * chance.whole(5, 30)) / 100 / step) * step);
    const type = (door === 'receptor' ? 'E3' : 'B0') + (kind === 'crédito' ? '4' : '3');
    const document = {
      door,
      ncf: next(issuerOf(door, of.party, type), type),
      day,
      party: of.party,
      lines: [{ ...line, monto: part }],
      modifies: { ncf: of.ncf, day: of.day },
      ...(kind === 'crédito' && { paid: day }),
      ...(of.currency && { currency: of.currency }),
      ...(late && kind === 'crédito' && door !== 'quickbooks' && { withoutITBIS: true }),
    };
    const form = kind === 'crédito' ? '06' : '04';
    const withheld = { itbis: 0, isr: 0, kind: '' };
    purchases.push({ ...document, kind: of.kind, form, ...partsOf(document, chance), withheld });
  };

const any = (chance: Chance, least = 5_000, most = 600_000) => chance.whole(least, most) * 7 + chance.whole(0, 6);
const hundreds = (chance: Chance) => chance.whole(3, 40) * 10_000;
const services = (chance: Chance) => ({
  idKind: chance.oneOf(['1', '2'] as const),
  related: chance.oneOf(['0', '1'] as const),
});

/** All slots of the purchases of a month. @param i its place in the year */
export function purchasesOf(chance: Chance, month: string, i: number): Slot[] {
  const order = (one: Order): Slot => {
    const day = anyDay(chance, month);
    return { day, make: buy(day, one) };
  };
  const noteOf = (...[door, kind, late]: [Door, 'crédito' | 'débito', boolean?]): Slot => {
    const day = anyDay(chance, month);
    return { day, make: note(day, door, kind, late) };
  };
  const paper = () => chance.oneOf(papers);
  return [
    ...received(chance, i).map(order),
    ...issued(chance, i).map(order),
    ...papersOf(chance, i, paper).map(order),
    ...books(chance).map(order),
    noteOf('receptor', 'crédito'),
    noteOf('receptor', 'crédito', true),
    noteOf('receptor', 'débito'),
    noteOf(paper(), 'crédito'),
    noteOf(paper(), 'crédito', true),
    noteOf(paper(), 'débito'),
    noteOf('quickbooks', 'crédito'),
  ];
}

/** e-CF of suppliers. */
function received(chance: Chance, i: number): Order[] {
  const party = () => chance.oneOf(electronic);
  const e31 = { type: 'E31', door: 'receptor' } as const;
  return [
    { ...e31, party: party(), lines: [goods(any(chance))], kind: '09', when: 'nunca' },
    { ...e31, party: party(), lines: [service(any(chance))], when: 'hoy', percent: 30 },
    { ...e31, party: party(), lines: [service(any(chance))], when: 'luego', percent: chance.oneOf([30, 100] as const) },
    {
      ...e31,
      party: party(),
      lines: [goods(any(chance)), service(any(chance), 16), goods(any(chance), 'exento')],
      kind: '10',
      when: 'hoy',
    },
    { ...e31, party: party(), lines: [service(any(chance))], telephony: true, when: 'luego' },
    {
      ...e31,
      party: party(),
      lines: [goods(any(chance, 500, 20_000))],
      currency: currencyOf(chance),
      kind: '09',
      when: 'hoy',
    },
    { type: 'E32', door: 'receptor', party: party(), lines: [goods(any(chance, 4_000_000, 5_000_000))], when: 'hoy' },
    { ...e31, party: party(), lines: [goods(any(chance))], fate: i % 2 === 0 ? 'rechazado' : 'sin-confirmar' },
  ];
}

/** Own e-CF for those who issue none. */
function issued(chance: Chance, i: number): Order[] {
  const door = chance.oneOf(['json', 'nueva'] as const);
  const person = chance.oneOf(persons);
  const abroad = { ...services(chance), country: '840', detail: chance.oneOf(['21', '41', '52']) };
  return [
    { type: 'E41', door, party: person, lines: [service(any(chance))], when: 'hoy' },
    { type: 'E43', door, party: itself, lines: [service(any(chance, 100, 5_000), 'exento')], when: 'hoy', form: '01' },
    ...(i % 2 === 0
      ? [
          {
            type: 'E47',
            door,
            party: overseas[0]!,
            lines: [service(any(chance), 'exento')],
            when: 'hoy',
            abroad,
          } as const,
        ]
      : [
          {
            type: 'E47',
            door,
            party: overseas[1]!,
            lines: [service(any(chance, 500, 9_000), 'exento')],
            when: 'hoy',
            abroad,
            currency: currencyOf(chance),
          } as const,
        ]),
  ];
}

/** Receipts on paper by all doors. */
function papersOf(chance: Chance, i: number, door: () => Paper): Order[] {
  const party = () => chance.oneOf(onPaper);
  const abroad = { ...services(chance), country: '724', detail: '11' };
  return [
    ...papers.map(
      (each): Order => ({
        type: 'B01',
        door: each,
        party: party(),
        lines: [goods(any(chance))],
        kind: chance.oneOf(['09', '02', '07']),
        when: chance.oneOf(['hoy', 'luego', 'nunca'] as const),
      }),
    ),
    {
      type: 'B01',
      door: door(),
      party: party(),
      lines: [service(any(chance)), goods(any(chance), 'exento')],
      kind: '07',
      when: 'hoy',
      percent: 30,
    },
    { type: 'B01', door: door(), party: party(), lines: [service(any(chance))], tip: true, when: 'hoy' },
    { type: 'B01', door: door(), party: party(), lines: [service(any(chance))], telephony: true, when: 'nunca' },
    { type: 'B01', door: door(), party: party(), lines: [service(any(chance))], when: 'luego', percent: 100 },
    {
      type: 'B01',
      door: door(),
      party: chance.oneOf(persons),
      lines: [service(any(chance))],
      when: chance.oneOf(['hoy', 'luego'] as const),
      isr: chance.oneOf(['01', '02'] as const),
    },
    { type: 'B02', door: door(), party: party(), lines: [goods(any(chance, 100, 9_000))], when: 'hoy' },
    { type: 'B11', door: door(), party: chance.oneOf(persons), lines: [service(any(chance))], when: 'hoy' },
    {
      type: 'B13',
      door: door(),
      party: { ...nobody, name: 'Gastos menores' },
      lines: [goods(any(chance, 100, 4_000))],
      when: 'hoy',
      form: '01',
    },
    { type: 'B14', door: door(), party: party(), lines: [goods(any(chance), 'exento')], kind: '10', when: 'nunca' },
    ...(i % 3 === 0
      ? [
          {
            type: 'B17',
            door: door(),
            party: chance.oneOf(overseas),
            lines: [service(any(chance), 'exento')],
            when: 'nunca',
            abroad,
          } as const,
        ]
      : []),
  ];
}

/** Purchases that are only in the books. Their kind follows from the account: 09 for goods, 02 for services. */
function books(chance: Chance): Order[] {
  const party = () => chance.oneOf(onPaper);
  const b01 = { type: 'B01', door: 'quickbooks' } as const;
  return [
    { ...b01, party: party(), lines: [goods(hundreds(chance))], kind: '09', when: 'nunca' },
    { ...b01, party: party(), lines: [service(any(chance))], when: 'hoy', percent: 30 },
    { ...b01, party: party(), lines: [goods(hundreds(chance))], currency: currencyOf(chance), kind: '09', when: 'hoy' },
    { ...b01, party: chance.oneOf(persons), lines: [service(any(chance))], when: 'luego' },
  ];
}
