import { electronic as issuer, own, person, supplier } from './parties.ts';
import { onPaper } from './purchases-on-paper.ts';
import { type Bought, type Currency, goods, service } from './receipt.ts';

// Purchases of the company from May to August 2026, in cents, grouped by the way in which they reach the platform.

const dollars = (tasa: number): { readonly moneda: Currency } => ({ moneda: { codigo: 'USD', tasa } });
const texas = { pais: '840', detalle: '21', tipoId: '2', id: 'EX-2040' } as const;

/** e-CF that the company issues because the other party issues none: purchases, small expenses, payments abroad. */
const issued: readonly Bought[] = (
  [
    {
      ncf: 'E470000000001',
      rnc: '',
      nombre: 'Sample Advisers LLC',
      fecha: '2026-05-15',
      lineas: [service(1_800_055, 'exento')],
      forma: '02',
      pagado: '2026-05-15',
      exterior: texas,
    },
    // Fees: 10 % in June, 15 % in July. The e-CF of June keeps its stated rate, although it was paid in July.
    {
      ncf: 'E410000000001',
      ...person,
      fecha: '2026-06-10',
      lineas: [service(4_000_055)],
      forma: '02',
      pagado: '2026-06-10',
      persona: true,
    },
    {
      ncf: 'E410000000002',
      ...person,
      fecha: '2026-06-29',
      lineas: [service(150_033)],
      forma: '02',
      pagado: '2026-07-03',
      persona: true,
    },
    {
      ncf: 'E410000000003',
      ...person,
      fecha: '2026-07-10',
      lineas: [service(4_000_055)],
      forma: '01',
      pagado: '2026-07-10',
      persona: true,
    },
    { ncf: 'E430000000001', rnc: own.rnc, nombre: '', fecha: '2026-07-06', lineas: [service(26_055, 'exento')] },
    {
      ncf: 'E470000000002',
      rnc: '',
      nombre: 'Sample Advisers LLC',
      fecha: '2026-07-20',
      lineas: [service(90_033, 'exento')],
      ...dollars(601_250),
      forma: '02',
      pagado: '2026-07-20',
      exterior: texas,
    },
    // Cloud services, taxed at 15 % since the first of July.
    {
      ncf: 'E470000000003',
      rnc: '',
      nombre: 'Foreign Cloud Inc',
      fecha: '2026-08-04',
      lineas: [service(40_011, 'exento')],
      ...dollars(602_003),
      forma: '02',
      pagado: '2026-08-04',
      exterior: { pais: '840', detalle: '24', tipoId: '2', id: 'US-99', nube: true },
    },
  ] as const
).map((one) => ({ via: 'ecf', tipo: '02', forma: '01', pagado: one.fecha, ...one }));

/** e-CF that another company issued to this one. */
const received: readonly Bought[] = (
  [
    // Also in the books.
    {
      ncf: 'E310000000001',
      fecha: '2026-05-12',
      lineas: [goods(8_000_000)],
      tipo: '09',
      forma: '02',
      pagado: '2026-05-12',
      tambienEnLibros: true,
    },
    // A telephone bill with excise and contribution, paid in a later month with nothing withheld.
    {
      ncf: 'E310000000002',
      fecha: '2026-06-08',
      lineas: [service(350_055)],
      selectivo: 10,
      contribucion: 2,
      forma: '02',
      pagado: '2026-07-30',
    },
    // Credit notes for a receipt of May: one after 28 days, and one after 51 days, too late to return the ITBIS.
    {
      ncf: 'E340000000001',
      fecha: '2026-06-09',
      lineas: [goods(300_000)],
      modifica: 'E310000000001',
      tipo: '09',
      forma: '06',
      pagado: '2026-06-09',
    },
    {
      ncf: 'E340000000002',
      fecha: '2026-07-02',
      lineas: [goods(50_000)],
      modifica: 'E310000000001',
      sinItbis: true,
      tipo: '09',
      forma: '06',
      pagado: '2026-07-02',
    },
    {
      ncf: 'E310000000003',
      fecha: '2026-07-14',
      lineas: [goods(33_333), service(11_111)],
      ...dollars(600_007),
      tipo: '09',
      forma: '02',
      pagado: '2026-07-14',
      costo: 60_000,
    },
    { ncf: 'E320000000001', fecha: '2026-08-06', lineas: [goods(45_000)], forma: '01', pagado: '2026-08-06' },
    { ncf: 'E330000000001', fecha: '2026-08-09', lineas: [service(12_345)], modifica: 'E310000000003', tipo: '09' },
  ] as const
).map((one) => ({ via: 'ecf', tipo: '02', forma: '04', ...issuer, ...one }));

/** An e-CF of that company that this one rejected commercially, so it is in no report. */
export const refused: Bought = {
  via: 'ecf',
  ncf: 'E310000000004',
  ...issuer,
  fecha: '2026-07-16',
  lineas: [goods(910_000)],
  tipo: '09',
  forma: '04',
};

/**
 * Bills are on credit; purchases paid at once state the form. The account determines the kind: 09 goods, 02 services.
 */
const books: readonly Bought[] = (
  [
    {
      ncf: 'B0100002001',
      ...supplier,
      fecha: '2026-06-14',
      lineas: [goods(600_000), service(200_000)],
      tipo: '09',
    },
    {
      ncf: 'B0100002002',
      ...supplier,
      fecha: '2026-07-09',
      lineas: [goods(45_333, 16), service(7_777)],
      ...dollars(599_977),
      tipo: '09',
    },
    {
      ncf: 'B0100002003',
      ...supplier,
      fecha: '2026-07-22',
      lineas: [service(12_345)],
      ...dollars(600_411),
      forma: '01',
      pagado: '2026-07-22',
      costo: 5_000,
    },
    {
      ncf: 'E310000009001',
      ...supplier,
      fecha: '2026-08-11',
      lineas: [goods(150_000), goods(50_000, 'exento')],
      tipo: '09',
      forma: '03',
      pagado: '2026-08-11',
      proporcional: 10_000,
    },
    {
      ncf: 'B0400002001',
      ...supplier,
      fecha: '2026-08-15',
      lineas: [goods(100_000)],
      modifica: 'B0100002001',
      tipo: '09',
      forma: '06',
      pagado: '2026-08-15',
    },
    // Fees of a person in euros, from June, paid in July.
    {
      ncf: 'B0100002004',
      ...person,
      fecha: '2026-06-22',
      lineas: [service(30_303)],
      moneda: { codigo: 'EUR', tasa: 687_519 },
      forma: '02',
      pagado: '2026-07-02',
      persona: true,
    },
  ] as const
).map((one) => ({ via: 'libros', tipo: '02', forma: '04', ...one }));

export const bought: readonly Bought[] = [...onPaper, ...issued, ...received, ...books];
export const isReceived = (one: Bought): boolean => one.via === 'ecf' && one.rnc === issuer.rnc;
