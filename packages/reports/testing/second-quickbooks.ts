// The documents of QuickBooks by a second implementation, in whole cents, from the text of the specification and
// docs/design/reports.md#documents-of-quickbooks.
// Its result is the input of the second implementation of the reports. It shares only types with the package.
import type { Decimal, Fecha } from '@timbre/values';
import type { Line, Receipt } from '../src/derive/input.ts';
import type { CompanyYear, InventedPurchase, InventedSale } from './company-year.ts';
import type { QuickBooksRecord, QuickBooksYear } from './quickbooks-year.ts';
import { centsOf, Stop, stop } from './second-cents.ts';
import { linesOf, namelessFits, type SecondLine, taxLines } from './second-quickbooks-lines.ts';

/** Result for the documents of a year. */
export interface SecondQuickBooks {
  readonly year: CompanyYear;
  /** Id and failure code of each document without a receipt. */
  readonly failures: readonly (readonly [string, string])[];
  readonly omitted: readonly string[];
  /** Documents with the number of an earlier one. */
  readonly repeated: readonly string[];
}

// biome-ignore lint/suspicious/noExplicitAny: documents are read as they come
type Any = any;

const c = (cents: bigint): Decimal => ({ units: Number(cents), scale: 2 });
const size = (n: bigint): bigint => (n < 0n ? -n : n);
const total = (amounts: readonly bigint[]): bigint => amounts.reduce((a, b) => a + b, 0n);

const known = '01 02 03 04 11 12 13 14 15 16 17'.split(' ');
const knownE = '31 32 33 34 41 43 44 45 46 47'.split(' ');
const isNumber = (text: string): boolean =>
  (text.length === 11 && text[0] === 'B' && known.includes(text.slice(1, 3)) && /^\d+$/.test(text.slice(1))) ||
  (text.length === 13 && text[0] === 'E' && knownE.includes(text.slice(1, 3)) && /^\d+$/.test(text.slice(1)));
const words = (text: string): string[] =>
  text
    .toUpperCase()
    .split(/[^A-Z0-9-]+/)
    .map((word) => word.replaceAll('-', ''));

/** The number of the document and the one that it modifies. */
function numbersOf(json: Any): { ncf?: string; modified?: string } {
  const own = String(json.DocNumber ?? '')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '');
  const [before = '', ...marked] = String(json.PrivateNote ?? '')
    .toUpperCase()
    .split('MODIFICADO:');
  const after = marked.map((text) => words(text.trim()));
  const modified = after.map(([first = '']) => first).find(isNumber);
  const others = after.flatMap(([first = '', ...rest]) => (isNumber(first) ? rest : [first, ...rest]));
  const ncf = isNumber(own) ? own : [...words(before), ...others].find(isNumber);
  return { ...(ncf !== undefined && { ncf }), ...(modified !== undefined && { modified }) };
}

const bare = (text: string): string => text.replaceAll('-', '').replaceAll(' ', '');
const isTaxNumber = (text: string): boolean => /^\d+$/.test(text) && (text.length === 9 || text.length === 11);
const weighed = (text: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, i) => sum + weight * Number(text[i]), 0);

/** Whether the last digit is the check digit: modulus 11 of an RNC, Luhn of a cédula. */
function hasCheckDigit(text: string): boolean {
  if (text.length === 9) {
    const rest = weighed(text, [7, 9, 8, 6, 5, 4, 3, 2]) % 11;
    return text[8] === String(rest === 0 ? 2 : rest === 1 ? 1 : 11 - rest);
  }
  const doubled = [...text].map((digit, i) => (i % 2 === 0 ? Number(digit) : Number('0246813579'[Number(digit)])));
  return total(doubled.map(BigInt)) % 10n === 0n;
}

/** The tax number of a text: the whole text, the number after RNC, or a word with a valid check digit. */
function numberIn(text = ''): string | undefined {
  if (isTaxNumber(bare(text))) return bare(text);
  const after = text.toUpperCase().split('RNC')[1];
  const digits = after === undefined ? '' : bare(after.split('/')[0]!.replace(':', ''));
  if (isTaxNumber(digits)) return digits;
  return text
    .split(/[^\w-]+/)
    .map((one) => one.replaceAll('-', ''))
    .find((one) => isTaxNumber(one) && hasCheckDigit(one));
}
const addressTexts = (address: Any): string[] => [2, 3, 1, 4, 5].map((n) => address?.[`Line${n}`] ?? '');

