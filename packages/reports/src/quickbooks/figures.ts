import {
  abs,
  add,
  compare,
  type Decimal,
  decimal,
  divide,
  formatDecimal,
  isNegative,
  isZero,
  mul,
  sub,
  sum,
  zero,
} from '@timbre/values';
import { taxedParts } from '../derive/amounts.ts';
import type { Receipt, Totals } from '../derive/input.ts';
import type { DerivationCode } from '../derive/marks.ts';
import type { QuickBooksDirectory } from './directory.ts';
import type { DocumentTax, QuickBooksDocument } from './document.ts';
import { giveUp } from './failure.ts';
import { isNameless, isTaxedName, type TaxKind, taxOfName, type WithheldKind, withheldOfName } from './names.ts';
import { accountOf, type LineAccount, type LineRole, type MappingIndex, roleOf, type Side } from './roles.ts';

/** A line of the document with its role. */
export interface ReadLine {
  readonly amount: Decimal;
  readonly description: string;
  readonly account: LineAccount | undefined;
  readonly item: { readonly id: string; readonly name: string; readonly type: string };
  readonly role: LineRole;
}

/** A part of the taxes or withholdings, with its origin. */
interface TaxDetail {
  readonly amount: Decimal;
  readonly kind: TaxKind | WithheldKind;
  /** Its name in the document. */
  readonly source: string;
  readonly code: DerivationCode;
}

/** Amounts of a document, in its currency. Totals have no sign. */
export interface Figures {
  readonly lines: readonly ReadLine[];
  readonly detail: readonly TaxDetail[];
  /** Amount billed: with taxes, before withholdings. */
  readonly total: Decimal;
  readonly base: Decimal;
  readonly totals: Totals;
  readonly taxes: Readonly<Record<TaxKind, Decimal>>;
  readonly withheld: Readonly<Record<WithheldKind, Decimal>>;
  /** ITBIS that accounts assign to cost or to proportion; undefined if no account states how the ITBIS is treated. */
  readonly credit?: { readonly costo: Decimal; readonly proporcionalidad: Decimal } | undefined;
  readonly reasons: NonNullable<Receipt['razones']>;
}

/**
 * Limits of a difference between the tax lines and their total: ignored up to the first, adjusted up to the second.
 * @source specification 002 §5, «Amounts and taxes»
 */
const tolerance = decimal('0.01');
const mostAdjusted = decimal('1');
/** The ITBIS of 18 % that an amount includes is 18/118 of it. @source specification 002 §9 */
const included = { part: decimal('18'), whole: decimal('118') };

const itbisRoles: ReadonlySet<LineRole> = new Set(['itbis', 'itbisCosto', 'itbisProporcional', 'itbisAdelantar']);
const withheldKinds: readonly WithheldKind[] = ['itbisRetenido', 'isrRetenido', 'isrPercibido'];
const isWithheld = (kind: string): kind is WithheldKind => (withheldKinds as readonly string[]).includes(kind);

/** From the most to the least certain. The derivation of a tax is the least certain one of its parts. */
const sureness: readonly DerivationCode[] = [
  'D-QB-IMPUESTO',
  'D-QB-MAPEO',
  'D-QB-NOMBRE',
  'D-QB-AJUSTE',
  'D-QB-ITBIS-ESTIMADO',
];

/**
 * The amounts of a document: its taxes by the names of their lines and by accounts, the withholdings, and the base,
 * which is the total without taxes. Withholdings lower the total of QuickBooks, but not the amount billed, so they are
 * added back.
 *
 * @source specification 002 §5, «Amounts and taxes»; docs/design/reports.md#replacements
 */
