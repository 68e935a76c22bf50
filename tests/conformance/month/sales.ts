import { abroad, customer, freeZone, government, nobody } from './parties.ts';
import { type Currency, goods, type Sold, service } from './receipt.ts';

// Sales of the company from May to August 2026, in cents. Bases are round amounts, except those that test rounding.

const paper: readonly Sold[] = (
  [
    {
      ncf: 'B0100000101',
      ...customer,
      fecha: '2026-06-05',
      lineas: [goods(10_000_000)],
      forma: '02',
      ingreso: '1',
      retenido: { itbis: 540_000, isr: 100_000, fecha: '2026-06-30' },
    },
    { ncf: 'B0200000101', ...customer, fecha: '2026-06-20', lineas: [goods(26_000_000)], forma: '01', ingreso: '1' },
    { ncf: 'B1400000101', ...customer, fecha: '2026-06-21', lineas: [goods(5_000_000, 'exento')], forma: '04' },
    { ncf: 'B1500000101', ...customer, fecha: '2026-07-15', lineas: [goods(5_000_000)], forma: '04' },
    { ncf: 'B0100000102', ...customer, fecha: '2026-07-16', lineas: [goods(2_000_000)], forma: '03', ingreso: '5' },
    {
      ncf: 'B0300000101',
      ...customer,
      fecha: '2026-07-17',
      lineas: [goods(100_000)],
      forma: '04',
      modifica: 'B0100000101',
    },
    // Credit notes: within 30 days; after more than 30 days without ITBIS for a taxed sale; after more than 30 days
    // with ITBIS.
    {
      ncf: 'B0400000101',
      ...customer,
      fecha: '2026-07-10',
      lineas: [goods(50_000)],
      modifica: 'B0200000101',
    },
    {
      ncf: 'B0400000102',
      ...customer,
      fecha: '2026-07-20',
      lineas: [goods(1_000_000)],
      sinItbis: true,
      modifica: 'B0100000101',
    },
    {
      ncf: 'B0400000103',
      ...customer,
      fecha: '2026-08-20',
      lineas: [goods(500_000)],
      modifica: 'B1500000101',
    },
    { ncf: 'B0100000103', ...customer, fecha: '2026-08-21', lineas: [goods(1_000_000, 16)], forma: '01' },
    { ncf: 'B0100000104', ...customer, fecha: '2026-08-22', lineas: [goods(33_350)], forma: '01', ingreso: '2' },
    { ncf: 'B1600000101', ...customer, fecha: '2026-08-23', lineas: [goods(9_000_000, 0)], forma: '02' },
    // Consumers without RNC: summarised up to 249,999.99, but their notes are detailed.
    { ncf: 'B0200000102', ...nobody, fecha: '2026-07-18', lineas: [goods(24_999_999)], forma: '01' },
    { ncf: 'B0200000103', ...nobody, fecha: '2026-07-19', lineas: [goods(118_050, 'exento')], forma: '03' },
    { ncf: 'B0400000104', ...nobody, fecha: '2026-07-21', lineas: [goods(11_811)], modifica: 'B0200000102' },
    // Taxed and exempt amounts on one paper. Its ITBIS determines the taxed part.
    {
      ncf: 'B0100000105',
      ...customer,
      fecha: '2026-05-12',
      lineas: [goods(5_000_000), goods(2_000_000, 'exento')],
      forma: '02',
    },
  ] as const
).map((one) => ({ via: 'papel', ingreso: '1', ...one }));

const dollars = (tasa: number): { readonly moneda: Currency } => ({ moneda: { codigo: 'USD', tasa } });

