import type { Enlaces, Enlazado } from '@timbre/contract';
import { add, compare, type Decimal, decimal, formatDecimal, isNegative, isZero, sub, zero } from '@timbre/values';
import { type RawBuilder, sql } from 'kysely';
import { statesSql } from '../states.ts';

/** An amount with its ITBIS, and without. */
export interface Gross {
  readonly monto: Decimal;
  readonly neto: Decimal;
}

/** The amounts that credit notes take from a document, and the amounts of the document. Decimals in pesos. */
export interface CreditsRow {
  readonly total: string;
  readonly neto: string;
  readonly cantidad: number;
  readonly aceptado: string;
  readonly aceptadoNeto: string;
  readonly enProceso: string;
  readonly enProcesoNeto: string;
  /** Whether a note of more than 30 days, which does not return ITBIS, is among the notes; among the accepted ones. */
  readonly tardia: boolean;
  readonly tardiaAceptada: boolean;
  /** Whether a note that was issued to annul is among the notes; among the accepted ones. */
  readonly anula: boolean;
  readonly anulaAceptada: boolean;
  /** Of the accepted notes, and of those on their way: the newest that was issued to annul, otherwise the newest. */
  readonly ultimaAceptada: Enlazado | null;
  readonly ultimaEnProceso: Enlazado | null;
}

/** The beginning of an XML, with the totals: an e-CF has its header first, of a few kilobytes. */
const headOfXml = (xml: RawBuilder<unknown>) => sql`left(${xml}, 16384)`;

/** The ITBIS in the totals of an XML; 0 if it has none. */
export const itbisOfXml = (xml: RawBuilder<unknown>) =>
  sql`coalesce(substring(${headOfXml(xml)} from '<TotalITBIS>([0-9.]+)</TotalITBIS>')::numeric, 0)`;

/**
 * The credit notes that modify the document `d` and were not rejected, with the amounts that each credits. Notes that
 * are not signed credit nothing.
 */
const notesOf = (empresaId: string, id: RawBuilder<unknown>) => sql`
  select n.id, n.encf, n.estado, n.orden, n.monto_total as monto, n.monto_total - ${itbisOfXml(sql`n.xml`)} as neto, n.anula,
    n.estado in (${statesSql.accepted}) as aceptada,
    position('<IndicadorNotaCredito>1</IndicadorNotaCredito>' in ${headOfXml(sql`n.xml`)}) > 0 as tardia
  from documento n
  where n.empresa_id = ${empresaId} and n.modifica = ${id} and n.tipo = 34 and not n.es_rfce and n.xml_sha256 is not null
    and n.estado <> 'rechazado'`;

/** The credits of a document `d`, as one JSON value of the form of {@link CreditsRow}; null if it has no note. */
export const creditsSql = (empresaId: string) => sql<CreditsRow | null>`
  (select json_build_object('total', d.monto_total::text, 'neto', (d.monto_total - ${itbisOfXml(sql`d.xml`)})::text,
      'cantidad', s.cantidad, 'aceptado', s.aceptado::text, 'aceptadoNeto', s.aceptado_neto::text,
      'enProceso', s.en_proceso::text, 'enProcesoNeto', s.en_proceso_neto::text,
      'tardia', s.tardia, 'tardiaAceptada', s.tardia_aceptada, 'anula', s.anula, 'anulaAceptada', s.anula_aceptada,
      'ultimaAceptada', s.ultima_aceptada, 'ultimaEnProceso', s.ultima_en_proceso)
    from (
      select count(*) as cantidad, coalesce(sum(monto) filter (where aceptada), 0) as aceptado,
        coalesce(sum(neto) filter (where aceptada), 0) as aceptado_neto,
        coalesce(sum(monto) filter (where not aceptada), 0) as en_proceso,
        coalesce(sum(neto) filter (where not aceptada), 0) as en_proceso_neto,
        bool_or(tardia) as tardia, bool_or(tardia and aceptada) as tardia_aceptada,
        bool_or(anula) as anula, bool_or(anula and aceptada) as anula_aceptada,
        (array_agg(json_build_object('id', id, 'eNCF', encf, 'estado', estado) order by anula desc, orden desc)
          filter (where aceptada))[1] as ultima_aceptada,
        (array_agg(json_build_object('id', id, 'eNCF', encf, 'estado', estado) order by anula desc, orden desc)
          filter (where not aceptada))[1] as ultima_en_proceso
      from (${notesOf(empresaId, sql`d.id`)}) n) s
    where s.cantidad > 0)`;

/**
 * The sums of a document's credit notes, and the note that annuls it. A document is annulled when its accepted notes
 * reach its total: by one note or by several, regardless of their codes. A note of more than 30 days has no ITBIS: with
 * one, the amounts without ITBIS are compared. A document for 0.00 is annulled by a note that was issued to annul.
 *
 * @param row of {@link creditsSql}
 * @source docs/design/numbers.md#annulment; Informe Técnico §10 and Formato e-CF, IndicadorNotaCredito, for the ITBIS
 */
export function creditsOf(row: CreditsRow | null): Pick<Enlaces, 'anuladaPor' | 'notasDeCredito'> {
  if (row === null) return { anuladaPor: null, notasDeCredito: null };
  const accepted = { monto: decimal(row.aceptado), neto: decimal(row.aceptadoNeto) };
  const all = addGross(accepted, { monto: decimal(row.enProceso), neto: decimal(row.enProcesoNeto) });
  const total = { monto: decimal(row.total), neto: decimal(row.neto) };
  const reaches = (sum: Gross, isLate: boolean, annuls: boolean) =>
    isZero(total.monto)
      ? annuls
      : compare(sum.monto, total.monto) >= 0 || (isLate && compare(sum.neto, total.neto) >= 0);
  const isAnnulled = reaches(accepted, row.tardiaAceptada, row.anulaAceptada);
  const isCovered = isAnnulled || reaches(all, row.tardia, row.anula);
  const resta = isCovered ? zero : remainderOf(total, all).monto;
  return {
    anuladaPor: isAnnulled ? row.ultimaAceptada : isCovered ? row.ultimaEnProceso : null,
    notasDeCredito: {
      cantidad: row.cantidad,
      aceptado: formatDecimal(accepted.monto, 2),
      enProceso: formatDecimal(decimal(row.enProceso), 2),
      resta: formatDecimal(resta, 2),
    },
  };
}

/** The sum of two amounts. */
export const addGross = (a: Gross, b: Gross): Gross => ({ monto: add(a.monto, b.monto), neto: add(a.neto, b.neto) });

/** The remainder of a total after the credits: never below zero. */
export const remainderOf = (total: Gross, credited: Gross): Gross => ({
  monto: notNegative(sub(total.monto, credited.monto)),
  neto: notNegative(sub(total.neto, credited.neto)),
});

const notNegative = (value: Decimal): Decimal => (isNegative(value) ? zero : value);