export function figuresOf(
  document: QuickBooksDocument,
  side: Side,
  mapping: MappingIndex,
  directory: QuickBooksDirectory,
): Figures {
  const lines = readLines(document, side, mapping, directory);
  const fromLines = lines.flatMap(({ amount, account, item, role, code }): TaxDetail[] => {
    if (role === 'base') return [];
    const kind = itbisRoles.has(role) ? 'itbis' : (role as TaxKind | WithheldKind);
    return [{ amount, kind, source: account?.name || item.name, code }];
  });
  const stated = [...reconciled(document, taxDetail(document, directory)), ...fromLines];
  const total = sub(document.total, sum(stated.filter(({ kind }) => isWithheld(kind)).map(({ amount }) => amount)));
  const needsEstimate = side === 'compra' && !stated.some(({ kind, amount }) => kind === 'itbis' && !isZero(amount));
  const detail = needsEstimate ? [...stated, ...estimated(document, directory)] : stated;
  const of = (kind: TaxDetail['kind']) =>
    abs(sum(detail.filter((each) => each.kind === kind).map(({ amount }) => amount)));
  const taxes = { itbis: of('itbis'), isc: of('isc'), otros: of('otros'), propina: of('propina') };
  const base = sub(abs(total), sum(Object.values(taxes)));
  if (isNegative(base)) giveUp('QB-IMPUESTOS', 'Los impuestos son más que el total');
  const inRole = (role: LineRole) => abs(sum(lines.filter((line) => line.role === role).map(({ amount }) => amount)));
  demandRate(document, directory, [base, inRole('base'), taxedAmount(document, directory)]);
  const saysCredit = lines.some(({ role }) => itbisRoles.has(role) && role !== 'itbis');
  return {
    lines,
    detail,
    total: abs(total),
    base,
    totals: {
      ...(partsByTaxes(document, directory, base, fromLines) ?? taxedParts(base, taxes.itbis)),
      itbis: taxes.itbis,
    },
    taxes,
    withheld: { itbisRetenido: of('itbisRetenido'), isrRetenido: of('isrRetenido'), isrPercibido: of('isrPercibido') },
    credit: saysCredit ? { costo: inRole('itbisCosto'), proporcionalidad: inRole('itbisProporcional') } : undefined,
    reasons: reasonsOf(detail),
  };
}

function readLines(
  { lines }: QuickBooksDocument,
  side: Side,
  mapping: MappingIndex,
  directory: QuickBooksDirectory,
): (ReadLine & { readonly code: DerivationCode })[] {
  return lines.map((line) => {
    const account = accountOf(line, side, directory);
    const known = directory.items.get(line.item?.id ?? '');
    const item = { id: line.item?.id ?? '', name: line.item?.name || (known?.name ?? ''), type: known?.type ?? '' };
    const { amount, description } = line;
    return { amount, description, account, item, ...roleOf(line, account, side, mapping, item.name) };
  });
}

const nameOfTax = ({ rate }: DocumentTax, { taxRates }: QuickBooksDirectory): string =>
  rate?.name || (taxRates.get(rate?.id ?? '') ?? '');

/**
 * Kind of a tax by its name. Without a name it is ITBIS, checked by {@link demandRate}; a line of zero may have any
 * name.
 */
function kindOfTax({ amount }: DocumentTax, name: string): TaxKind | WithheldKind {
  const kind = withheldOfName(name) ?? taxOfName(name);
  if (kind !== undefined || isNameless(name) || isZero(amount)) return kind ?? 'itbis';
  return giveUp('QB-IMPUESTO-SIN-NOMBRE', `«${name}» de ${formatDecimal(abs(amount), 2)}`);
}

/** The tax lines by their names; a total without lines is a tax without a name. */
function taxDetail({ taxes, totalTax }: QuickBooksDocument, directory: QuickBooksDirectory): TaxDetail[] {
  if (taxes.length === 0)
    return isZero(totalTax ?? zero) ? [] : [{ amount: totalTax!, kind: 'itbis', source: '', code: 'D-QB-IMPUESTO' }];
  return taxes.map((tax) => {
    const source = nameOfTax(tax, directory);
    return { amount: tax.amount, kind: kindOfTax(tax, source), source, code: 'D-QB-IMPUESTO' };
  });
}

const itbisOfLaw = [decimal('0.18'), decimal('0.16')];
/** Difference from a rate that rounding may cause. */
const rounding = decimal('0.05');

/**
 * A tax without a name is ITBIS only if it is 18 % or 16 % of the amount that it is applied to: 2 % of a telephone bill
 * is not. A tax line may state that amount.
 *
 * @param bases amounts that a total may be applied to: the base, the lines, or the lines whose tax code means that they
 * pay
 *
 * @throws failure `QB-IMPUESTO-SIN-NOMBRE`
 */