/** Numbers follow their ranges, in order of date. */
const electronic: readonly Sold[] = (
  [
    { ncf: 'E310000000001', ...customer, fecha: '2026-05-04', lineas: [goods(20_000_000)], forma: '04' },
    { ncf: 'E320000000001', ...nobody, fecha: '2026-05-10', lineas: [goods(118_075)], forma: '01' },
    { ncf: 'E450000000001', ...government, fecha: '2026-05-20', lineas: [service(4_500_050)], forma: '02' },
    {
      ncf: 'E310000000002',
      ...customer,
      fecha: '2026-06-03',
      lineas: [goods(150_033)],
      ...dollars(592_543),
      forma: '04',
      retenido: { itbis: 480_051, fecha: '2026-06-29' },
    },
    // Above 250,000: in detail, with its buyer, and paid in two forms.
    {
      ncf: 'E320000000002',
      ...customer,
      fecha: '2026-06-12',
      lineas: [goods(30_000_000)],
      forma: '03',
      enEfectivo: 10_000_000,
    },
    { ncf: 'E440000000001', ...freeZone, fecha: '2026-06-15', lineas: [goods(475_000, 'exento')], forma: '02' },
    {
      ncf: 'E460000000001',
      ...abroad,
      fecha: '2026-06-18',
      lineas: [goods(250_075, 0)],
      ...dollars(593_107),
      forma: '04',
    },
    { ncf: 'E330000000001', ...customer, fecha: '2026-06-20', lineas: [goods(90_000)], modifica: 'E310000000002' },
    // Credit notes for a receipt of the same month, and for one of the month before after 53 days, which is too late.
    { ncf: 'E340000000001', ...customer, fecha: '2026-06-25', lineas: [goods(250_000)], modifica: 'E310000000002' },
    {
      ncf: 'E340000000002',
      ...customer,
      fecha: '2026-06-26',
      lineas: [goods(1_000_000)],
      modifica: 'E310000000001',
      sinItbis: true,
    },
    // All four rates. It is also in the books.
    {
      ncf: 'E310000000003',
      ...customer,
      fecha: '2026-07-01',
      lineas: [goods(990_000), goods(310_000, 16), goods(300_000, 0), service(80_000, 'exento')],
      forma: '04',
      tambienEnLibros: true,
    },
    // Credit notes for a receipt of the month before: after 21 days, and after 30, the last day on which ITBIS is
    // returned.
    { ncf: 'E340000000003', ...customer, fecha: '2026-07-03', lineas: [goods(500_000)], modifica: 'E320000000002' },
    { ncf: 'E340000000004', ...customer, fecha: '2026-07-12', lineas: [goods(700_000)], modifica: 'E320000000002' },
    // A meal, with its tip.
    { ncf: 'E320000000003', ...nobody, fecha: '2026-07-15', lineas: [service(220_050)], propina: 10, forma: '01' },
    // In dollars, and after more than 30 days.
    {
      ncf: 'E340000000005',
      ...customer,
      fecha: '2026-07-19',
      lineas: [goods(10_011)],
      ...dollars(592_543),
      modifica: 'E310000000002',
      sinItbis: true,
    },
    {
      ncf: 'E310000000004',
      ...customer,
      fecha: '2026-07-20',
      lineas: [goods(77_777), service(5_000, 'exento')],
      ...dollars(601_250),
      forma: '02',
    },
    { ncf: 'E310000000005', ...customer, fecha: '2026-08-05', lineas: [goods(1_200_000, 16)], forma: '02' },
    { ncf: 'E330000000002', ...customer, fecha: '2026-08-10', lineas: [service(45_055)], modifica: 'E310000000003' },
    // A credit note after 31 days.
    {
      ncf: 'E340000000006',
      ...customer,
      fecha: '2026-08-20',
      lineas: [goods(2_500)],
      ...dollars(601_250),
      modifica: 'E310000000004',
      sinItbis: true,
    },
    { ncf: 'E310000000006', ...customer, fecha: '2026-08-22', lineas: [goods(3_000_000)], forma: '02', ingreso: '5' },
    { ncf: 'E310000000007', ...customer, fecha: '2026-08-24', lineas: [service(2_500_000)], forma: '04', ingreso: '4' },
  ] as const
).map((one) => ({ via: 'ecf', ingreso: '1', ...one }));

const euros: Currency = { codigo: 'EUR', tasa: 687_519 };

/** Invoices on credit and paid sales receipts. The kind of document in the books determines the payment. */
const books: readonly Sold[] = (
  [
    {
      ncf: 'B0100002101',
      ...customer,
      fecha: '2026-06-09',
      lineas: [service(123_457), service(10_001, 'exento')],
      moneda: euros,
      forma: '04',
    },
    { ncf: 'B0100002102', ...customer, fecha: '2026-07-07', lineas: [goods(40_005)], ...dollars(598_811), forma: '01' },
    { ncf: 'B0100002103', ...customer, fecha: '2026-07-08', lineas: [goods(910_000, 16)], forma: '03' },
    // Rent, as determined by the account.
    { ncf: 'B0100002104', ...customer, fecha: '2026-08-02', lineas: [service(1_500_000)], forma: '04', ingreso: '4' },
    // Credit notes after 46 days, with ITBIS that is not returned, and after 25 days.
    {
      ncf: 'B0400002101',
      ...customer,
      fecha: '2026-07-25',
      lineas: [service(23_457)],
      moneda: euros,
      modifica: 'B0100002101',
    },
    {
      ncf: 'B0400002102',
      ...customer,
      fecha: '2026-08-01',
      lineas: [goods(5_005)],
      ...dollars(598_811),
      modifica: 'B0100002102',
    },
  ] as const
).map((one) => ({ via: 'libros', ingreso: '1', ...one }));

export const sold: readonly Sold[] = [...paper, ...electronic, ...books];
