import { isZero, rateFault } from '@timbre/values';
import type { Declarant, Receipt } from '../derive/input.ts';
import { isCompras, isGastosMenores, isPagoExterior, isRegistroUnico } from '../layout/ncf.ts';
import { type Classified, classify, formaOfAccount, purchaseLines, tipoOfPurchase } from './classify.ts';
import type { QuickBooksDirectory } from './directory.ts';
import { pesos, type QuickBooksDocument } from './document.ts';
import { attempt, giveUp, type QuickBooksFailure } from './failure.ts';
import { type Figures, figuresOf } from './figures.ts';
import { findModified, findNCF } from './find-ncf.ts';
import { findRNC, type LocatedRNC } from './find-rnc.ts';
import { admits, inclusion } from './inclusion.ts';
import { formaOfName } from './names.ts';
import { completed, type MappingIndex, type Side } from './roles.ts';

/** Context required to read the documents of a company. */
export interface QuickBooksContext {
  readonly declarant: Declarant;
  readonly mapping: MappingIndex;
  readonly directory: QuickBooksDirectory;
  /** Returns the NCF of another document that this one is linked with; undefined if it is not known. */
  readonly numberOf?: ((entity: string, id: string) => string | undefined) | undefined;
}

/** The receipt made from a document, with all the data that was read. */
export interface QuickBooksReceipt {
  readonly sentido: Side;
  readonly receipt: Receipt;
  readonly document: QuickBooksDocument;
  readonly figures: Figures;
  readonly classified: Classified;
  /** The tax number of the other party, before the rules about the company's own number apply. */
  readonly otherParty: LocatedRNC | undefined;
}

/** Outcome for a document: a receipt, the reason why there is none, or nothing if it does not belong to the reports. */
export type QuickBooksOutcome =
  | QuickBooksReceipt
  | { readonly failure: QuickBooksFailure }
  | { readonly omitted: 'sin NCF' };

/**
 * The receipt of a document of QuickBooks, for `derivePurchase` and `deriveSale`. The data from the books has its
 * derivation; a field whose value is only likely is still to be answered.
 *
 * @returns a failure for a document of the reports that cannot be reported as it is; `omitted` for one that the rules
 * leave out
 * @source specification 002 §5; where it and the official rules differ, docs/design/reports.md#replacements
 */
export const receiptFromQuickBooks = (document: QuickBooksDocument, context: QuickBooksContext): QuickBooksOutcome =>
  attempt(() => outcomeOf(document, context));

function outcomeOf(document: QuickBooksDocument, context: QuickBooksContext): QuickBooksOutcome {
  const { side, needsNCF } = inclusion[document.entity];
  const ncf = findNCF(document);
  if (ncf === undefined) return needsNCF ? { omitted: 'sin NCF' } : giveUp('QB-SIN-NCF');
  if (!admits(document, ncf)) giveUp('QB-NCF-AJENO', ncf);
  const { rate } = document;
  const { home = pesos } = context.directory;
  const currency = document.currency || home;
  const isForeign = currency !== pesos;
  if (isForeign && home !== pesos) giveUp('QB-MONEDA-LIBROS', currency);
  const wrongRate = isForeign ? rateFault(currency, rate) : undefined;
  if (wrongRate !== undefined) giveUp('QB-MONEDA', `${currency} y ${wrongRate}`);
  const figures = figuresOf(document, side, context.mapping, context.directory);
  if (isZero(figures.total)) giveUp('QB-CERO');
  const { party } = document;
  const otherParty = findRNC(document, context.directory.parties.get(`${party?.kind}:${party?.id}`));
  const classified = classify(figures.lines, side, context.mapping);
  const read = { sentido: side, document, figures, classified, otherParty };
  const common = commonOf(document, ncf, figures, context);
  const own = side === 'compra' ? purchaseOf(read, common, context) : saleOf(read, common, context);
  const receipt: Receipt = {
    ...common,
    ...own,
    ...(isForeign && { tasa: rate }),
    razones: { ...common.razones, ...own.razones },
  };
  return { ...read, receipt };
}

/** The part of a receipt common to purchases and sales. Each tax has a code of Tabla I that belongs to its field. */
function commonOf(document: QuickBooksDocument, ncf: string, figures: Figures, context: QuickBooksContext) {
  const { taxes, withheld, totals } = figures;
  const { itbisRetenido: itbis, isrRetenido: isr } = withheld;
  const impuestos = [
    { codigo: '001', monto: taxes.propina },
    { codigo: '002', monto: taxes.otros },
    { codigo: '006', monto: taxes.isc },
  ].filter(({ monto }) => !isZero(monto));
  const modified = modifiedBy(document, context);
  return {
    origen: 'quickbooks',
    ncf,
    fecha: document.fecha,
    totales: totals,
    impuestos,
    ...((!isZero(itbis) || !isZero(isr)) && { retenido: { itbis, isr } }),
    ...(modified && { referencia: { ncf: modified.ncf } }),
    razones: { ...figures.reasons, ...(modified && { referencia: modified.code }) },
  } as const;
}

