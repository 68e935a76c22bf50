// Purchases as people write them: each text in one of several spellings, each cell as a text, a number or a day.
import { utils, write } from '@e965/xlsx';
import fc from 'fast-check';
import { inventedCedula, inventedRNC } from '../packages/reports/testing/chance.ts';

/** A purchase in plain terms: amounts in cents, the day as yyyy-MM-dd. */
export interface Purchase {
  readonly rnc: string;
  readonly ncf: string;
  readonly modified: string;
  readonly day: string;
  readonly base: number;
  readonly itbis: number;
}

/** How the texts of a purchase are written: a number from which each door takes its spellings. */
export interface Written extends Purchase {
  readonly spelling: number;
}

const tenDigits = fc.integer({ min: 1, max: 99_999_999 }).map((n) => String(n).padStart(10, '0'));
const purchases: fc.Arbitrary<Written> = fc
  .record({
    rnc: fc.oneof(fc.integer({ min: 1, max: 9_999_999 }).map(inventedRNC), fc.integer({ min: 1 }).map(inventedCedula)),
    kind: fc.constantFrom('B01', 'E31', 'B01', 'B04', 'E34'),
    digits: tenDigits,
    of: tenDigits,
    day: fc
      .date({ min: new Date('2019-01-01T00:00:00Z'), max: new Date('2026-12-30T00:00:00Z'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10)),
    base: fc.integer({ min: 1, max: 99_999_999 }),
    isTaxed: fc.boolean(),
    spelling: fc.integer({ min: 0, max: 999_999 }),
  })
  .map(({ kind, digits, of, base, isTaxed, ...rest }) => ({
    ...rest,
    base,
    itbis: isTaxed ? Math.round(base * 0.18) : 0,
    ncf: numberOf(kind, digits),
    modified: kind === 'B04' ? `B01${of.slice(2)}` : kind === 'E34' ? `E31${of}` : '',
  }));
const numberOf = (kind: string, digits: string) => kind + (kind.startsWith('B') ? digits.slice(2) : digits);

/** One of several spellings. @param turn which text of the purchase it is, so that they vary independently */
const oneOf = <Text>(spelling: number, turn: number, ...texts: readonly Text[]): Text =>
  texts[Math.floor(spelling / 7 ** turn) % texts.length]!;

export const plain = (cents: number) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
const grouped = (cents: number, thousands: string, point: string) => {
  const [whole = '', decimals] = plain(cents).split('.');
  return `${whole.replace(/\B(?=(\d{3})+$)/g, thousands)}${point}${decimals}`;
};
const spellAmount = (cents: number, spelling: number, turn: number): string =>
  oneOf(
    spelling,
    turn,
    plain(cents),
    grouped(cents, ',', '.'),
    `RD$ ${grouped(cents, ',', '.')}`,
    grouped(cents, '.', ','),
    `${grouped(cents, ' ', ',')} `,
    `DOP\u00a0${plain(cents)}`,
    `$${grouped(cents, ',', '.')}\u200b`,
  );

const monthNames = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic'];
const serialOf = (day: string) => Date.parse(`${day}T00:00:00Z`) / 86_400_000 + 25_569;
export const spellDay = (day: string, spelling: number): string => {
  const [year = '', month = '', date = ''] = day.split('-');
  return oneOf(
    spelling,
    0,
    `${date}/${month}/${year}`,
    `${Number(date)}/${Number(month)}/${year}`,
    `${date}-${month}-${year} 23:59`,
    day,
    `${date}-${monthNames[Number(month) - 1]}-${year.slice(2)}`,
    String(serialOf(day)),
    `${day}T10:30:00`,
  );
};
const spellRNC = (rnc: string, spelling: number): string =>
  oneOf(spelling, 1, rnc, `${rnc.slice(0, 3)}-${rnc.slice(3, -1)}-${rnc.slice(-1)}`, `RNC: ${rnc}`, `${rnc}\u00a0`);
const spellNCF = (ncf: string, spelling: number): string =>
  oneOf(spelling, 2, ncf, ncf.toLowerCase(), `${ncf.slice(0, 3)}-${ncf.slice(3)}`, `NCF ${ncf}`, `\u200b${ncf}`);

/** The texts of a purchase, as somebody types them. */
export const typed = ({ spelling, ...one }: Written) => ({
  rnc: spellRNC(one.rnc, spelling),
  razonSocial: 'Suplidora\u00a0Inventada SRL',
  ncf: spellNCF(one.ncf, spelling),
  fecha: spellDay(one.day, spelling),
  montoTotal: spellAmount(one.base + one.itbis, spelling, 3),
  itbis: spellAmount(one.itbis, spelling, 4),
  ncf_modificado: one.modified === '' ? '' : spellNCF(one.modified, spelling + 1),
});

export const headers = [
  'RNC',
  'Nombre',
  'No. Comprobante Fiscal',
  'Fecha',
  'Total RD$',
  'ITBIS',
  'NCF modificado',
  'Vendedor',
];
export const titles = [['Compras del año'], ['Inventada SRL, RNC 132000005']];
export const lineOf = (one: Written) => [...Object.values(typed(one)), 'Ana'];

/** The cells of a purchase: its texts, or numbers and days as a sheet has them. */
function cellsOf(one: Written): unknown[] {
  const texts: unknown[] = lineOf(one);
  const number = (cents: number) => ({
    t: 'n',
    v: cents / 100,
    z: oneOf(one.spelling, 5, '#,##0.00', 'General', '"RD$"0.00'),
  });
  const day = { t: 'n', v: serialOf(one.day) + oneOf(one.spelling, 1, 0, 0.5, 0.999) };
  if (one.spelling % 2 === 0) texts.splice(4, 2, number(one.base + one.itbis), number(one.itbis));
  if (one.spelling % 3 === 0)
    texts[3] = { ...day, z: oneOf(one.spelling, 6, 'dd/mm/yyyy', 'dd/mm/yyyy hh:mm', 'General') };
  return texts;
}

export const sheetBook = (all: readonly Written[], bookType: 'xlsx' | 'biff8'): Buffer =>
  write(utils.book_new(utils.aoa_to_sheet([...titles, headers, ...all.map(cellsOf)]), 'Compras'), {
    type: 'buffer',
    bookType,
  });

/** Distinct purchases. */
export function samplePurchases(howMany: number): readonly Written[] {
  const seen = new Set<string>();
  return fc
    .sample(purchases, 2 * howMany)
    .filter(({ ncf, rnc }) => !seen.has(ncf + rnc) && seen.add(ncf + rnc))
    .slice(0, howMany);
}
