import { featureConstants } from '@timbre/contract/tables';
import {
  compare,
  formatENCF,
  mostSequence,
  parseDecimal,
  parseENCF,
  parseFecha,
  parseISODate,
  readWhole,
} from '@timbre/values';
import { referenceTexts } from '../../lib/reference-texts.ts';
import type { Configuracion, Simulacion, TipoSimulado } from './api.ts';
import { codigosDeModificacion } from './words.ts';

const { maximoPorGeneracion, umbralDeConsumo, montoDeAltoValor } = featureConstants.simulacion;

/** The typed and selected values for the next receipts. Numbers and dates are as typed. */
export interface Form {
  readonly tipo: TipoSimulado | undefined;
  readonly altoValor: boolean;
  readonly desde: string;
  readonly cantidad: string;
  readonly rncComprador: string;
  readonly razonSocialComprador: string;
  readonly montoTotal: string;
  readonly tipoPago: '1' | '2' | '3';
  readonly ncfModificado: string;
  /** dd-MM-yyyy. */
  readonly fechaNcfModificado: string;
  readonly codigoModificacion: '1' | '2' | '3' | '4' | '5';
  readonly razonModificacion: string;
}

const noReference = {
  ncfModificado: '',
  fechaNcfModificado: '',
  codigoModificacion: '3',
  razonModificacion: '',
} as const;

export const emptyForm: Form = {
  tipo: undefined,
  altoValor: false,
  desde: '',
  cantidad: '1',
  rncComprador: '',
  razonSocialComprador: '',
  montoTotal: '',
  tipoPago: '1',
  ...noReference,
};

/** Whether a type modifies another receipt. */
export const isNote = (tipo: TipoSimulado | undefined): boolean => tipo === '33' || tipo === '34';

/**
 * The usual modification code of a note: a credit note annuls, a debit note corrects amounts.
 *
 * @source specification 001 §4
 */
const usualCode = (tipo: TipoSimulado | undefined) => (tipo === '34' ? '1' : '3');

/** Whether the buyer is a foreigner, whose identifier is not an RNC. */
export const isAbroad = (tipo: TipoSimulado | undefined): boolean => tipo === '46' || tipo === '47';

/**
 * Whether receipts of a type state the payment type.
 *
 * @source specification 001 §5, "Type-dependent XML content"
 */
export const isPaid = (tipo: TipoSimulado | undefined): boolean => tipo !== '43';

/**
 * Changes the type: reference fields are reset unless it is 33 or 34, high value is cleared unless it is 32, the total
 * is cleared, and the buyer is preset. @source specification 001 §4, "Simulator form behaviour"
 */
export function withType(form: Form, tipo: TipoSimulado, compradores: Simulacion['compradores']): Form {
  const preset = compradores.find((one) => one.tipo === tipo);
  return {
    ...form,
    ...(isNote(tipo) ? {} : noReference),
    ...(isNote(tipo) && form.ncfModificado === '' && { codigoModificacion: usualCode(tipo) }),
    tipo,
    altoValor: tipo === '32' && form.altoValor,
    // The total was that of another type's receipts, and its field may be out of sight.
    montoTotal: tipo === form.tipo ? form.montoTotal : '',
    rncComprador: preset?.rncComprador ?? '',
    razonSocialComprador: preset?.razonSocialComprador ?? '',
  };
}

/**
 * Sets or clears high value. Setting it replaces a total that is not above the limit by the one of the standard batch.
 */
export function withHighValue(form: Form, altoValor: boolean): Form {
  if (altoValor)
    return { ...form, altoValor, montoTotal: isHigh(form.montoTotal) ? form.montoTotal : montoDeAltoValor };
  return { ...form, altoValor, montoTotal: form.montoTotal === montoDeAltoValor ? '' : form.montoTotal };
}

/** A receipt that a note may modify. */
export interface Modified {
  readonly eNCF: string;
  /** dd-MM-yyyy. */
  readonly fecha: string;
}

/**
 * Sets the modified NCF. If it is among the receipts, its date is copied, and the code and the reason are set to those
 * usual for the type.
 * @source specification 001 §4, "Simulator form behaviour"
 */
export function withModified(form: Form, ncfModificado: string, receipt: Modified | undefined): Form {
  if (receipt === undefined) return { ...form, ncfModificado };
  const codigoModificacion = usualCode(form.tipo);
  const razonModificacion = codigosDeModificacion[codigoModificacion];
  return { ...form, ncfModificado, fechaNcfModificado: receipt.fecha, codigoModificacion, razonModificacion };
}

const isHigh = (amount: string): boolean => {
  const parsed = parseDecimal(amount);
  return parsed !== undefined && compare(parsed, parseDecimal(umbralDeConsumo)!) > 0;
};

/** Whether the receipt has a buyer. Consumer invoices have one only if of high value. @source specification 001 §5 */
export const hasBuyer = ({ tipo, altoValor, montoTotal }: Form): boolean =>
  tipo !== undefined && tipo !== '43' && (tipo !== '32' || (altoValor && isHigh(montoTotal)));

/** The error of each field; a valid field has none. */
export type Faults = Partial<Record<keyof Form, string>>;

const wrongQuantity = `La cantidad debe ser un número entre 1 y ${maximoPorGeneracion}`;

/** Parses a typed whole number; undefined for any other text. */
export function wholeNumber(typed: string): number | undefined {
  const read = readWhole(typed);
  return 'value' in read && read.value <= mostSequence ? read.value : undefined;
}

