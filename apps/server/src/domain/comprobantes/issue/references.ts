import type { ErrorDeDocumento } from '@timbre/contract';
import { checkRules, type Draft, type ECFHead, type RuleFault } from '@timbre/ecf';
import {
  add,
  compare,
  type Decimal,
  decimal,
  formatMonto,
  parseDecimal,
  parseISODate,
  sub,
  zero,
} from '@timbre/values';
import type { Tx } from '../../../platform/db/transactions.ts';
import { errorOf, invoiceOfNote, isRefused } from '../judge/complete-draft.ts';
import { addGross, type Gross, remainderOf } from './credits.ts';
import { creditedBefore, findReferred, type ReferenceScope, type Referred } from './referred.ts';

/** A document whose reference is judged. Documents that are not notes to an e-CF pass. */
interface Referring {
  readonly head: ECFHead;
  /** Id of its row, if it is stored already: the amount that it credits is then not counted twice. */
  readonly id?: string;
  /** It has other errors: it will not be issued as it is, and credits nothing. */
  readonly refused?: boolean;
  /** The amounts of its header contradict each other: they are accepted only if its total is that of its invoice. */
  readonly contradictory?: boolean;
}

/** Totals of the credit notes judged valid so far, by invoice. */
export type Credited = Map<string, Gross>;

/**
 * Compares notes (33, 34) with the invoices that they modify: that the invoice exists, its date, its buyer, and its
 * total against all of its credit notes. A note that annuls is compared with the remainder that other notes leave of
 * its invoice. The invoices are those that the company signed in the environment and, if an import is specified, its
 * documents not yet signed. Notes are judged in order: an amount that an earlier note credits is not available to a
 * later one.
 *
 * Call it while the company's ranges are locked, so that no other note is numbered; or for an early, non-binding check.
 *
 * @param credited amounts credited by notes that were judged before and are not stored; the amounts of these notes are
 * added
 * @returns for each document, the errors of its reference; `aviso` if it cannot be determined
 * (docs/design/numbers.md#notes-and-their-invoices)
 * @source Formato e-CF v1.0, campo 110 d y nota 30, p. 25; sección F, campos 1 y 3, p. 56-57
 */
export async function judgeReferences(
  tx: Tx,
  scope: ReferenceScope,
  documents: readonly Referring[],
  credited: Credited = new Map(),
): Promise<readonly (readonly ErrorDeDocumento[])[]> {
  const keys = documents.map(({ head }) => invoiceOfNote(head));
  const wanted = [...new Map(keys.flatMap((key) => (key === undefined ? [] : [[nameOf(key), key] as const]))).values()];
  if (wanted.length === 0) return documents.map(() => []);
  const ids = documents.flatMap(({ id }) => id ?? []);
  const [invoices, before] = await Promise.all([
    findReferred(tx, scope, wanted),
    creditedBefore(tx, scope, wanted, ids),
  ]);
  const referred = new Map(invoices.map((row) => [nameOf(row), row]));
  const stored = new Map(before.map((row) => [nameOf(row), { monto: decimal(row.monto), neto: decimal(row.neto) }]));

  return documents.map(({ head, refused = false, contradictory = false }, i) => {
    const key = keys[i];
    const row = key && referred.get(nameOf(key));
    if (!key || !row) return [];
    const errores = compareWith(head, row);
    const amount = grossOf((head as Draft).Encabezado?.Totales);
    if (contradictory && !isTotalOf(row, amount?.monto)) errores.push(sumsFault(row));
    if (row.id === null || amount === undefined || (head as Draft).Encabezado?.IdDoc?.TipoeCF !== '34') return errores;
    const name = nameOf(key);
    const earlier = addGross(stored.get(name) ?? nothing, credited.get(name) ?? nothing);
    const over = sumFault(row, earlier.monto, amount.monto);
    if (over !== undefined && !errores.some(({ codigo }) => codigo === overInvoice)) errores.push(over);
    if (!isRefused(errores)) errores.push(...annulmentFault(head, row, earlier, amount.monto));
    if (!refused && !isRefused(errores)) credited.set(name, addGross(credited.get(name) ?? nothing, amount));
    return errores;
  });
}

