import { addMonths, formatFecha, type Periodo, periodoOf } from '@timbre/values';
import type { Context } from '../../apps/server/src/context.ts';
import { newId } from '../../apps/server/src/db/id.ts';
import { ecfOf, issued, received } from '../../apps/server/src/renglones/testing/documents.ts';
import { makePlace, type Place } from '../crash/rig.ts';

/** The month of the reports: the one before today's. */
export const mes: Periodo = addMonths(periodoOf(formatFecha(Date.now())), -1);
/** A day of that month, or of one before it, as the calls write it. */
export const day = (date: number, monthsBefore = 0): string => {
  const month = addMonths(mes, -monthsBefore);
  return `${month.slice(0, 4)}-${month.slice(4)}-${String(date).padStart(2, '0')}`;
};
/** The same, as the screen shows it. */
export const shownDay = (date: number): string => day(date).split('-').reverse().join('/');

export const supplier = '132111117';
export const otherSupplier = '130000018';
export const names = { [supplier]: 'Suplidora Inventada SRL', [otherSupplier]: 'Ferretería Imaginaria SRL' } as const;
/** Received purchases on credit of the first supplier, E310000000001 and on. */
export const purchases = 30;
/** Of the second, in cash. */
export const cashPurchases = 12;

export const eNCF = (tipo: number, n: number): string => `E${tipo}${String(n).padStart(10, '0')}`;

/** A place whose demonstration company has received, issued and voided e-CF of {@link mes}. */
export const makeReportsPlace = (): Promise<Place> => makePlace({ furnish: furnishReports });

/** Stores the e-CF of a month: purchases, sales of several types, credit notes, a payment abroad and voided numbers. */
export async function furnishReports({ db }: Context): Promise<void> {
  await db.system(async (tx) => {
    const { id, rnc } = await tx
      .selectFrom('empresa')
      .select(['id', 'rnc'])
      .where('demo', '=', true)
      .executeTakeFirstOrThrow();
    const buy = async (emisor: keyof typeof names, draft: Partial<Parameters<typeof ecfOf>[0]> & { eNCF: string }) => {
      const whole = { emisor, comprador: rnc, ...draft };
      const xml = ecfOf(whole).replace(`Emisor ${emisor}`, names[emisor]);
      await received(tx, id, whole, { xml: Buffer.from(xml), razon_emisor: names[emisor] });
    };
    for (let n = 1; n <= purchases; n++)
      await buy(supplier, { eNCF: eNCF(31, n), fecha: day(1 + (n % 28)), gravado: 1_000 * n });
    for (let n = 1; n <= cashPurchases; n++)
      await buy(otherSupplier, {
        eNCF: eNCF(31, 100 + n),
        fecha: day(1 + (n % 28)),
        gravado: 250_000 + n,
        bienServicio: 2,
        tipoPago: 1,
      });
    await buy(supplier, { eNCF: eNCF(34, 1), fecha: day(20), gravado: 500, modifica: eNCF(31, 2) });
    const sell = (draft: Partial<Parameters<typeof ecfOf>[0]> & { eNCF: string }) =>
      issued(tx, id, { emisor: rnc, ...draft });
    for (let n = 1; n <= 12; n++)
      await sell({ eNCF: eNCF(31, n), comprador: supplier, fecha: day(2 + n), gravado: 120_000 + n, tipoPago: 2 });
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
