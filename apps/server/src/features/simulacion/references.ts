import { CodigoModificacion } from '@timbre/ecf';
import {
  compare,
  type Decimal,
  decimal,
  divide,
  type Fecha,
  integer,
  mul,
  parseENCF,
  parseFecha,
  parseISODate,
  sub,
  zero,
} from '@timbre/values';
import type { Tx } from '../../platform/db/transactions.ts';
import type { Buyer } from './buyers.ts';
import { type Modifiable, modifiableInvoices, type OfSimulation } from './documents-repo.ts';
import type { Reference } from './receipt.ts';
import { refuseField } from './refuse-field.ts';

/** Settings for the notes of a generation. */
interface NotesWanted {
  readonly tipo: '33' | '34';
  readonly cantidad: number;
  readonly ncf?: string | undefined;
  readonly fecha?: string | undefined;
  readonly codigo?: string | undefined;
  readonly razon?: string | undefined;
  readonly monto?: Decimal | undefined;
}

/**
 * The document that a note modifies: its reference and, if the invoice is known, its buyer and the maximum of a credit.
 */
export interface Referral {
  readonly referencia: Reference;
  /** undefined: the invoice is unknown. */
  readonly comprador: Buyer | null | undefined;
  readonly monto: Decimal | undefined;
}

/** Maximum invoices examined to find those that notes fit. */
const looked = 200;

/** A modified NCF as people write it. @throws Problem `simulacion/configuracion` @source specification 001 §5 */
function readModified(text: string | undefined): string | undefined {
  const ncf = text?.trim().toUpperCase();
  if (ncf === undefined || ncf === '') return undefined;
  if (!/^E3[12]/.test(ncf) || ncf.length !== 13 || parseENCF(ncf) === undefined)
    refuseField('ncfModificado', 'El NCF modificado debe empezar por E31 o E32 y tener 13 caracteres');
  return ncf;
}

/**
 * The document that each note of a generation modifies: the named invoice, or else invoices of the simulation that fit.
 *
 * @param among eNCF of the invoices of a batch: they come before the others of the simulation
 * @throws Problem `simulacion/configuracion`
 */
export async function referralsOf(
  tx: Tx,
  of: OfSimulation,
  wanted: NotesWanted,
  among: readonly string[],
): Promise<readonly Referral[]> {
  const ncf = readModified(wanted.ncf);
  const candidates =
    ncf === undefined ? await ofSimulation(tx, of, wanted, among) : await modifiableInvoices(tx, of, [ncf], 1);
  if (ncf !== undefined && candidates.length === 0) return [...unknown(wanted, ncf)];
  const used = candidates.filter((invoice) => fits(wanted, invoice)).slice(0, wanted.cantidad);
  if (used.length === 0) refuseLack(ncf);
  return Array.from({ length: wanted.cantidad }, (_, i) => {
    const at = i % used.length;
    const shares = Math.ceil((wanted.cantidad - at) / used.length);
    return referralOf(wanted, used[at]!, shares);
  });
}

/** The invoices of a batch if some note fits them, else those of the whole simulation. */
async function ofSimulation(tx: Tx, of: OfSimulation, wanted: NotesWanted, among: readonly string[]) {
  const batch = among.length === 0 ? [] : await modifiableInvoices(tx, of, among, looked);
  return batch.some((invoice) => fits(wanted, invoice)) ? batch : modifiableInvoices(tx, of, undefined, looked);
}

const refuseLack = (ncf: string | undefined): never =>
  refuseField(
    'ncfModificado',
    ncf === undefined
      ? 'No hay en la simulación una factura que la nota pueda modificar: genere antes una de tipo 31 o 32, o indique el NCF modificado'
      : `Las notas de crédito ya cubren todo el monto de ${ncf}`,
  );

const leftOf = ({ monto, acreditado }: Modifiable): Decimal => sub(decimal(monto), decimal(acreditado));

/** Whether a note may modify an invoice: a credit note requires a remaining amount. */
const fits = ({ tipo }: NotesWanted, invoice: Modifiable): boolean =>
  tipo === '33' || compare(leftOf(invoice), zero) > 0;

/** @source specification 001 §4: 34 annuls, 33 corrects amounts */
function codeOf({ tipo, codigo }: NotesWanted, isWhole: boolean): keyof typeof CodigoModificacion {
  return (codigo ?? (tipo === '34' && isWhole ? '1' : '3')) as unknown as keyof typeof CodigoModificacion;
}

function referralOf(wanted: NotesWanted, invoice: Modifiable, shares: number): Referral {
  const left = leftOf(invoice);
  const credit = wanted.monto ?? downToCents(left, shares);
  const monto = wanted.tipo === '34' ? credit : wanted.monto;
  const codigo = codeOf(wanted, compare(credit, decimal(invoice.monto)) === 0);
  const { rnc_comprador: rnc, razon_comprador, con_rnc } = invoice;
  return {
    referencia: {
      ncf: invoice.encf,
      fecha: parseFecha(wanted.fecha ?? '') ?? (parseISODate(invoice.fecha) as Fecha),
      codigo: String(codigo),
      razon: wanted.razon?.trim() || CodigoModificacion[codigo],
    },
    comprador: rnc === null ? null : { rnc, razonSocial: razon_comprador ?? '', extranjero: !con_rnc },
    monto,
  };
}

/** A part of an amount, in whole cents and not above it. */
function downToCents(monto: Decimal, shares: number): Decimal {
  const part = divide(monto, integer(shares), 2);
  return compare(mul(part, integer(shares)), monto) <= 0 ? part : sub(part, decimal('0.01'));
}

function* unknown(wanted: NotesWanted, ncf: string): Iterable<Referral> {
  const fecha = parseFecha(wanted.fecha ?? '');
  if (fecha === undefined)
    refuseField('fechaNcfModificado', `${ncf} no se emitió aquí: indique la fecha del NCF modificado`);
  const codigo = codeOf(wanted, true);
  const razon = wanted.razon?.trim() || CodigoModificacion[codigo];
  for (let i = 0; i < wanted.cantidad; i++)
    yield {
      referencia: { ncf, fecha: fecha!, codigo: String(codigo), razon },
      comprador: undefined,
      monto: wanted.monto,
    };
}