/** Whether a note has the total of its invoice: annulments copy its totals, even if these do not add up. */
const isTotalOf = ({ monto: whole }: Referred, monto: Decimal | undefined): boolean =>
  whole !== null && monto !== undefined && compare(decimal(whole), monto) === 0;

const sumsFault = ({ encf }: Referred): ErrorDeDocumento => ({
  codigo: 'ECF-NOTA-CUENTA',
  campo: 'Encabezado.Totales',
  mensaje: `Los montos de la nota se contradicen, y su total no es el de ${encf}: corríjalos, o copie los de ${encf}`,
  aritmetica: true,
});

/**
 * Codes of the faults that {@link judgeReferences} finds. A note may have `ECF-REFERENCIA-11` and `-12` by itself too.
 */
export const ofReferences: readonly string[] = [
  ...['AJENA', 'ANULACION', 'COMPRADOR', 'CUENTA', 'ESPERA', 'RECHAZADA', 'SIN-FACTURA', 'SUMA'].map(
    (name) => `ECF-NOTA-${name}`,
  ),
  ...[11, 12, 13, 14, 15].map((rule) => `ECF-REFERENCIA-${rule}`),
];

/** Code of the rule that compares one credit note with the total of its invoice. */
const overInvoice = 'ECF-REFERENCIA-13';

/** Code of the error of a note whose invoice has errors: correcting the invoice clears it. */
const esperaFactura = 'ECF-NOTA-ESPERA';

/** Whether a note must wait until its invoice is corrected: it is not signed until then. */
export const mustWait = (errores: readonly ErrorDeDocumento[]): boolean =>
  errores.some(({ codigo }) => codigo === esperaFactura);

const ncfPath = 'InformacionReferencia.NCFModificado';
const buyerPath = 'Encabezado.Comprador';

const nameOf = ({ rncEmisor, encf }: { readonly rncEmisor: string; readonly encf: string }) => `${rncEmisor} ${encf}`;

/** The differences between a note and its invoice, one error each. */
function compareWith(tree: Draft, row: Referred): ErrorDeDocumento[] {
  const { encf } = row;
  if (row.id === null) {
    if (row.conciliado) return [];
    if (row.propio) {
      const mensaje = `${encf} es de un rango de la empresa y no se ha emitido: la nota no tiene qué modificar`;
      return [{ codigo: 'ECF-NOTA-SIN-FACTURA', campo: ncfPath, mensaje }];
    }
    const mensaje = `${encf} no se emitió aquí ni es de un rango de la empresa: su fecha, su comprador y su monto no se comprobaron`;
    return [{ codigo: 'ECF-NOTA-AJENA', campo: ncfPath, mensaje, aviso: true }];
  }
  if (row.estado === 'rechazado' && row.ocupa_numero) {
    const mensaje = `La DGII rechazó ${encf} y su número no se puede usar de nuevo: la nota no tiene qué modificar`;
    return [{ codigo: 'ECF-NOTA-RECHAZADA', campo: ncfPath, mensaje }];
  }
  if (!row.firmado && row.estado === 'error') {
    const mensaje = `${encf}, de este mismo libro, tiene errores: corríjalo antes de firmar la nota`;
    return [{ codigo: esperaFactura, campo: ncfPath, mensaje, aviso: true }];
  }
  const { comprador } = row;
  const modificado = asModified(row);
  const known = new Set(checkRules('ECF', tree).map(sameFault));
  const errores = checkRules('ECF', tree, { modificado })
    .filter((fault) => !known.has(sameFault(fault)))
    .map((fault) => errorOf(fault));
  const { RNCComprador, IdentificadorExtranjero } = tree.Encabezado?.Comprador ?? {};
  const suyo = RNCComprador ?? IdentificadorExtranjero;
  const byRule = RNCComprador !== undefined && row.con_rnc;
  if (!byRule && comprador !== null && suyo !== undefined && suyo !== comprador) {
    const campo = `${buyerPath}.${RNCComprador === undefined ? 'IdentificadorExtranjero' : 'RNCComprador'}`;
    const mensaje = `El comprador de ${encf} es ${comprador}, no ${suyo}`;
    errores.push({ codigo: 'ECF-NOTA-COMPRADOR', campo, mensaje });
  }
  return errores;
}

