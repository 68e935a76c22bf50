// Lines and taxes of the second implementation of QuickBooks: the role of each, by the mapping and by names.
import type { QuickBooksYear } from './quickbooks-year.ts';
import { centsOf } from './second-cents.ts';

// biome-ignore lint/suspicious/noExplicitAny: documents are read as they come
type Any = any;

/**
 * A line: its role, its signed cents, its account, whether it is a good and whether its tax code means that it pays
 * ITBIS.
 */
export interface SecondLine {
  readonly role: string;
  readonly cents: bigint;
  readonly account: string;
  readonly number: string;
  readonly good?: boolean | undefined;
  readonly isTaxed: boolean;
}

const lower = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('á', 'a')
    .replaceAll('é', 'e')
    .replaceAll('í', 'i')
    .replaceAll('ó', 'o')
    .replaceAll('ú', 'u');
const wordsOf = (name: string): string[] => lower(name).split(/[^a-z0-9]+/);

/** Withheld ITBIS; perceived income tax; withheld or perceived income tax. */
function withheldBy(name: string): string | undefined {
  const words = wordsOf(name);
  const held = words.some((word) => word.startsWith('reten'));
  const perceived = words.some((word) => word.startsWith('percib'));
  const income = words.includes('isr') || words.includes('renta');
  if (held && words.includes('itbis')) return 'itbisRetenido';
  if (perceived && income) return 'isrPercibido';
  return held && income ? 'isrRetenido' : undefined;
}

/** The only tax that the words of a name match; undefined if there is none. */
function taxBy(name: string): string | undefined {
  const words = wordsOf(name);
  if (words.includes('itbis')) return 'itbis';
  if (words.includes('selectivo') || words.includes('isc')) return 'isc';
  if (words.includes('propina')) return 'propina';
  return ['turismo', 'consumo', 'cdt', 'contribucion', 'telecomunicaciones'].some((word) => words.includes(word))
    ? 'otros'
    : undefined;
}

/** The tax lines, with a line for the difference from their total, or the code of their fault. */
export function taxLines(json: Any, find: (entity: string, id: string) => Any): SecondLine[] | string {
  const detail = json.TxnTaxDetail;
  const line = (role: string, cents: bigint): SecondLine => ({ role, cents, account: '', number: '', isTaxed: false });
  if (detail === undefined) return [];
  if ((detail.TaxLine ?? []).length === 0) return [line('itbis', centsOf(detail.TotalTax))];
  const names: string[] = detail.TaxLine.map(
    (tax: Any) => find('TaxRate', tax.TaxLineDetail.TaxRateRef.value)?.Name ?? '',
  );
  const roles = names.map((name) => withheldBy(name) ?? taxBy(name));
  const amounts: bigint[] = detail.TaxLine.map((tax: Any) => centsOf(tax.Amount));
  if (roles.some((role, i) => role === undefined && amounts[i] !== 0n && names[i] !== ''))
    return 'QB-IMPUESTO-SIN-NOMBRE';
  const lines = roles.map((role, i) => line(role ?? 'itbis', amounts[i]!));
  const off = centsOf(detail.TotalTax) - lines.reduce((sum, { cents }) => sum + cents, 0n);
  if (off > 100n || off < -100n) return 'QB-IMPUESTOS';
  if (off <= 1n && off >= -1n) return lines;
  return [...lines, line(lines.some(({ role }) => role === 'itbis') ? 'itbis' : 'otros', off)];
}

/** Whether the taxes without a name are 18 % or 16 % of the amount that they are applied to. */
export function namelessFits(json: Any, find: (entity: string, id: string) => Any, bases: readonly bigint[]): boolean {
  const isRate = (tax: bigint, of: bigint) =>
    [18n, 16n].some((percent) => {
      const off = (of < 0n ? -of : of) * percent - (tax < 0n ? -tax : tax) * 100n;
      return off <= 500n && off >= -500n;
    });
  const detail = json.TxnTaxDetail ?? {};
  const lines: Any[] = detail.TaxLine ?? [];
  if (lines.length === 0) {
    const tax = centsOf(detail.TotalTax);
    return tax === 0n || bases.some((base) => isRate(tax, base));
  }
  return lines
    .filter(
      (tax) => centsOf(tax.Amount) !== 0n && (find('TaxRate', tax.TaxLineDetail.TaxRateRef.value)?.Name ?? '') === '',
    )
    .every((tax) => isRate(centsOf(tax.Amount), centsOf(tax.TaxLineDetail.NetAmountTaxable)));
}

