import { createHash } from 'node:crypto';
import { addMonths, formatFecha, type Periodo, periodoOf } from '@timbre/values';
import { signXml } from '@timbre/xml/node';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { ecfOf, issued, received } from '../../apps/server/src/domain/reports/testing/documents.ts';
import type { Context } from '../../apps/server/src/features/context.ts';
import type { Stranger } from '../../apps/server/src/main/testing/stranger.ts';
import { newId } from '../../apps/server/src/platform/db/id.ts';
import { makePlace, type Place } from '../crash/rig.ts';
import { type Account, callAs, visitor } from './journeys.ts';

type Draft = Parameters<typeof ecfOf>[0];

/** Month of the reports: the month before the current one. */
export const mes: Periodo = addMonths(periodoOf(formatFecha(Date.now())), -1);

/** A day of a month in the format of the calls, by default of {@link mes}. */
export const day = (date: number, month: Periodo = mes): string =>
  `${month.slice(0, 4)}-${month.slice(4)}-${String(date).padStart(2, '0')}`;

/** The first and the last day of a month. */
export function rangeOf(month: Periodo): { fechaDesde: string; fechaHasta: string } {
  const last = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(4)), 0)).getUTCDate();
  return { fechaDesde: day(1, month), fechaHasta: day(last, month) };
}

export const supplier = '132111117';
export const otherSupplier = '130000018';
const names: Readonly<Record<string, string>> = {
  [supplier]: 'Suplidora Inventada SRL',
  [otherSupplier]: 'Ferretería Imaginaria SRL',
};

export const eNCF = (tipo: number, n: number): string => `E${tipo}${String(n).padStart(10, '0')}`;

/** A purchase of {@link mes} that produces no row, because its amount does not fit into any column. */
export const unreadable = eNCF(31, 999);

/** Rows of the 606 of {@link mes}: 30 purchases on credit, 12 in cash, a credit note, and 3 that the company issued. */
export const purchases = 30 + 12 + 1 + 3;

/** A place whose company has received, issued and voided e-CF of {@link mes}. */
export const makeReportsPlace = (): Promise<Place> => makePlace({ furnish: furnishReports });

/** Stores the e-CF of a month: purchases, sales of several types, credit notes, a payment abroad and voided numbers. */
async function furnishReports({ db, signers }: Context, { id, rnc }: Stranger): Promise<void> {
  const { signer } = await signers.of(id);
  const signed = async (xml: string) => (await signXml(xml, signer)).xml;
  await db.system(async (tx) => {
    const buy = async (draft: Omit<Draft, 'comprador'>) => {
      const { emisor } = draft;
      const whole = { comprador: rnc, ...draft };
      const xml = await signed(ecfOf(whole).replace(`Emisor ${emisor}`, names[emisor]!));
      await received(tx, id, whole, { xml: Buffer.from(xml), razon_emisor: names[emisor]! });
    };
    const sell = async (draft: Omit<Draft, 'emisor'>) => {
      const whole = { emisor: rnc, ...draft };
      const xml = await signed(ecfOf(whole));
      await issued(tx, id, whole, { xml, xml_sha256: createHash('sha256').update(xml).digest() });
    };
    for (let n = 1; n <= 30; n++)
      await buy({ emisor: supplier, eNCF: eNCF(31, n), fecha: day(1 + (n % 28)), gravado: 1_000 * n });
    const services = { emisor: otherSupplier, bienServicio: 2, tipoPago: 1 } as const;
    for (let n = 101; n <= 112; n++)
      await buy({ ...services, eNCF: eNCF(31, n), fecha: day(n - 99), gravado: 2_500 + n });
    await buy({ emisor: supplier, eNCF: eNCF(34, 1), fecha: day(20), gravado: 500, modifica: eNCF(31, 2) });

    await buy({ emisor: supplier, eNCF: unreadable, fecha: day(21), gravado: 9e15 });

    for (let n = 1; n <= 12; n++)
      await sell({ eNCF: eNCF(31, n), comprador: supplier, fecha: day(2 + n), gravado: 12_000 + n });
    for (let n = 1; n <= 5; n++) await sell({ eNCF: eNCF(32, n), fecha: day(10 + n), gravado: 300 * n, tipoPago: 1 });
    await sell({ eNCF: eNCF(34, 1), comprador: supplier, fecha: day(25), gravado: 2_000, modifica: eNCF(31, 3) });
    await sell({ eNCF: eNCF(41, 1), comprador: '00100000017', fecha: day(9), gravado: 4_000 });
    await sell({ eNCF: eNCF(43, 1), fecha: day(11), gravado: 700 });
    await sell({ eNCF: eNCF(47, 1), extranjero: 'US-998877', fecha: day(12), gravado: 60_000, bienServicio: 2 });
    await tx
      .insertInto('anulacion')
      .values({
        empresa_id: id,
        id: newId(new Date()),
        secuencia_id: newId(new Date()),
        ambiente: 'testecf',
        rnc_emisor: rnc,
        tipo: 31,
        desde: 9_001,
        hasta: 9_003,
        cantidad: 3,
        codigo_608: '05',
        estado: 'aceptado',
        xml: '<ANECF/>',
        xml_sha256: Buffer.alloc(32),
        firmada: new Date(`${day(15)}T15:00:00Z`),
        por: 'demo',
        cambiada: new Date(),
      })
      .execute();
  });
}

/** Opens the reports of {@link mes}. @param more further part of the address, such as `&tab=it1` */
export function openReports(browser: Browser, who: Account, more = '', options: BrowserContextOptions = {}) {
  return visitor(browser, who, { ...options, path: addressOf(mes, more) });
}

/** The address of the reports of a month. */
export function addressOf(month: Periodo, more = ''): string {
  const { fechaDesde, fechaHasta } = rangeOf(month);
  return `/reportes-fiscales?desde=${fechaDesde}&hasta=${fechaHasta}${more}`;
}

/** A row of the 606 as returned by its call. */
export interface Live {
  readonly id: string;
  readonly ncf: string;
  readonly pendientes: readonly string[];
  readonly respuestas: Readonly<Record<string, string>>;
  readonly excluido: string | null;
}

/** Current rows of the 606 of {@link mes}, in order. */
export async function liveRows(page: Page): Promise<readonly Live[]> {
  const { text } = await callAs(page, 'GET', `/api/reportes-fiscales/606/comprobantes?periodo=${mes}&cuantos=1000`);
  return JSON.parse(text).comprobantes;
}

const answers: Readonly<Record<string, string>> = { tipo_bienes_servicios: '09', forma_pago: '01' };

/** Answers for the missing fields of a row. */
export const answersTo = ({ pendientes }: Live): Record<string, string> =>
  Object.fromEntries(pendientes.map((key) => [key, answers[key] ?? '0.00']));

/** Stores answers for all missing fields of the rows of the 606. */
export async function answerAll(page: Page): Promise<void> {
  const cambios = (await liveRows(page))
    .filter(({ pendientes }) => pendientes.length > 0)
    .map((row) => ({ id: row.id, respuestas: answersTo(row) }));
  const { status, text } = await callAs(page, 'PUT', '/api/reportes-fiscales/606/comprobantes', { cambios });
  if (status !== 200) throw new Error(text);
}
