import { simulacion as contract } from '@timbre/contract';
import { compare, type Decimal, decimal, formatMonto, isZero, parseDecimal, type TipoECF } from '@timbre/values';
import { refuseField } from './refuse-field.ts';

/** Receipts of one kind that are to be generated. */
export interface Wanted {
  readonly tipo: TipoECF;
  readonly cantidad: number;
  /** Total of each; undefined = the type's own total. */
  readonly monto?: Decimal | undefined;
  readonly tipoPago: '1' | '2' | '3';
  /** The buyer that the caller names. */
  readonly rnc?: string | undefined;
  readonly razonSocial?: string | undefined;
  /** The invoice that the notes modify, if the caller names one. */
  readonly ncf?: string | undefined;
  readonly fecha?: string | undefined;
  readonly codigo?: string | undefined;
  readonly razon?: string | undefined;
}

const umbral = decimal(contract.umbralDeConsumo);

/** A text that people may leave empty. */
const nonEmpty = (text: string | undefined): string | undefined => text?.trim() || undefined;

/**
 * Reads the settings of a generation of one type.
 *
 * @throws Problem `simulacion/configuracion`, with the texts of the specification
 */
export function wantedOf(settings: contract.ConfiguracionDeGeneracion): Wanted {
  const { tipo, cantidad, altoValor = false, montoTotal, tipoPago = '1' } = settings;
  if (!Number.isInteger(cantidad) || cantidad < 1 || cantidad > contract.maximoPorGeneracion)
    refuseField('cantidad', `La cantidad debe ser un número entre 1 y ${contract.maximoPorGeneracion}`);
  const isHigh = tipo === '32' && altoValor;
  const monto = parseDecimal(montoTotal ?? (isHigh ? contract.montoDeAltoValor : ''));
  if (monto !== undefined && isZero(monto)) refuseField('montoTotal', 'El monto total debe ser mayor que cero');
  if (isHigh && monto !== undefined && compare(monto, umbral) <= 0)
    refuseField(
      'montoTotal',
      `Para Factura de Consumo (> 250k), el monto debe ser mayor a ${formatMonto(umbral).replace(/\.00$/, '')}`,
    );
  return {
    tipo,
    cantidad,
    monto,
    tipoPago,
    rnc: nonEmpty(settings.rncComprador),
    razonSocial: nonEmpty(settings.razonSocialComprador),
    ncf: nonEmpty(settings.ncfModificado),
    fecha: settings.fechaNcfModificado,
    codigo: settings.codigoModificacion,
    razon: nonEmpty(settings.razonModificacion),
  };
}

/** Totals of the classes of a batch that differ from those of their type. */
const montos: Readonly<Partial<Record<contract.ClaseDeLote, string>>> = { '32-alta': contract.montoDeAltoValor };

/** The receipts of a batch: a number of each class, invoices before the notes that modify them. */
export function batchOf(cantidades: Readonly<Partial<Record<contract.ClaseDeLote, number>>> | undefined): Wanted[] {
  const wanted = contract.loteEstandar.flatMap(({ clase, tipo, cantidad: standard }): Wanted[] => {
    const cantidad = cantidades === undefined ? standard : (cantidades[clase] ?? 0);
    const monto = montos[clase];
    return cantidad === 0
      ? []
      : [{ tipo, cantidad, tipoPago: '1', monto: monto === undefined ? monto : decimal(monto) }];
  });
  if (wanted.length === 0) refuseField('cantidades', 'Indique cuántos comprobantes generar de algún tipo');
  return wanted;
}