const buying: Record<string, string> = {
  campo11: 'itbis',
  campo12: 'itbisRetenido',
  campo13: 'proporcional',
  campo14: 'costo',
  campo15: 'adelantar',
  campo18: 'isrRetenido',
  campo19: 'isrPercibido',
  campo20: 'isc',
  campo21: 'otros',
  campo22: 'propina',
};

/** The lines of a document, with groups expanded. */
export function linesOf(
  json: Any,
  buys: boolean,
  mapeo: QuickBooksYear['mapeo'],
  find: (entity: string, id: string) => Any,
): SecondLine[] {
  const opened: Any[] = (json.Line ?? [])
    .flatMap((line: Any) => line.GroupLineDetail?.Line ?? [line])
    .filter((line: Any) => line.DetailType !== 'SubTotalLineDetail');
  const mapping: Readonly<Record<string, readonly string[]>> = buys ? mapeo.mapping606 : mapeo.mapping607;
  const kinds: object = buys ? mapeo.mapeoTipos606 : mapeo.mapeoTipos607;
  return opened.map((line): SecondLine => {
    const d = line[line.DetailType] ?? {};
    const item = d.ItemRef === undefined ? undefined : find('Item', d.ItemRef.value);
    const ref = d.AccountRef ?? d.ItemAccountRef ?? (buys ? item?.ExpenseAccountRef : item?.IncomeAccountRef);
    const card = ref === undefined ? undefined : find('Account', ref.value);
    const keys = [ref?.value ?? '', card?.AcctNum ?? ''];
    const fields = Object.keys(mapping).filter((field) => mapping[field]!.some((each) => keys.includes(each)));
    const isClassified = keys.some((key) => key in kinds);
    const isBase = isClassified || fields.some((field) => field.startsWith('monto_facturado'));
    const name: string = card?.Name ?? '';
    const mapped = buys ? fields.map((field) => buying[field]).find((role) => role !== undefined) : undefined;
    const role = isBase ? 'base' : (mapped ?? withheldBy(name) ?? (buys ? accountTax(name) : undefined) ?? 'base');
    const good = fields.includes('monto_facturado_bienes')
      ? true
      : fields.includes('monto_facturado_servicios')
        ? false
        : goodBy(item?.Type, card?.AccountType, name);
    return {
      role,
      cents: centsOf(line.Amount),
      account: keys[0],
      number: keys[1],
      good,
      isTaxed: lower(find('TaxCode', d.TaxCodeRef?.value)?.Name ?? '').includes('itbis'),
    };
  });
}

function accountTax(name: string): string | undefined {
  const words = wordsOf(name);
  if (words.includes('selectivo') || words.includes('isc')) return 'isc';
  if (words.includes('itbis')) return 'itbis';
  return words.includes('contribucion') ? 'otros' : undefined;
}

const services =
  'alquiler telefonos telefono seguros honorarios publicidad mantenimiento reparaciones energia fletes transporte comisiones'.split(
    ' ',
  );
const goods = 'combustible combustibles materiales inventario mercancias'.split(' ');

function goodBy(itemType: string | undefined, accountType: string | undefined, name: string): boolean | undefined {
  if (itemType === 'Inventory') return true;
  if (itemType === 'Service') return false;
  if (accountType === 'Fixed Asset' || accountType === 'Cost of Goods Sold') return true;
  const words = wordsOf(name);
  if (words.some((word) => services.includes(word))) return false;
  return words.some((word) => goods.includes(word)) ? true : undefined;
}