/** The error of the first sequence. An empty field is valid: the next sequence is used. */
export function sequenceFault(typed: string): string | undefined {
  if (typed.trim() === '') return undefined;
  const secuencia = wholeNumber(typed);
  return secuencia === undefined || secuencia < 1 || secuencia > mostSequence
    ? 'La secuencia debe ser un número desde 1'
    : undefined;
}

function amountFault({ tipo, altoValor, montoTotal }: Form): string | undefined {
  if (tipo === '32' && altoValor && !isHigh(montoTotal))
    return 'Para Factura de Consumo (> 250k), el monto debe ser mayor a 250,000';
  if (montoTotal === '') return undefined;
  if (!/^\d{1,12}(\.\d{1,2})?$/.test(montoTotal) || /^[0.]+$/.test(montoTotal))
    return 'Escriba un monto mayor que cero';
  return tipo === '32' && !altoValor && isHigh(montoTotal)
    ? 'Un monto mayor a 250,000 es de Factura de Consumo (> 250k)'
    : undefined;
}

/** The error of a modified NCF. An empty one has no error. @source specification 001 §5 */
export function modifiedFault(ncf: string): string | undefined {
  if (ncf === '') return undefined;
  if (!/^E\d{12}$/.test(ncf) || parseENCF(ncf) === undefined) return referenceTexts.forma;
  return /^E3[12]/.test(ncf)
    ? undefined
    : 'Solo se pueden referenciar facturas de crédito fiscal (E31) y de consumo (E32)';
}

function referenceFaults(form: Form, { today, hasInvoices }: Facts): Faults {
  // Without an NCF the server chooses among the invoices of the simulation.
  if (form.ncfModificado === '') return hasInvoices ? {} : { ncfModificado: referenceTexts.ncf };
  const fecha = parseFecha(form.fechaNcfModificado);
  const iso = (text: string) => text.split('-').reverse().join('-');
  return onlyFaults({
    ncfModificado: modifiedFault(form.ncfModificado),
    fechaNcfModificado:
      fecha === undefined ? referenceTexts.fecha : iso(fecha) > today ? referenceTexts.futura : undefined,
    razonModificacion: form.razonModificacion.trim() === '' ? referenceTexts.razon : undefined,
  });
}

/** The facts, besides the form itself, needed to validate it. */
interface Facts {
  /** yyyy-MM-dd. */
  readonly today: string;
  /** The simulation has invoices that a note may modify. */
  readonly hasInvoices: boolean;
}

/** The errors of the form, by field. */
export function faultsOf(form: Form, facts: Facts): Faults {
  const cantidad = wholeNumber(form.cantidad);
  const known = onlyFaults({
    desde: sequenceFault(form.desde),
    cantidad: cantidad === undefined || cantidad < 1 || cantidad > maximoPorGeneracion ? wrongQuantity : undefined,
    montoTotal: amountFault(form),
  });
  return isNote(form.tipo) ? { ...known, ...referenceFaults(form, facts) } : known;
}

/** Whether receipts can be generated: there is a type and an issuer, and no error. @source specification 001 §5 */
export const canGenerate = (form: Form, rncEmisor: string, facts: Facts): boolean =>
  form.tipo !== undefined && rncEmisor !== '' && Object.keys(faultsOf(form, facts)).length === 0;

/** The first number that the form would use, as an eNCF; undefined without a type or with an invalid sequence. */
export function nextENCF(form: Form, siguientes: Simulacion['siguientes']): string | undefined {
  if (form.tipo === undefined || sequenceFault(form.desde) !== undefined) return undefined;
  const next = wholeNumber(form.desde) ?? siguientes.find(({ tipo }) => tipo === form.tipo)?.siguiente;
  return next === undefined ? undefined : formatENCF(form.tipo, next);
}

/** The request to the server. Fields that the receipt does not have are left out. @source specification 001 §3 */
export function payloadOf(form: Form & { readonly tipo: TipoSimulado }): Configuracion {
  const { tipo } = form;
  const desde = wholeNumber(form.desde);
  return {
    tipo,
    cantidad: wholeNumber(form.cantidad) ?? 1,
    ...(desde !== undefined && { desde }),
    ...(tipo === '32' && { altoValor: form.altoValor }),
    ...(hasBuyer(form) && filled({ rncComprador: form.rncComprador, razonSocialComprador: form.razonSocialComprador })),
    ...filled({ montoTotal: form.montoTotal }),
    ...(isPaid(tipo) && { tipoPago: form.tipoPago }),
    ...(isNote(tipo) && referenceOf(form)),
  };
}

/** The reference of a note. Without an NCF the server selects the invoice and, without a reason, also the reason. */
function referenceOf({ ncfModificado, fechaNcfModificado, codigoModificacion, razonModificacion }: Form) {
  const why = { codigoModificacion, razonModificacion: razonModificacion.trim() };
  if (ncfModificado !== '') return { ncfModificado, fechaNcfModificado, ...why };
  return why.razonModificacion === '' ? {} : why;
}

/** Converts the value of a date field to `dd-MM-yyyy`; '' for none. */
export const fechaOf = (iso: string): string => parseISODate(iso) ?? '';

const onlyFaults = (faults: { readonly [K in keyof Form]?: string | undefined }): Faults =>
  Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault !== undefined));

const filled = <Part extends Record<string, string>>(part: Part): Partial<Part> =>
  Object.fromEntries(Object.entries(part).filter(([, text]) => text.trim() !== '')) as Partial<Part>;
