import { type MotivoDeAnulacion, motivosDeAnulacion } from '@timbre/contract';
import { type ECF, listFields, readDocument } from '@timbre/ecf';
import { refuse } from '@timbre/refusal';
import { formatFecha, isLateNote, parseFecha } from '@timbre/values';
import { remainderAfter } from './remainder.ts';
import { jsonOf } from './stored.ts';

/** A signed e-CF to be annulled. */
interface ToAnnul {
  readonly xml: string;
  /** The signed credit notes that already credit a part of it. */
  readonly notas: readonly string[];
  readonly motivo: MotivoDeAnulacion;
  /** Epoch milliseconds. */
  readonly now: number;
  /** The number of the note; undefined: the next of the range. */
  readonly eNCF?: string | undefined;
}

/**
 * The credit note that annuls an e-CF, as the body of an emission: its issuer, buyer, lines and amounts, also in
 * another currency. If other notes already credit a part, it has a line for the remainder at each rate. After 30 days
 * the amounts are left out, to be computed without ITBIS.
 *
 * @throws Problem `documento/no-anulable` if the date of issue cannot be read, or if the remainder after other notes
 * does not follow from the totals
 * @source Formato e-CF v1.0, campo 5, p. 7; sección F, p. 56-57; specification 001 §3, "Credit-note request"
 */
export function annulmentOf({ xml, notas, motivo, now, eNCF: number }: ToAnnul): Uint8Array {
  const ecf = readECF(xml);
  const { Encabezado, DetallesItems, DescuentosORecargos } = ecf as ECF & { DescuentosORecargos?: unknown };
  const { IdDoc, Emisor, Comprador, Totales, OtraMoneda } = Encabezado as typeof Encabezado & { OtraMoneda?: object };
  const { TipoIngresos, TipoPago, IndicadorMontoGravado, eNCF } = IdDoc;
  const issued = parseFecha(Emisor.FechaEmision) ?? refuse('documento/no-anulable', 'Su fecha de emisión no se lee.');
  const rest = notas.length === 0 ? undefined : remainderAfter(ecf, notas.map(readECF));
  const isLate = isLateNote(issued, formatFecha(now));
  const note = {
    Encabezado: {
      IdDoc: {
        TipoeCF: '34',
        eNCF: number,
        IndicadorNotaCredito: isLate ? '1' : '0',
        // The amounts of a remainder are those of the totals: without ITBIS.
        IndicadorMontoGravado: rest === undefined || IndicadorMontoGravado === undefined ? IndicadorMontoGravado : '0',
        TipoIngresos: TipoIngresos ?? '01',
        TipoPago: TipoPago === '3' ? '3' : '1',
      },
      Emisor: { ...Emisor, FechaEmision: undefined },
      Comprador,
      ...(isLate
        ? { OtraMoneda: currencyOf(OtraMoneda) }
        : { Totales: rest?.Totales ?? withoutBalance(Totales), OtraMoneda }),
    },
    DetallesItems: { Item: rest?.Item ?? DetallesItems.Item.map(withheld) },
    DescuentosORecargos: rest === undefined ? DescuentosORecargos : undefined,
    InformacionReferencia: {
      NCFModificado: eNCF,
      FechaNCFModificado: Emisor.FechaEmision,
      CodigoModificacion: '1',
      RazonModificacion: motivosDeAnulacion[motivo],
    },
  };
  return jsonOf(allowed(note, ''));
}

function readECF(xml: string): ECF {
  const read = readDocument(xml);
  if (read.kind !== 'ECF') throw new Error('The stored XML is not an e-CF');
  return read.tree;
}

/**
 * A line of the note. If an exempt line has a withholding but none of ITBIS, a note states 0.00; a payment abroad (47)
 * has no such element. @source Formato e-CF v1.0, nota 53, p. 36
 */
const withheld = <Line extends { readonly IndicadorFacturacion: string; readonly Retencion?: object }>(line: Line) =>
  line.IndicadorFacturacion === '4' && line.Retencion !== undefined
    ? { ...line, Retencion: { MontoITBISRetenido: '0.00', ...line.Retencion } }
    : line;

/** The currency and its rate, without amounts. */
const currencyOf = (otraMoneda: { readonly TipoMoneda?: string; readonly TipoCambio?: string } | undefined) =>
  otraMoneda && { TipoMoneda: otraMoneda.TipoMoneda, TipoCambio: otraMoneda.TipoCambio };

/** The totals without the amounts paid and owed when the document was issued. */
const withoutBalance = (totales: object): object => ({
  ...totales,
  MontoPeriodo: undefined,
  SaldoAnterior: undefined,
  MontoAvancePago: undefined,
  ValorPagar: undefined,
});

/** The elements that a credit note may have. */
const ofNote: ReadonlySet<string> = new Set(
  listFields('ECF').flatMap(({ path, occurs }) => (occurs.some(({ document }) => document === '34') ? [path] : [])),
);

/** A tree without the elements that a credit note may not have. */
function allowed(value: unknown, path: string): unknown {
  if (Array.isArray(value)) return value.map((one) => allowed(one, path));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).flatMap(([name, child]) => {
    const at = path === '' ? name : `${path}.${name}`;
    return child !== undefined && ofNote.has(at) ? [[name, allowed(child, at)] as const] : [];
  });
  return Object.fromEntries(entries);
}
