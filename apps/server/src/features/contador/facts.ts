import { isGranted, type MenuItem, reportes } from '@timbre/contract';
import { addDays, addMonths, formatFecha, formatISODate, type Periodo } from '@timbre/values';
import { activeCertificates } from '../../domain/companies/certificate-repo.ts';
import type { PortfolioRow } from '../../domain/companies/portfolio-repo.ts';
import { rangesInUse } from '../../domain/comprobantes/numbers/ranges-repo.ts';
import { issuedOf } from '../../domain/comprobantes/queries/portfolio.ts';
import { answerableSince } from '../../domain/received/answering.ts';
import { countUnansweredOf } from '../../domain/received/list-repo.ts';
import { reportFactsOf } from '../../domain/reports/month-states-repo.ts';
import { daysOf } from '../../domain/reports/scope.ts';
import type { Tx } from '../../platform/db/transactions.ts';
import { refusedConnections } from '../quickbooks/service.ts';

/** Rejected documents are counted if issued within this many days, today included, as in the notices of Inicio. */
const shownDays = 30;
/** Received documents are counted up to this number. */
const mostCounted = 1_000;

/** A company that consented, or where the caller works. */
export type Here = PortfolioRow & { readonly ambiente: NonNullable<PortfolioRow['ambiente']> };

export const isHere = (row: PortfolioRow): row is Here => row.ambiente !== null;

const reportesMenu: MenuItem = reportes.menu;

/** Everything that the rows of a page say, in one trip to the database. */
export async function readFacts(tx: Tx, companies: readonly Here[], periodo: Periodo, now: Date) {
  const today = formatFecha(now.getTime());
  const ids = companies.map(({ id }) => id);
  const declaring = companies.filter((row) => row.ambiente === 'ecf' && isGranted(reportesMenu, row.accesos));
  const days = {
    mes: daysOf(periodo),
    antes: daysOf(addMonths(periodo, -1)),
    rechazados: { desde: formatISODate(addDays(today, 1 - shownDays)), hasta: formatISODate(today) },
  };
  const [reports, issued, received, certificates, ranges, refused] = await Promise.all([
    reportFactsOf(
      tx,
      declaring.map(({ id }) => id),
      periodo,
    ),
    issuedOf(tx, companies, days),
    countUnansweredOf(tx, ids, answerableSince(today), mostCounted),
    activeCertificates(tx, ids),
    rangesInUse(tx, companies),
    refusedConnections(tx, ids),
  ]);
  return {
    reports: grouped(reports),
    issued: new Map(issued.map((row) => [row.empresa_id, row])),
    received: new Map(received.map((row) => [row.empresa_id, row])),
    certificates: new Map(certificates.map((row) => [row.empresa_id, row.valido_hasta])),
    ranges: grouped(ranges),
    refused: new Set(refused),
  };
}

export type Facts = Awaited<ReturnType<typeof readFacts>>;

/** Rows by their company. */
function grouped<Row extends { readonly empresa_id: string }>(rows: readonly Row[]): ReadonlyMap<string, Row[]> {
  const all = new Map<string, Row[]>();
  for (const row of rows) {
    const known = all.get(row.empresa_id);
    if (known === undefined) all.set(row.empresa_id, [row]);
    else known.push(row);
  }
  return all;
}
