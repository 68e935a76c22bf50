import type { Draft } from '@timbre/ecf';
import { add, type Decimal, decimal, type Fecha, formatDecimal, isZero, mul, sub, type TipoECF } from '@timbre/values';
import { foreignRate, isrRate, type WithholdingRate, withhold } from '@timbre/values/retenciones';

type Item = NonNullable<NonNullable<Draft['DetallesItems']>['Item']>[number];
type Encabezado = NonNullable<Draft['Encabezado']>;

/** Contents of the receipts of a type. */
interface Profile {
  /** Default total in RD$. */
  readonly monto: string;
  readonly item: Item;
  /** Its head, besides numbers, parties and payment. */
  readonly idDoc?: Encabezado['IdDoc'];
  /** The form of the payment: none, only its type, or also a table of forms. @source specification 001 §9 */
  readonly pago: 'ninguno' | 'tipo' | 'formas';
  /** Parts of the head that follow from the total. */
  readonly encabezado?: (monto: Decimal, fecha: Fecha) => Encabezado;
  /** The amounts that the buyer withholds from the line, if any. */
  readonly retencion?: (net: Decimal, itbis: Decimal, fecha: Fecha) => Item['Retencion'];
}

/** An amount as the XML has it. */
export const money = (monto: Decimal): string => formatDecimal(monto, 2);
const share = (monto: Decimal, part: string): Decimal => decimal(money(mul(monto, decimal(part))));

/** An amount that the schema requires to be above zero: zero is left out. */
const positive = (name: string, monto: Decimal) => (isZero(monto) ? {} : { [name]: money(monto) });

const item = (NombreItem: string, IndicadorFacturacion: string, IndicadorBienoServicio: string): Item => ({
  IndicadorFacturacion,
  NombreItem,
  IndicadorBienoServicio,
  CantidadItem: '1.00',
  UnidadMedida: '43',
});
const [gravado, tasaCero, exento] = ['1', '3', '4'] as const;
const [bien, servicio] = ['1', '2'] as const;

const ingresos = { TipoIngresos: '01' };
const venta = { idDoc: ingresos, pago: 'formas', monto: '11800.00' } as const;

/** The amount withheld at a rate. The day is one on which e-CF exist, so there is always a rate. */
const taken = (net: Decimal, rate: WithholdingRate | undefined) => money(withhold(net, rate!));

/**
 * Withholds the whole ITBIS, and the ISR on a fee at the day's rate. @source docs/design/emission.md#withholdings, in place of
 * specification 001 §9
 */
const retencion41 = (net: Decimal, itbis: Decimal, fecha: Fecha) => ({
  IndicadorAgenteRetencionoPercepcion: '1',
  MontoITBISRetenido: money(itbis),
  MontoISRRetenido: taken(net, isrRate('02', fecha)),
});
/** Withholds the ISR on software at the day's rate. @source as above */
const retencion47 = (net: Decimal, _: Decimal, fecha: Fecha) => ({
  IndicadorAgenteRetencionoPercepcion: '1',
  MontoISRRetenido: taken(net, foreignRate('regalias-software-publicidad-nube', fecha)),
});

/** Shipping and transport of an export: the total is what it costs on arrival (CIF). */
function exportacion(monto: Decimal, fecha: Fecha): Encabezado {
  const [seguro, flete] = [share(monto, '0.01'), share(monto, '0.05')];
  return {
    InformacionesAdicionales: {
      FechaEmbarque: fecha,
      NumeroEmbarque: 'EMB-1001',
      NumeroContenedor: 'CONT-1001',
      NombrePuertoEmbarque: 'Puerto de Haina',
      CondicionesEntrega: 'CIF',
      TotalFob: money(sub(monto, add(seguro, flete))),
      ...positive('Seguro', seguro),
      ...positive('Flete', flete),
      TotalCif: money(monto),
    },
    Transporte: { ViaTransporte: '02', PaisOrigen: 'República Dominicana', PaisDestino: 'Puerto Rico' },
  };
}

/** Contents of the receipts of each type. */
export const profiles: Readonly<Record<TipoECF, Profile>> = {
  31: { ...venta, item: item('Materiales de construcción', gravado, bien) },
  32: { ...venta, item: item('Artículos del hogar', gravado, bien), monto: '1180.00' },
  33: { ...venta, item: item('Cargo adicional', gravado, servicio), pago: 'tipo', monto: '590.00' },
  34: { ...venta, item: item('Crédito a la factura', gravado, bien), pago: 'tipo' },
  41: {
    item: item('Acarreo de materiales', gravado, servicio),
    pago: 'formas',
    monto: '5900.00',
    retencion: retencion41,
  },
  43: { item: item('Peaje y parqueo', exento, servicio), pago: 'ninguno', monto: '260.00' },
  44: { ...venta, item: item('Guantes de seguridad', exento, bien) },
  45: { ...venta, item: item('Cemento gris', gravado, bien) },
  46: { ...venta, item: item('Bloques decorativos', tasaCero, bien), monto: '15000.00', encabezado: exportacion },
  47: {
    item: item('Licencia anual de software', exento, servicio),
    pago: 'formas',
    monto: '18000.00',
    retencion: retencion47,
  },
};
