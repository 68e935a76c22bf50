import { completeDraft, type Draft, type ECF, type IssuerFacts, tasaITBIS } from '@timbre/ecf';
import {
  add,
  addDays,
  type Decimal,
  decimal,
  divide,
  type Fecha,
  formatDecimal,
  formatENCF,
  formatFecha,
  isLateNote,
  mul,
  sub,
  type TipoECF,
  zero,
} from '@timbre/values';
import { abroad, type Buyer } from './buyers.ts';
import { money, profiles } from './profiles.ts';

/** The reference of a note to the receipt that it modifies. */
export interface Reference {
  readonly ncf: string;
  readonly fecha: Fecha;
  readonly codigo: string;
  readonly razon: string;
}

/** A receipt to be generated. */
export interface Order {
  readonly tipo: TipoECF;
  readonly numero: number;
  /** Expiry of its range; undefined where the type has none. */
  readonly vence: Fecha | undefined;
  /** Total in RD$, with the ITBIS. */
  readonly monto: Decimal;
  /** 1 in cash, 2 on credit, 3 free of charge. */
  readonly tipoPago: '1' | '2' | '3';
  /** null: the document names none. */
  readonly comprador: Buyer | null;
  readonly referencia?: Reference;
}

/** A sale on credit is paid after these days. */
const creditDays = 30;
/** The address of a company that has stated none: the schema requires one. */
const somewhere = 'Santo Domingo, República Dominicana';

/**
 * The e-CF of an order, complete except for the time of signing. Its MontoTotal equals the order's to the cent: the
 * ITBIS is the rest of the total after the net amount, which differs from the rate by less than a cent.
 *
 * @param now epoch milliseconds: it is issued that day
 */
export function buildReceipt(issuer: IssuerFacts, order: Order, now: number): ECF {
  const { tipo, numero, vence, comprador, referencia } = order;
  const fecha = formatFecha(now);
  const profile = profiles[tipo];
  const late = tipo === '34' && referencia !== undefined && isLateNote(referencia.fecha, fecha);
  const onlyText = tipo === '34' && referencia?.codigo === '2';
  const { net, itbis } = partsOf(order, fecha, late || onlyText);
  const retencion = profile.retencion?.(net, itbis ?? zero, fecha);
  const draft: Draft = {
    Encabezado: {
      ...profile.encabezado?.(order.monto, fecha),
      IdDoc: {
        TipoeCF: tipo,
        eNCF: formatENCF(tipo, numero),
        ...(vence && { FechaVencimientoSecuencia: vence }),
        ...(tipo === '34' && { IndicadorNotaCredito: late ? '1' : '0' }),
        ...(!onlyText && profile.idDoc),
        ...paymentOf(order, fecha),
      },
      ...(comprador && { Comprador: buyerOf(tipo, comprador) }),
      ...(itbis && { Totales: { TotalITBIS1: money(itbis) } }),
    },
    DetallesItems: {
      Item: [
        onlyText
          ? { ...profile.item, IndicadorFacturacion: '0', PrecioUnitarioItem: '1.0000' }
          : { ...profile.item, PrecioUnitarioItem: formatDecimal(net, 4), ...(retencion && { Retencion: retencion }) },
      ],
    },
    ...(referencia && {
      InformacionReferencia: {
        NCFModificado: referencia.ncf,
        FechaNCFModificado: referencia.fecha,
        CodigoModificacion: referencia.codigo,
        RazonModificacion: referencia.razon,
      },
    }),
  };
  return completeDraft(draft, { ...issuer, datos: { direccion: somewhere, ...issuer.datos } }, now);
}

/** The net amount of a receipt and, where its line is taxed, the ITBIS. @source specification 001 §9: gross ÷ 1.18 */
function partsOf({ tipo, monto }: Order, fecha: Fecha, withoutITBIS: boolean) {
  if (profiles[tipo].item.IndicadorFacturacion !== '1' || withoutITBIS) return { net: monto, itbis: undefined };
  const rate = add(decimal('1'), mul(tasaITBIS(1, fecha), decimal('0.01')));
  const net = divide(monto, rate, 2);
  return { net, itbis: sub(monto, net) };
}

function paymentOf({ tipo, tipoPago, monto }: Order, fecha: Fecha) {
  const { pago } = profiles[tipo];
  if (pago === 'ninguno') return {};
  return {
    TipoPago: tipoPago,
    ...(tipoPago === '2' && { FechaLimitePago: addDays(fecha, creditDays) }),
    ...(tipoPago === '1' &&
      pago === 'formas' && { TablaFormasPago: { FormaDePago: [{ FormaPago: '1', MontoPago: money(monto) }] } }),
  };
}

const buyerOf = (tipo: TipoECF, { rnc, razonSocial, extranjero = abroad.has(tipo) }: Buyer) => ({
  ...(extranjero ? { IdentificadorExtranjero: rnc } : { RNCComprador: rnc }),
  RazonSocialComprador: razonSocial,
});