const sameFault = ({ code, path }: RuleFault) => `${code} ${path}`;

/** The fields of an invoice that the rules compare. */
function asModified({ fecha, monto, comprador, con_rnc }: Referred): Draft {
  const FechaEmision = fecha === null ? undefined : parseISODate(fecha);
  return {
    Encabezado: {
      Emisor: FechaEmision === undefined ? {} : { FechaEmision },
      Comprador: comprador !== null && con_rnc ? { RNCComprador: comprador } : {},
      Totales: monto === null ? {} : { MontoTotal: monto },
    },
  };
}

function sumFault(row: Referred, earlier: Decimal, monto: Decimal): ErrorDeDocumento | undefined {
  const limit = row.monto === null ? undefined : parseDecimal(row.monto);
  const sum = add(earlier, monto);
  if (limit === undefined || compare(sum, limit) <= 0) return undefined;
  const mensaje = `Con las notas de crédito anteriores a ${row.encf} suman ${formatMonto(sum)}, más que los ${formatMonto(limit)} que dice`;
  return { codigo: 'ECF-NOTA-SUMA', campo: 'Encabezado.Totales.MontoTotal', mensaje };
}

const nothing: Gross = { monto: zero, neto: zero };

/** The total of a document, with its ITBIS and without. */
function grossOf(
  totales: { readonly MontoTotal?: string; readonly TotalITBIS?: string } | undefined,
): Gross | undefined {
  const monto = parseDecimal(totales?.MontoTotal ?? '');
  return monto && { monto, neto: sub(monto, parseDecimal(totales?.TotalITBIS ?? '') ?? zero) };
}

/**
 * The aviso of a note that declares the annulment of its invoice, but for an amount other than what other notes leave
 * of it. After 30 days that is the amount without ITBIS.
 *
 * @source Formato e-CF v1.0, sección F, campo 4, p. 57: 1 is the annulment of the whole
 */
function annulmentFault(tree: Draft, row: Referred, earlier: Gross, monto: Decimal): ErrorDeDocumento[] {
  const total = grossOf({ MontoTotal: row.monto ?? '', TotalITBIS: row.itbis ?? '' });
  if (tree.InformacionReferencia?.CodigoModificacion !== '1' || total === undefined) return [];
  const isLate = tree.Encabezado?.IdDoc?.IndicadorNotaCredito === '1';
  const rest = remainderOf(total, earlier)[isLate ? 'neto' : 'monto'];
  if (compare(monto, rest) === 0) return [];
  const limit = `RD$ ${formatMonto(total.monto)}`;
  const left = compare(earlier.monto, zero) === 0 && !isLate ? limit : `RD$ ${formatMonto(rest)} de ${limit}`;
  const withoutItbis = isLate ? ', sin ITBIS porque pasaron 30 días' : '';
  const mensaje = `Dice que anula ${row.encf} y es por RD$ ${formatMonto(monto)}; para anularla quedan ${left}${withoutItbis}. La factura no queda anulada: emita la nota por lo que queda, o use el código 3 si devuelve una parte`;
  return [{ codigo: 'ECF-NOTA-ANULACION', campo: 'InformacionReferencia.CodigoModificacion', mensaje, aviso: true }];
}
