import type { reportes } from '@timbre/contract';
import {
  isAccepted,
  isCompras,
  isConsumo,
  isGastosMenores,
  isNota,
  isPagoExterior,
  isRegistroUnico,
  partyDemanded,
  type Receipt,
  readCode,
  type Sold,
  taxedParts,
  tipoIngreso,
  tipoOfNCF,
} from '@timbre/reports';
import {
  bareTaxId,
  compare,
  type Decimal,
  esCompraPropia,
  type Fecha,
  formatDecimal,
  isLegacyNCF,
  isPeso,
  isZero,
  lostDigits,
  periodoOf,
  readNCF,
  readTaxId,
  readText,
  sub,
  zero,
} from '@timbre/values';
import type { Respuestas } from './answer-keys.ts';
import { isStorable } from './derive-rows.ts';
import { answersOf, onCredit } from './paper-answers.ts';
import { amountOf, dayOf, demand, reject } from './paper-values.ts';
import { type TextRecord, textRecord } from './record-texts.ts';
import type { Sentido } from './tables.ts';

/** A receipt on paper that was read. */
interface PaperReceipt {
  readonly receipt: Receipt;
  /** The values of the record that are answers in its report. */
  readonly respuestas: Respuestas;
}

/** The data needed to read a record, besides the record itself. */
interface PaperContext {
  readonly sentido: Sentido;
  /** RNC of the declarant. */
  readonly rnc: string;
  readonly hoy: Fecha;
}

/** Reads a record of a receipt on paper. @throws Rejected with the reason */
export function readPaper(written: reportes.RegistroCargado, context: PaperContext): PaperReceipt {
  const record = textRecord(written);
  demandPesos(record);
  const ncf = demand(readNCF(record.ncf ?? ''));
  const fecha = dayOf(record.fecha ?? '', context.hoy);
  demandKind(ncf, fecha, context.sentido);
  const modified =
    (record.ncf_modificado ?? '') === '' ? '' : demand(readNCF(record.ncf_modificado!), 'NCF modificado: ');
  if (modified === '' && isNota(ncf)) reject('Falta el NCF que la nota modifica');
  const { total, base, ...amounts } = amountsOf(record);
  const parties = partiesOf(
    record,
    { ncf, ncf_modificado: modified, fecha_comprobante: fecha, monto_facturado: base },
    context,
  );
  const receipt: Receipt = {
    ncf,
    fecha,
    ...parties,
    ...amounts,
    ...(modified !== '' && { referencia: { ncf: modified } }),
    ...(context.sentido === 'venta' ? paymentOf(record, total) : onCredit(record)),
  };
  if (!isStorable(receipt)) reject('El monto total es demasiado grande');
  return { receipt, respuestas: answersOf(record, receipt, context) };
}

/** A record has no field for its currency: one that names another than the peso has amounts that are not in pesos. */
function demandPesos(record: object): void {
  for (const [name, value] of Object.entries(record))
    if (/^(?:tipo|codigo)?(?:moneda|divisa|currency)$/i.test(name) && !isPeso(String(value ?? '')))
      reject(`${name} dice «${String(value).slice(0, 20)}»: los montos van en pesos`);
}

function demandKind(ncf: string, fecha: Fecha, sentido: Sentido): void {
  if (isLegacyNCF(ncf)) return;
  const tipo = tipoOfNCF(ncf)!;
  if (sentido === 'venta' && esCompraPropia(ncf)) reject(`${tipo} es de una compra: cárguelo en el 606`);
  if (sentido === 'compra' && !isAccepted('606', tipo, periodoOf(fecha)))
    reject(`El 606 no admite comprobantes ${tipo}`);
}

/**
 * The issuer and the buyer. For a purchase from a supplier who issues no receipts, the company itself is the issuer.
 */
function partiesOf(
  { rnc, razonSocial }: TextRecord,
  sale: Sold & { readonly ncf: string },
  { sentido, rnc: own }: PaperContext,
): Parties {
  const nombre = demand(readText(razonSocial ?? ''));
  const lost = lostDigits(rnc ?? '');
  if (lost !== undefined) reject(lost);
  const digits = bareTaxId(rnc ?? '');
  const demanded = digits === '' ? partyDemanded(sentido === 'venta' ? '607' : '606', sale) : undefined;
  if (demanded !== undefined) reject(demanded);
  const read = readTaxId(rnc ?? '');
  const id = 'value' in read ? read.value : undefined;
  const foreign = { ...(digits !== '' && { extranjero: digits }), nombre };
  const wrong = () => demand<never>(read as { fault: string });
  return (sentido === 'venta' ? partiesOfSale : partiesOfPurchase)(sale.ncf, own, { nombre, id, foreign, wrong });
}

type Parties = Pick<Receipt, 'emisor' | 'comprador'>;