/**
 * The number that a document modifies: the one after its marker or else, for a credit, the number of a QuickBooks
 * document that it is linked with.
 * @source specification 002 §5
 */
function modifiedBy(document: QuickBooksDocument, { numberOf }: QuickBooksContext) {
  const marked = findModified(document);
  if (marked !== undefined) return { ncf: marked, code: 'D-QB-MODIFICADO' } as const;
  if (!inclusion[document.entity].isCredit) return undefined;
  for (const { type, id } of document.linked) {
    const ncf = numberOf?.(type, id);
    if (ncf !== undefined) return { ncf, code: 'D-QB-ENLAZADO' } as const;
  }
  return undefined;
}

type Read = Omit<QuickBooksReceipt, 'receipt'>;
type Common = ReturnType<typeof commonOf>;
type Own = Pick<
  Receipt,
  'emisor' | 'comprador' | 'lineas' | 'tipoPago' | 'formasPago' | 'tipoIngresos' | 'libros' | 'razones'
>;

/** The name of the other party: a document may state its id alone. */
const nameOf = ({ party }: QuickBooksDocument, { parties }: QuickBooksDirectory): string =>
  party?.name || (parties.get(`${party?.kind}:${party?.id}`)?.names[0] ?? '');

/**
 * Seller, lines and payment of a purchase. Receipts of small expenses, payments abroad and purchases are issued by the
 * declarant itself.
 */
function purchaseOf(
  { document, figures, classified, otherParty }: Read,
  { ncf }: Common,
  { declarant: { rnc }, mapping, directory }: QuickBooksContext,
): Own {
  const nombre = nameOf(document, directory);
  const id = otherParty?.rnc === rnc ? undefined : otherParty?.rnc;
  const own = { id: rnc, nombre: isGastosMenores(ncf) ? nombre : undefined };
  const parties = isGastosMenores(ncf)
    ? { emisor: own }
    : isPagoExterior(ncf)
      ? { emisor: own, comprador: { extranjero: id, nombre } }
      : isCompras(ncf)
        ? { emisor: own, comprador: { id, nombre } }
        : { emisor: { id, nombre }, comprador: { id: rnc } };
  const { lineas, code } = purchaseLines(figures.lines, mapping);
  const tipoBienesServicios = tipoOfPurchase(classified);
  return {
    ...parties,
    lineas,
    ...paidBy(document, figures),
    libros: {
      ...(tipoBienesServicios !== undefined && { tipoBienesServicios }),
      ...(figures.credit && {
        itbisCosto: figures.credit.costo,
        itbisProporcionalidad: figures.credit.proporcionalidad,
      }),
    },
    razones: {
      ...(id !== undefined && !isGastosMenores(ncf) && { identidad: otherParty!.code }),
      ...(code !== undefined && { bienServicio: code }),
    },
  };
}

/** A bill is on credit; an expense was paid on its day. A credit states nothing about payment. */
function paidBy({ entity, payment }: QuickBooksDocument, { total }: Figures): Pick<Own, 'tipoPago' | 'formasPago'> {
  if (entity === 'Bill') return { tipoPago: '2' };
  if (entity === 'VendorCredit') return {};
  const forma = formaOfName(payment);
  return { tipoPago: '1', ...(forma !== undefined && { formasPago: [{ forma, monto: total }] }) };
}

/** Buyer, kind of income and payment of a sale. Income that is not classified is treated as income from operations. */
function saleOf(
  { document, figures, classified, otherParty }: Read,
  { ncf }: Common,
  { declarant: { rnc }, mapping, directory }: QuickBooksContext,
): Own {
  const { entity, party, payment, paidFrom } = document;
  const nombre = nameOf(document, directory);
  const isExport = /^(B16|E46)/.test(ncf);
  const taxId = directory.parties.get(`${party?.kind}:${party?.id}`)?.taxId;
  const comprador = isRegistroUnico(ncf)
    ? { id: rnc, nombre }
    : { id: otherParty?.rnc, ...(otherParty === undefined && isExport && taxId && { extranjero: taxId }), nombre };
  const forma = formaOfAccount(paidFrom && completed(paidFrom, directory), mapping) ?? formaOfName(payment);
  return {
    emisor: { id: rnc },
    comprador,
    lineas: [],
    ...(entity === 'Invoice' && { tipoPago: '2' }),
    ...(entity === 'SalesReceipt' && {
      tipoPago: '1',
      ...(forma !== undefined && { formasPago: [{ forma, monto: figures.total }] }),
    }),
    tipoIngresos: `0${classified.tipo ?? '1'}`,
    razones: {
      ...(otherParty !== undefined && { identidad: otherParty.code }),
      tipoIngresos: classified.tipo === undefined ? 'D-QB-INGRESO-DEFECTO' : 'D-QB-MAPEO',
    },
  };
}
