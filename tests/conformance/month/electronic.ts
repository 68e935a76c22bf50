import { amountsOf, isLate } from './amounts.ts';
import { type Bought, half, isCredit, kindOf, type Line, money, type Sold } from './receipt.ts';

// A receipt as the JSON of an e-CF, as a program sends it. The platform adds number, issuer, ITBIS and totals.

/** How a line is taxed. @source Formato e-CF v1.0, IndicadorFacturacion */
const indicador = { 18: '1', 16: '2', 0: '3', exento: '4' } as const;
/** Legal tip, contribution and excise on telephony. @source Formato e-CF v1.0, tabla I */
const codes = [
  ['propina', '001'],
  ['contribucion', '002'],
  ['selectivo', '004'],
] as const;

type Issued = Sold | Bought;
const ddmmyyyy = (day: string) => [day.slice(8), day.slice(5, 7), day.slice(0, 4)].join('-');

function itemOf(one: Issued, { monto, tasa, servicio }: Line) {
  const { moneda } = one;
  const pesos = moneda === undefined ? monto : half(monto * moneda.tasa, 10_000);
  const taxes = codes.filter(([key]) => one[key] !== undefined);
  return {
    IndicadorFacturacion: indicador[tasa],
    NombreItem: servicio ? 'Servicio' : 'Mercancía',
    IndicadorBienoServicio: servicio ? '2' : '1',
    CantidadItem: '1.00',
    UnidadMedida: '43',
    PrecioUnitarioItem: money(pesos),
    ...(moneda && { OtraMonedaDetalle: { PrecioOtraMoneda: money(monto), MontoItemOtraMoneda: money(monto) } }),
    ...(taxes.length > 0 && {
      TablaImpuestoAdicional: { ImpuestoAdicional: taxes.map(([, TipoImpuesto]) => ({ TipoImpuesto })) },
    }),
    // For cloud services the company states the amount withheld, because the platform uses the general rate.
    ...('exterior' in one &&
      one.exterior?.nube && {
        Retencion: { IndicadorAgenteRetencionoPercepcion: '1', MontoISRRetenido: money(half(pesos * 15, 100)) },
      }),
  };
}

/** Payment: on credit, or its forms. Small expenses and payments abroad do not state it. */
function paymentOf(one: Issued) {
  const kind = kindOf(one.ncf);
  if (kind === '43' || kind === '47') return {};
  const isPaidLater = 'pagado' in one && one.pagado !== one.fecha;
  if (one.forma === '04' || isPaidLater)
    return {
      TipoPago: '2',
      FechaLimitePago: ddmmyyyy(new Date(Date.parse(one.fecha) + 30 * 86_400_000).toISOString().slice(0, 10)),
    };
  if (one.forma === undefined || isCredit(one.ncf) || kind === '41') return { TipoPago: '1' };
  const cash = ('enEfectivo' in one && one.enEfectivo) || 0;
  const forms = [
    ...(cash > 0 ? [{ FormaPago: '1', MontoPago: money(cash) }] : []),
    { FormaPago: String(Number(one.forma)), MontoPago: money(amountsOf(one).total - cash) },
  ];
  return { TipoPago: '1', TablaFormasPago: { FormaDePago: forms } };
}

function buyerOf(one: Issued) {
  if ('exterior' in one && one.exterior)
    return { IdentificadorExtranjero: one.exterior.id, RazonSocialComprador: one.nombre };
  if (one.rnc !== '') return { RNCComprador: one.rnc, RazonSocialComprador: one.nombre };
  return one.nombre === '' ? undefined : { IdentificadorExtranjero: 'EX-7001', RazonSocialComprador: one.nombre };
}

/**
 * The body of the call that issues a receipt.
 *
 * @param comprador the buyer, if not the other party of the receipt
 * @param issued all receipts of its issuer, among which a note finds the one that it modifies
 */
export function bodyOf(one: Issued, issued: readonly Issued[], comprador = buyerOf(one)): object {
  const TipoeCF = kindOf(one.ncf);
  const isSale = !['41', '43', '47'].includes(TipoeCF);
  const modified = issued.find(({ ncf }) => ncf === one.modifica);
  return {
    Encabezado: {
      IdDoc: {
        TipoeCF,
        ...(isCredit(one.ncf) && { IndicadorNotaCredito: isLate(one, issued) ? '1' : '0' }),
        ...(isSale && { TipoIngresos: 'ingreso' in one ? `0${one.ingreso}` : '01' }),
        ...paymentOf(one),
      },
      ...(comprador && TipoeCF !== '43' && { Comprador: comprador }),
      ...(one.moneda && {
        OtraMoneda: { TipoMoneda: one.moneda.codigo, TipoCambio: (one.moneda.tasa / 10_000).toFixed(4) },
      }),
    },
    DetallesItems: { Item: one.lineas.map((line) => itemOf(one, line)) },
    ...(modified && {
      InformacionReferencia: {
        NCFModificado: modified.ncf,
        FechaNCFModificado: ddmmyyyy(modified.fecha),
        CodigoModificacion: '3',
      },
    }),
  };
}
