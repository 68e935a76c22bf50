import {
  addDays,
  type Form,
  figuresOf,
  half,
  inPesos,
  isCredit,
  isLate,
  isOwnPurchase,
  kindOf,
  type Line,
  money,
  type Purchase,
  type Rate,
  type Sale,
  sum,
} from './event.ts';

// A document as the tree of an e-CF, written from the text of the format and of its schema: elements in their order.

export type Tree = { readonly [element: string]: string | Tree | readonly Tree[] | undefined };
type Document = Sale | Purchase;
interface Issuer {
  readonly rnc: string;
  readonly name: string;
}

/** IndicadorFacturacion. */
const indicators: Readonly<Record<Rate, string>> = { 18: '1', 16: '2', 0: '3', exento: '4' };
/** FormaPago of the e-CF for fields 17 to 23 of the 607; 7 there is a credit note. */
const formsOfECF: Readonly<Record<Form, string>> = { 1: '1', 2: '2', 3: '3', 4: '4', 5: '5', 6: '6', 7: '8' };
/** The same for field 23 of the 606. */
const formsOf606: Readonly<Record<string, string>> = { '01': '1', '02': '2', '03': '3' };
const day = (iso: string) => `${iso.slice(8)}-${iso.slice(5, 7)}-${iso.slice(0, 4)}`;
const isSale = (one: Document): one is Sale => 'forms' in one;

/** TipoPago, and the forms of payment. */
function paymentOf(one: Document): Tree {
  if (['43', '47'].includes(kindOf(one.ncf))) return {};
  const onCredit = { TipoPago: '2', FechaLimitePago: day(addDays(one.day, 30)) };
  if (isCredit(one.ncf)) return { TipoPago: '1' };
  const forms = isSale(one)
    ? one.forms.map(({ form, cents }) => ({ FormaPago: formsOfECF[form], MontoPago: money(cents) }))
    : one.paid === one.day
      ? [{ FormaPago: formsOf606[one.form]!, MontoPago: money(figuresOf(one).total) }]
      : [];
  if (forms.length === 0 || forms.some(({ FormaPago }) => FormaPago === '4')) return onCredit;
  return { TipoPago: '1', ...(kindOf(one.ncf) !== '41' && { TablaFormasPago: { FormaDePago: forms } }) };
}

function headOf(one: Document, withNumber: boolean): Tree {
  const kind = kindOf(one.ncf);
  return {
    TipoeCF: kind,
    eNCF: withNumber ? one.ncf : undefined,
    FechaVencimientoSecuencia: withNumber && !['32', '34'].includes(kind) ? '31-12-2028' : undefined,
    IndicadorNotaCredito: kind === '34' ? (isLate(one) ? '1' : '0') : undefined,
    IndicadorMontoGravado: withNumber && one.lines.some(({ rate }) => rate !== 'exento') ? '0' : undefined,
    TipoIngresos: isOwnPurchase(one.ncf) ? undefined : `0${isSale(one) ? one.income : 1}`,
    ...paymentOf(one),
  };
}

/** @param isWhole if the type demands the area, although it may be empty */
function buyerOf({ party, ncf }: Document, isWhole = false): Tree | undefined {
  if (kindOf(ncf) === '43') return undefined;
  if (party.name === '') return isWhole ? {} : undefined;
  const id = party.id === '' ? { IdentificadorExtranjero: party.foreign } : { RNCComprador: party.id };
  return { ...id, RazonSocialComprador: party.name };
}

function itemOf(one: Document, line: Line, at: number): Tree {
  const pesos = money(inPesos(one, line.monto));
  const foreign = money(line.monto);
  const taxes = [...(one.tip ? ['001'] : []), ...(one.telephony ? ['002', '004'] : [])];
  return {
    NumeroLinea: String(at + 1),
    IndicadorFacturacion: indicators[line.rate],
    NombreItem: line.service ? 'Servicio' : 'Mercancía',
    IndicadorBienoServicio: line.service ? '2' : '1',
    CantidadItem: '1.00',
    UnidadMedida: '43',
    PrecioUnitarioItem: pesos,
    TablaImpuestoAdicional:
      taxes.length > 0 ? { ImpuestoAdicional: taxes.map((TipoImpuesto) => ({ TipoImpuesto })) } : undefined,
    OtraMonedaDetalle: one.currency && { PrecioOtraMoneda: foreign, MontoItemOtraMoneda: foreign },
    MontoItem: pesos,
  };
}