const credits = ['04', '34'];
const ownPurchases = ['11', '13', '17', '41', '43', '47'];

/** Result of the second implementation for a year. */
export function secondQuickBooks({ declarant, mapeo, records, documents }: QuickBooksYear): SecondQuickBooks {
  const find = (entity: string, id: string): Any => records.find((r) => r.entity === entity && r.json.Id === id)?.json;
  const purchases: InventedPurchase[] = [];
  const sales: InventedSale[] = [];
  const failures: [string, string][] = [];
  const omitted: string[] = [];
  const repeated: string[] = [];
  const numbers = new Map(documents.map(({ entity, json }) => [`${entity}:${json.Id}`, numbersOf(json).ncf]));
  const seen = new Set<string>();

  const read = ({ entity, json }: { entity: string; json: Any }): void => {
    const buys = ['Bill', 'Purchase', 'VendorCredit'].includes(entity);
    if (!/^\d{4}-\d\d-\d\d$/.test(json.TxnDate)) stop('QB-FORMA');
    const amount = centsOf(json.TotalAmt);
    if (json.Line?.length > 2_000) stop('QB-LIMITE');
    const { ncf, modified } = numbersOf(json);
    if (ncf === undefined) throw new Stop(entity === 'Bill' || entity === 'VendorCredit' ? 'QB-SIN-NCF' : 'omitted');
    const kind = ncf.slice(1, 3);
    const isCredit = entity === 'VendorCredit' || entity === 'CreditMemo';
    const fits = buys ? !['16', '46'].includes(kind) : !ownPurchases.includes(kind);
    if (isCredit !== credits.includes(kind) || !fits) stop('QB-NCF-AJENO');
    const isForeign = (json.CurrencyRef?.value ?? 'DOP') !== 'DOP';
    const believed = json.ExchangeRate > 10 && json.ExchangeRate < 400;
    if (isForeign && !believed) stop('QB-MONEDA');
    const tasa = isForeign ? { units: Math.round(json.ExchangeRate * 10_000), scale: 4 } : undefined;

    const lines = linesOf(json, buys, mapeo, find);
    const taxes = taxLines(json, find);
    if (typeof taxes === 'string') throw new Stop(taxes);
    const of = (role: string) =>
      total([...lines, ...taxes].filter((each) => each.role === role).map((each) => each.cents));
    const withheld = ['itbisRetenido', 'isrRetenido', 'isrPercibido'].map(of);
    const billed = size(amount - total(withheld));
    const fromAccounts = ['itbis', 'costo', 'proporcional', 'adelantar'];
    let itbis = size(total(fromAccounts.map(of)));
    const stated = json.TxnTaxDetail ?? {};
    const saysTaxes = (stated.TaxLine ?? []).length > 0 || centsOf(stated.TotalTax) !== 0n;
    const isGuessed = buys && itbis === 0n && !saysTaxes;
    const taxed = lines.filter((line) => line.isTaxed).map((line) => line.cents);
    if (isGuessed) itbis = (total(taxed) * 36n + 118n) / 236n;
    const [isc, other, tip] = [size(of('isc')), size(of('otros')), size(of('propina'))];
    const base = billed - itbis - isc - other - tip;
    if (base < 0n) stop('QB-IMPUESTOS');
    const inLines = lines.filter(({ role }) => role === 'base').map((line) => line.cents);
    if (!namelessFits(json, find, [base, total(inLines), total(taxed)])) stop('QB-IMPUESTO-SIN-NOMBRE');
    if (billed === 0n) stop('QB-CERO');

    const parts = partsOf(json, lines, taxes, base, itbis);
    const [heldItbis = 0n, heldIsr = 0n] = withheld.map(size);
    const link = isCredit ? (json.LinkedTxn ?? []).map((l: Any) => numbers.get(`${l.TxnType}:${l.TxnId}`)) : [];
    const reference = modified ?? link.find((each: string | undefined) => each !== undefined);
    const impuestos = [
      { codigo: '001', monto: c(tip) },
      { codigo: '002', monto: c(other) },
      { codigo: '006', monto: c(isc) },
    ].filter(({ monto }) => monto.units !== 0);
    const common = {
      ncf,
      fecha: json.TxnDate.split('-').reverse().join('-') as Fecha,
      totales: { ...parts, itbis: c(itbis) },
      impuestos,
      ...(heldItbis + heldIsr > 0n && { retenido: { itbis: c(heldItbis), isr: c(heldIsr) } }),
      ...(reference !== undefined && { referencia: { ncf: reference } }),
      ...(tasa !== undefined && { tasa }),
    };

    const party = json.VendorRef ?? json.EntityRef ?? json.CustomerRef;
    const card = find(buys ? 'Vendor' : 'Customer', party?.value ?? '');
    const texts = [
      party?.name,
      ...addressTexts(json.VendorAddr ?? json.BillAddr),
      card?.DisplayName,
      ...addressTexts(card?.BillAddr),
      card?.TaxIdentifier ?? card?.PrimaryTaxIdentifier,
    ];
    const inTexts = texts.map(numberIn).filter((each) => each !== undefined);
    const rnc = inTexts.find(hasCheckDigit) ?? inTexts[0];
    const tipo = kindOf(lines, buys, mapeo);
    if (buys) {
      const id = rnc === declarant.rnc ? undefined : rnc;
      const own = { id: declarant.rnc };
      const parties = ['13', '43'].includes(kind)
        ? { emisor: own }
        : ['17', '47'].includes(kind)
          ? { emisor: own, comprador: { extranjero: id, nombre: party?.name ?? '' } }
          : ['11', '41'].includes(kind)
            ? { emisor: own, comprador: { id } }
            : { emisor: { id }, comprador: own };
      const forms: Record<string, string> = { Cash: '1', Check: '2', CreditCard: '3' };
      const form = forms[json.PaymentType];
      const receipt: Receipt = {
        ...common,
        ...parties,
        lineas: goodsAndServices(lines),
        ...(entity === 'Bill' && { tipoPago: '2' }),
        ...(entity === 'Purchase' && { tipoPago: '1' }),
        ...(form !== undefined && { formasPago: [{ forma: form, monto: c(billed) }] }),
      };
      const says = lines.some(({ role }) => ['costo', 'proporcional', 'adelantar'].includes(role));
      const answers = {
        ...(tipo !== undefined && { tipo_bienes_servicios: tipo as never }),
        ...(says && {
          itbis_costo: pesos(size(of('costo')), tasa),
          itbis_proporcionalidad: pesos(size(of('proporcional')), tasa),
        }),
      };
      const who = ['13', '43', '17', '47'].includes(kind) ? declarant.rnc : (id ?? '');
      if (isRepeated(seen, `606|${who}|${ncf}`)) repeated.push(json.Id);
      else purchases.push({ receipt, answers, ...(isGuessed && itbis > 0n && { sinCredito: true }) });
      return;
    }
    const deposit = json.DepositToAccountRef?.value;
    const keys = [deposit, find('Account', deposit)?.AcctNum];
    const fields = ['campo17', 'campo18', 'campo19', 'campo20', 'campo21'];
    const field = fields.findIndex((each) => mapeo.mapping607[each]?.some((account) => keys.includes(account)));
    const named: Record<string, string> = { 'tarjeta de crédito': '3', cheque: '2', efectivo: '1' };
    const form = field >= 0 ? String(field + 1) : named[String(json.PaymentMethodRef?.name).toLowerCase()];
    const receipt: Receipt = {
      ...common,
      emisor: { id: declarant.rnc },
      comprador: { id: kind === '12' ? declarant.rnc : rnc },
      lineas: [],
      tipoIngresos: `0${tipo ?? '1'}`,
      ...(entity === 'Invoice' && { tipoPago: '2' }),
      ...(entity === 'SalesReceipt' && { tipoPago: '1' }),
      ...(form !== undefined && { formasPago: [{ forma: form, monto: c(billed) }] }),
    };
    if (isRepeated(seen, `607|${ncf}`)) repeated.push(json.Id);
    else sales.push({ receipt, answers: {} });
  };

  for (const document of documents as readonly QuickBooksRecord[]) {
    try {
      read(document);
    } catch (error) {
      if (!(error instanceof Stop)) throw error;
      if (error.message === 'omitted') omitted.push(document.json.Id as string);
      else failures.push([document.json.Id as string, error.message]);
    }
  }
  const year = { declarant, year: 2026, purchases, sales, voided: [], abroad: {} };
  return { year, failures, omitted, repeated };
}