/** The other party of a receipt. */
interface Other {
  readonly nombre: string;
  /** Its RNC or cédula; undefined if the record has none, or another number. */
  readonly id: string | undefined;
  /** The same party as one from abroad. */
  readonly foreign: NonNullable<Parties['comprador']>;
  /** Rejects the record because its number is not an RNC or a cédula. */
  readonly wrong: () => never;
}

function partiesOfSale(ncf: string, own: string, { nombre, id, foreign, wrong }: Other): Parties {
  if (isRegistroUnico(ncf)) return { emisor: { id: own }, comprador: { id: own, nombre } };
  if (id !== undefined) return { emisor: { id: own }, comprador: { id, nombre } };
  const mayBeForeign = isConsumo(ncf) || isNota(ncf) || /^(B16|E46)/.test(ncf);
  return mayBeForeign ? { emisor: { id: own }, comprador: foreign } : wrong();
}

function partiesOfPurchase(ncf: string, own: string, { nombre, id, foreign, wrong }: Other): Parties {
  if (isGastosMenores(ncf)) return { emisor: { id: own, nombre } };
  if (isPagoExterior(ncf))
    return { emisor: { id: own }, comprador: id === undefined || id === own ? foreign : { id, nombre } };
  if (id === own) reject('El suplidor es su propia empresa: solo en gastos menores y pagos al exterior');
  if (isCompras(ncf)) return { emisor: { id: own }, comprador: { id: id ?? wrong(), nombre } };
  return { emisor: { id: id ?? wrong(), nombre }, comprador: { id: own } };
}

/** The amounts of the record: the total with taxes, the base without. */
function amountsOf(record: TextRecord): Pick<Receipt, 'totales' | 'lineas' | 'impuestos'> & {
  readonly total: Decimal;
  readonly base: Decimal;
} {
  const of = (value: string | number | null | undefined, name: string): Decimal =>
    value === undefined || value === null || value === '' ? zero : amountOf(value, name);
  const total =
    (record.montoTotal ?? '') === '' ? reject('Falta el monto total') : of(record.montoTotal, 'Monto total');
  const itbis = of(record.itbis, 'ITBIS');
  const taxes = [
    { codigo: '001', monto: of(record.propinaLegal, 'Propina legal') },
    { codigo: '002', monto: of(record.otrosImpuestos, 'Otros impuestos') },
    { codigo: '006', monto: of(record.impuestoSelectivo, 'Impuesto selectivo') },
  ];
  const base = taxes.reduce((rest, { monto }) => sub(rest, monto), sub(total, itbis));
  if (compare(itbis, total) > 0) reject('El ITBIS es mayor que el monto total');
  if (compare(base, zero) < 0) reject('Los impuestos son mayores que el monto total');
  const services = servicesOf(record, base);
  return {
    total,
    base,
    totales: { ...taxedParts(base, itbis), itbis },
    impuestos: taxes.filter(({ monto }) => !isZero(monto)),
    lineas:
      services === undefined
        ? []
        : [
            { bienServicio: '2', facturacion: '1', monto: services },
            { bienServicio: '1', facturacion: '1', monto: sub(base, services) },
          ],
  };
}

/** The part of a base that is services, from the amounts of services and of goods; undefined if neither is stated. */
function servicesOf({ montoServicios, montoBienes }: TextRecord, base: Decimal): Decimal | undefined {
  const stated = (value: string | number | undefined, name: string) =>
    (value ?? '') === '' ? undefined : amountOf(value!, name);
  const services = stated(montoServicios, 'Monto de servicios');
  const goods = stated(montoBienes, 'Monto de bienes');
  if (services !== undefined && compare(services, base) > 0) reject('Los servicios son más que el monto sin impuestos');
  if (goods === undefined) return services;
  if (compare(goods, base) > 0) reject('Los bienes son más que el monto sin impuestos');
  const rest = sub(base, goods);
  if (services !== undefined && compare(services, rest) !== 0)
    reject(`Servicios y bienes no suman el monto sin impuestos, ${formatDecimal(base, 2)}`);
  return rest;
}

/** The payment of a sale: the codes 01 to 07 are the fields 17 to 23 of the 607. The fourth is on credit. */
function paymentOf(
  { formaPago: forma, tipoIngreso: tipo }: TextRecord,
  total: Decimal,
): Pick<Receipt, 'formasPago' | 'tipoIngresos'> {
  const code = (forma ?? '') === '' ? undefined : String(Number(forma));
  if (code !== undefined && !/^[1-7]$/.test(code)) reject(`La forma de pago «${forma}» no está entre 01 y 07`);
  const income = (tipo ?? '') === '' ? undefined : readCode(tipoIngreso, tipo!);
  if ((tipo ?? '') !== '' && income === undefined) reject(`El tipo de ingreso «${tipo}» no está entre 1 y 6`);
  return {
    ...(code !== undefined && { formasPago: [{ forma: code, monto: total }] }),
    ...(income !== undefined && { tipoIngresos: `0${income}` }),
  };
}