function demandRate(
  { taxes, totalTax = zero }: QuickBooksDocument,
  directory: QuickBooksDirectory,
  bases: readonly Decimal[],
): void {
  const nameless = taxes.filter((tax) => isNameless(nameOfTax(tax, directory)) && !isZero(tax.amount));
  const demand = (amount: Decimal, applied: readonly Decimal[]) => {
    const fits = applied.some((each) =>
      itbisOfLaw.some((rate) => compare(abs(sub(mul(abs(each), rate), abs(amount))), rounding) <= 0),
    );
    if (!fits) giveUp('QB-IMPUESTO-SIN-NOMBRE', `de ${formatDecimal(abs(amount), 2)}, sin nombre,`);
  };
  for (const { amount, taxable } of nameless) if (taxable !== undefined) demand(amount, [taxable]);
  const rest = nameless.filter(({ taxable }) => taxable === undefined).map(({ amount }) => amount);
  const amount = taxes.length === 0 ? totalTax : sum(rest);
  if (!isZero(amount)) demand(amount, bases);
}

/** Total of the lines whose tax code means that they pay ITBIS. */
const taxedAmount = ({ lines }: QuickBooksDocument, { taxCodes }: QuickBooksDirectory): Decimal =>
  sum(
    lines
      .filter(({ taxCode }) => isTaxedName(taxCode?.name || (taxCodes.get(taxCode?.id ?? '') ?? taxCode?.id ?? '')))
      .map(({ amount }) => amount),
  );

/**
 * Makes the tax lines add up to their total: a difference up to 1 goes to the ITBIS, or to other taxes if there is
 * none.
 */
function reconciled({ taxes, totalTax }: QuickBooksDocument, detail: readonly TaxDetail[]): readonly TaxDetail[] {
  if (taxes.length === 0 || totalTax === undefined) return detail;
  const lines = sum(detail.map(({ amount }) => amount));
  const difference = sub(totalTax, lines);
  if (compare(abs(difference), tolerance) <= 0) return detail;
  if (compare(abs(difference), mostAdjusted) > 0)
    giveUp(
      'QB-IMPUESTOS',
      `Las líneas de impuestos suman ${formatDecimal(lines)} y su total dice ${formatDecimal(totalTax)}`,
    );
  const kind = detail.some((each) => each.kind === 'itbis') ? 'itbis' : 'otros';
  return [...detail, { amount: difference, kind, source: 'Diferencia', code: 'D-QB-AJUSTE' }];
}

/**
 * Estimated ITBIS of an expense that states no taxes: the part at 18 % that the lines include whose tax code means that
 * they pay it, since the total of the document has nothing besides them. Never filed as is.
 */
function estimated(document: QuickBooksDocument, directory: QuickBooksDirectory): TaxDetail[] {
  if (document.taxes.length > 0 || !isZero(document.totalTax ?? zero)) return [];
  const amount = divide(mul(taxedAmount(document, directory), included.part), included.whole, 2);
  return isZero(amount) ? [] : [{ amount, kind: 'itbis', source: 'Estimado', code: 'D-QB-ITBIS-ESTIMADO' }];
}

const rates = { gravado18: decimal('18'), gravado16: decimal('16'), gravado0: zero } as const;

/** The parts of the base, by the percents of the ITBIS lines; undefined if these do not determine all the parts. */
function partsByTaxes(
  { taxes }: QuickBooksDocument,
  directory: QuickBooksDirectory,
  base: Decimal,
  fromLines: readonly TaxDetail[],
): Totals | undefined {
  const itbis = taxes.filter((tax) => kindOfTax(tax, nameOfTax(tax, directory)) === 'itbis');
  if (itbis.length === 0 || fromLines.some(({ kind }) => kind === 'itbis')) return undefined;
  const parts = { gravado18: zero, gravado16: zero, gravado0: zero };
  for (const { percent, taxable } of itbis) {
    const part = (Object.keys(rates) as (keyof typeof rates)[]).find(
      (key) => percent !== undefined && compare(rates[key], percent) === 0,
    );
    if (part === undefined || taxable === undefined) return undefined;
    parts[part] = add(parts[part], abs(taxable));
  }
  const exento = sub(base, sum(Object.values(parts)));
  return isNegative(exento) ? undefined : { ...parts, exento };
}

function reasonsOf(detail: readonly TaxDetail[]): Figures['reasons'] {
  const weakest = (kinds: readonly TaxDetail['kind'][]): DerivationCode | undefined =>
    sureness.findLast((code) => detail.some((each) => each.code === code && kinds.includes(each.kind)));
  const parts = {
    itbis: weakest(['itbis']),
    isc: weakest(['isc']),
    otros: weakest(['otros']),
    propina: weakest(['propina']),
    retenido: weakest(withheldKinds),
  };
  return Object.fromEntries(Object.entries(parts).filter(([, code]) => code !== undefined));
}