const isRepeated = (seen: Set<string>, key: string): boolean => seen.size === seen.add(key).size;

function pesos(cents: bigint, rate: { units: number; scale: number } | undefined): Decimal {
  return c(rate === undefined ? cents : (cents * BigInt(rate.units) + 5_000n) / 10_000n);
}

/** Parts of the base at 18 %, at 16 %, at 0 %, and exempt. */
function partsOf(json: Any, lines: readonly SecondLine[], taxes: readonly SecondLine[], base: bigint, itbis: bigint) {
  const byRate = { '18': 0n, '16': 0n, '0': 0n } as Record<string, bigint>;
  const stated = (json.TxnTaxDetail?.TaxLine ?? []).filter((_: Any, i: number) => taxes[i]!.role === 'itbis');
  const hasAccounts = lines.some(({ role }) => ['itbis', 'costo', 'proporcional', 'adelantar'].includes(role));
  const isItemised = stated.length > 0 && stated.every((each: Any) => String(each.TaxLineDetail.TaxPercent) in byRate);
  if (isItemised && !hasAccounts) {
    for (const { TaxLineDetail: d } of stated) byRate[String(d.TaxPercent)]! += centsOf(d.NetAmountTaxable);
    const rest = base - total(Object.values(byRate));
    if (rest >= 0n)
      return { gravado18: c(byRate['18']!), gravado16: c(byRate['16']!), gravado0: c(byRate['0']!), exento: c(rest) };
  }
  if (itbis === 0n) return { exento: c(base) };
  if (size(base * 18n - itbis * 100n) <= 10_000n) return { gravado18: c(base) };
  if (size(base * 16n - itbis * 100n) <= 10_000n) return { gravado16: c(base) };
  const taxed = (itbis * 200n + 18n) / 36n;
  return taxed >= base ? { gravado18: c(base) } : { gravado18: c(taxed), exento: c(base - taxed) };
}