/** MontoGravado… and TotalITBIS…: only those of rates that are billed. */
function totalsOf(one: Document): Tree {
  const { at, itbis, tip, excise, other, total } = figuresOf(one);
  const taxed = at[18] + at[16] + at[0];
  const has = (rate: Rate) => one.lines.some((line) => line.rate === rate);
  const part = (rate: Rate, cents: number) => (has(rate) ? money(cents) : undefined);
  const isTaxed = has(18) || has(16) || has(0);
  const taxOf = (rate: 18 | 16) => (one.withoutITBIS ? 0 : half(at[rate] * rate, 100));
  const additional = [
    ...(tip > 0 ? [['001', '10', tip] as const] : []),
    ...(other > 0 ? [['002', '2', other] as const] : []),
    ...(excise > 0 ? [['004', '10', excise] as const] : []),
  ];
  return {
    MontoGravadoTotal: isTaxed ? money(taxed) : undefined,
    MontoGravadoI1: part(18, at[18]),
    MontoGravadoI2: part(16, at[16]),
    MontoGravadoI3: part(0, at[0]),
    MontoExento: part('exento', at.exento),
    ITBIS1: has(18) ? '18' : undefined,
    ITBIS2: has(16) ? '16' : undefined,
    ITBIS3: has(0) ? '0' : undefined,
    TotalITBIS: isTaxed ? money(itbis) : undefined,
    TotalITBIS1: part(18, taxOf(18)),
    TotalITBIS2: part(16, taxOf(16)),
    TotalITBIS3: part(0, 0),
    MontoImpuestoAdicional: additional.length > 0 ? money(tip + excise + other) : undefined,
    ImpuestosAdicionales:
      additional.length > 0
        ? {
            ImpuestoAdicional: additional.map(([TipoImpuesto, TasaImpuestoAdicional, cents]) => ({
              TipoImpuesto,
              TasaImpuestoAdicional,
              OtrosImpuestosAdicionales: money(cents),
            })),
          }
        : undefined,
    MontoTotal: money(total),
  };
}

/** The totals again in the other currency. The documents of the year in one have lines at 18 %, or exempt ones. */
function foreignTotalsOf(one: Document): Tree | undefined {
  if (one.currency === undefined) return undefined;
  const billed = (rate: Rate) =>
    sum(
      one.lines.filter((line) => line.rate === rate),
      ({ monto }) => monto,
    );
  const [taxed, exempt] = [billed(18), billed('exento')];
  const itbis = one.withoutITBIS ? 0 : half(taxed * 18, 100);
  const some = (cents: number) => (taxed > 0 ? money(cents) : undefined);
  return {
    TipoMoneda: one.currency.code,
    TipoCambio: (one.currency.rate / 10_000).toFixed(4),
    MontoGravadoTotalOtraMoneda: some(taxed),
    MontoGravado1OtraMoneda: some(taxed),
    MontoExentoOtraMoneda: exempt > 0 ? money(exempt) : undefined,
    TotalITBISOtraMoneda: some(itbis),
    TotalITBIS1OtraMoneda: some(itbis),
    MontoTotalOtraMoneda: money(taxed + exempt + itbis),
  };
}

const referenceOf = ({ modifies }: Document): Tree | undefined =>
  modifies && {
    NCFModificado: modifies.ncf,
    FechaNCFModificado: day(modifies.day),
    CodigoModificacion: '3',
  };

/** The document as a program sends it. The platform adds number, issuer and totals. */
export function bodyOf(one: Document): Tree {
  const currency = one.currency && {
    TipoMoneda: one.currency.code,
    TipoCambio: (one.currency.rate / 10_000).toFixed(4),
  };
  return {
    Encabezado: {
      IdDoc: headOf(one, false),
      Comprador: buyerOf(one),
      OtraMoneda: currency,
    },
    DetallesItems: {
      Item: one.lines.map((line, at) => {
        const { MontoItem: _, ...item } = itemOf(one, line, at);
        return item;
      }),
    },
    InformacionReferencia: referenceOf(one),
  };
}

/** The whole document, as another program writes it before it signs it. @param buyer if not the party of the document */
export function treeOf(one: Document, issuer: Issuer, signedAt: string, buyer = buyerOf(one, true)): Tree {
  return {
    Encabezado: {
      Version: '1.0',
      IdDoc: headOf(one, true),
      Emisor: {
        RNCEmisor: issuer.rnc,
        RazonSocialEmisor: issuer.name,
        DireccionEmisor: 'Calle Inventada 45, Santo Domingo',
        FechaEmision: day(one.day),
      },
      Comprador: buyer,
      Totales: totalsOf(one),
      OtraMoneda: foreignTotalsOf(one),
    },
    DetallesItems: { Item: one.lines.map((line, at) => itemOf(one, line, at)) },
    InformacionReferencia: referenceOf(one),
    FechaHoraFirma: signedAt,
  };
}

/** The text of a tree. Absent elements are left out. */
export function xmlOf(tree: Tree): string {
  return Object.entries(tree)
    .flatMap(([name, value]) => (Array.isArray(value) ? value : [value]).map((one) => [name, one] as const))
    .map(([name, one]) => {
      if (one === undefined) return '';
      return `<${name}>${typeof one === 'string' ? one : xmlOf(one as Tree)}</${name}>`;
    })
    .join('');
}

/** The columns of a tree in a workbook of e-CF: the names of its elements, those of a list with their place. */
export function columnsOf(tree: Tree, place = ''): Map<string, string> {
  const cells = new Map<string, string>();
  for (const [name, value] of Object.entries(tree)) {
    if (value === undefined) continue;
    if (typeof value === 'string') cells.set(name === 'eNCF' ? 'ENCF' : name + place, value);
    else if (Array.isArray(value))
      value.forEach((one, at) => {
        for (const [column, text] of columnsOf(one as Tree, `[${at + 1}]`)) cells.set(column, text);
      });
    else for (const [column, text] of columnsOf(value as Tree, place)) cells.set(column, text);
  }
  return cells;
}