/** Lines by goods and services; none if the kind of one of them is not known. */
function goodsAndServices(lines: readonly SecondLine[]): Line[] {
  const bought = lines.filter(({ role, cents }) => role === 'base' && cents !== 0n);
  if (bought.some(({ good }) => good === undefined)) return [];
  return bought.map(({ good, cents }) => ({ bienServicio: good ? '1' : '2', facturacion: '1', monto: c(cents) }));
}

/** Kind that the mapping assigns to the account with the largest amount. */
function kindOf(lines: readonly SecondLine[], buys: boolean, mapeo: QuickBooksYear['mapeo']): string | undefined {
  const sums: [string, string, bigint][] = [];
  for (const { role, account, number, cents } of lines) {
    if (role !== 'base' || account === '') continue;
    const before = sums.find(([id]) => id === account);
    if (before === undefined) sums.push([account, number, size(cents)]);
    else before[2] += size(cents);
  }
  const [largest] = sums.sort((a, b) => (b[2] > a[2] ? 1 : b[2] < a[2] ? -1 : 0));
  if (largest === undefined) return undefined;
  const types: Readonly<Record<string, unknown>> = buys ? mapeo.mapeoTipos606 : mapeo.mapeoTipos607;
  const assigned = types[largest[0]] ?? types[largest[1]];
  const n = Number(assigned);
  if (assigned === undefined || n < 1 || n > (buys ? 11 : 6)) return undefined;
  return buys ? String(n).padStart(2, '0') : String(n);
}
