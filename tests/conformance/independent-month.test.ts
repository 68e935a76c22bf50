import { aprobaciones, clientes, reportes, sesion } from '@timbre/contract';
import type { RouteSpec } from '@timbre/route';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { makeRoot } from '../../apps/server/src/testing/empresa.ts';
import { withServer } from '../../apps/server/src/testing/server.ts';

// Three months of an invented company on paper, worked out a second time from the texts alone: the instructions of the 606, the 607
// and the 609, the form of the IT-1 with its Anexo A, art. 338, and the rates of Ley 30-26. Nothing of the package of reports is
// used. All that the platform knows of the months came by public calls, of a company that registered as any other.

vi.setConfig({ testTimeout: 120_000 });

/** A receipt on paper, in cents, and what its accountant knows of it. */
interface Bought {
  readonly ncf: string;
  readonly rnc: string;
  readonly nombre: string;
  /** yyyy-MM-dd. */
  readonly fecha: string;
  readonly base: number;
  readonly itbis: number;
  readonly servicios: number;
  readonly propina?: number;
  readonly selectivo?: number;
  readonly otros?: number;
  readonly modifica?: string;
  /** Kind of goods and services, 606 field 3. */
  readonly tipo: string;
  readonly forma: string;
  readonly pagado?: string;
  readonly costo?: number;
  readonly proporcional?: number;
  /** Fees or rent of a person, whose withholding is that of the law on the day of the payment. */
  readonly persona?: true;
  /** A payment abroad: code of the country, of the detail of the service, and of the kind of payee. */
  readonly exterior?: { readonly pais: string; readonly detalle: string; readonly tipoId: string; readonly id: string };
}

interface Sold {
  readonly ncf: string;
  readonly rnc: string;
  readonly nombre: string;
  readonly fecha: string;
  readonly base: number;
  readonly itbis: number;
  readonly forma?: string;
  readonly ingreso: string;
  readonly modifica?: string;
  readonly retenido?: { readonly itbis: number; readonly fecha: string };
}

const supplier = { rnc: '132111117', nombre: 'Suplidora Inventada SRL' };
const person = { rnc: '00100000033', nombre: 'Persona Inventada' };
const customer = { rnc: '131246796', nombre: 'Cliente Inventado SRL' };
const own = '133009889';

const bought: readonly Bought[] = [
  {
    ncf: 'B0100000001',
    ...supplier,
    fecha: '2026-06-10',
    base: 1_000_000,
    itbis: 180_000,
    servicios: 0,
    tipo: '09',
    forma: '01',
    pagado: '2026-06-10',
  },
  // Fees of a person, paid before and after the first of July: 10 % and 15 %.
  {
    ncf: 'B0100000002',
    ...person,
    fecha: '2026-06-15',
    base: 500_033,
    itbis: 90_006,
    servicios: 500_033,
    tipo: '02',
    forma: '02',
    pagado: '2026-06-20',
    persona: true,
  },
  {
    ncf: 'B0100000003',
    ...person,
    fecha: '2026-06-25',
    base: 1_000_000,
    itbis: 180_000,
    servicios: 1_000_000,
    tipo: '02',
    forma: '02',
    pagado: '2026-07-05',
    persona: true,
  },
  {
    ncf: 'B0100000004',
    ...person,
    fecha: '2026-07-08',
    base: 333_333,
    itbis: 60_000,
    servicios: 333_333,
    tipo: '02',
    forma: '01',
    pagado: '2026-07-08',
    persona: true,
  },
  {
    ncf: 'B1400000001',
    ...supplier,
    fecha: '2026-07-03',
    base: 100_000,
    itbis: 0,
    servicios: 0,
    tipo: '10',
    forma: '04',
  },
  {
    ncf: 'B0200000001',
    ...supplier,
    fecha: '2026-07-04',
    base: 50_000,
    itbis: 9_000,
    servicios: 0,
    tipo: '02',
    forma: '01',
    pagado: '2026-07-04',
  },
  {
    ncf: 'B1300000001',
    rnc: own,
    nombre: 'Gastos menores',
    fecha: '2026-07-06',
    base: 10_000,
    itbis: 1_800,
    servicios: 0,
    tipo: '02',
    forma: '01',
    pagado: '2026-07-06',
  },
  {
    ncf: 'B0100000005',
    ...supplier,
    fecha: '2026-07-12',
    base: 2_000_000,
    itbis: 360_000,
    servicios: 500_000,
    propina: 200_000,
    tipo: '09',
    forma: '03',
    pagado: '2026-07-12',
    costo: 60_000,
    proporcional: 100_000,
  },
  {
    ncf: 'B0100000006',
    ...supplier,
    fecha: '2026-07-13',
    base: 100_000,
    itbis: 18_000,
    servicios: 100_000,
    selectivo: 10_000,
    otros: 2_000,
    tipo: '02',
    forma: '02',
    pagado: '2026-07-13',
  },
  // A supplier's note over what was bought in June.
  {
    ncf: 'B0400000001',
    ...supplier,
    fecha: '2026-07-05',
    base: 100_000,
    itbis: 18_000,
    servicios: 0,
    modifica: 'B0100000001',
    tipo: '09',
    forma: '06',
    pagado: '2026-07-05',
  },
  {
    ncf: 'B1700000001',
    rnc: '',
    nombre: 'Foreign Cloud Inc',
    fecha: '2026-08-03',
    base: 700_000,
    itbis: 0,
    servicios: 700_000,
    tipo: '02',
    forma: '04',
    exterior: { pais: '840', detalle: '11', tipoId: '1', id: 'US-99' },
  },
];

const sold: readonly Sold[] = [
  {
    ncf: 'B0100000101',
    ...customer,
    fecha: '2026-06-05',
    base: 10_000_000,
    itbis: 1_800_000,
    forma: '02',
    ingreso: '1',
    retenido: { itbis: 540_000, fecha: '2026-06-30' },
  },
  {
    ncf: 'B0200000101',
    ...customer,
    fecha: '2026-06-20',
    base: 26_000_000,
    itbis: 4_680_000,
    forma: '01',
    ingreso: '1',
  },
  { ncf: 'B1400000101', ...customer, fecha: '2026-06-21', base: 5_000_000, itbis: 0, forma: '04', ingreso: '1' },
  { ncf: 'B1500000101', ...customer, fecha: '2026-07-15', base: 5_000_000, itbis: 900_000, forma: '04', ingreso: '1' },
  { ncf: 'B0100000102', ...customer, fecha: '2026-07-16', base: 2_000_000, itbis: 360_000, forma: '03', ingreso: '5' },
  {
    ncf: 'B0300000101',
    ...customer,
    fecha: '2026-07-17',
    base: 100_000,
    itbis: 18_000,
    ingreso: '1',
    modifica: 'B0100000101',
  },
  // Within 30 days; of more than 30 days without ITBIS; of more than 30 days with the ITBIS that is not given back.
  {
    ncf: 'B0400000101',
    ...customer,
    fecha: '2026-07-10',
    base: 50_000,
    itbis: 9_000,
    ingreso: '1',
    modifica: 'B0200000101',
  },
  {
    ncf: 'B0400000102',
    ...customer,
    fecha: '2026-07-20',
    base: 1_000_000,
    itbis: 0,
    ingreso: '1',
    modifica: 'B0100000101',
  },
  {
    ncf: 'B0400000103',
    ...customer,
    fecha: '2026-08-20',
    base: 500_000,
    itbis: 90_000,
    ingreso: '1',
    modifica: 'B1500000101',
  },
  { ncf: 'B0100000103', ...customer, fecha: '2026-08-21', base: 1_000_000, itbis: 160_000, forma: '01', ingreso: '1' },
  { ncf: 'B0100000104', ...customer, fecha: '2026-08-22', base: 33_350, itbis: 6_003, forma: '01', ingreso: '2' },
  { ncf: 'B1600000101', ...customer, fecha: '2026-08-23', base: 9_000_000, itbis: 0, forma: '02', ingreso: '1' },
];

const periods = ['202606', '202607', '202608'] as const;
const monthOf = (day: string) => day.slice(0, 4) + day.slice(5, 7);
const dgii = (day: string) => day.replaceAll('-', '');
const kindOf = (ncf: string) => ncf.slice(1, 3);
const isCredit = (ncf: string) => kindOf(ncf) === '04';
const isForeign = (ncf: string) => kindOf(ncf) === '17';
const half = (a: number, b: number) => Math.floor((2 * a + b) / (2 * b));
const dayNumber = (day: string) => Date.parse(day) / 86_400_000;

// ---- The second reckoning --------------------------------------------------------------------------------------------

/** What a person is withheld of fees: all the ITBIS, and of the income 10 %, from 1 July 2026 on 15 %. @source Ley 30-26 */
const withheldOf = (one: Bought) =>
  one.persona && one.pagado
    ? { itbis: one.itbis, isr: half(one.base * (one.pagado >= '2026-07-01' ? 15 : 10), 100) }
    : { itbis: 0, isr: 0 };

/** The cost of the ITBIS: all of what a consumer's receipt says, else what the accountant says. */
const costOf = (one: Bought) => (kindOf(one.ncf) === '02' ? one.itbis : (one.costo ?? 0));

interface Line606 {
  readonly one: Bought;
  readonly later: boolean;
}

/** Purchases of a month, and those of months before that were paid in it with something withheld. */
const linesOf606 = (period: string): Line606[] => [
  ...bought.filter(({ fecha }) => monthOf(fecha) === period).map((one) => ({ one, later: false })),
  ...bought
    .filter(
      (one) =>
        one.pagado !== undefined &&
        monthOf(one.pagado) === period &&
        monthOf(one.fecha) < period &&
        withheldOf(one).itbis + withheldOf(one).isr > 0,
    )
    .map((one) => ({ one, later: true })),
];

/** The 23 fields of a line; amounts in cents, blanks as 0 or ''. */
function fields606({ one, later }: Line606): (string | number)[] {
  const unpaid = !later && one.pagado !== undefined && monthOf(one.pagado) > monthOf(one.fecha);
  const withheld = unpaid ? { itbis: 0, isr: 0 } : withheldOf(one);
  const id = ['13', '17'].includes(kindOf(one.ncf)) ? own : one.rnc;
  const isAbroad = isForeign(one.ncf);
  const paid = unpaid || one.forma === '04' ? '' : dgii(one.pagado ?? '');
  return [
    id,
    id.length === 11 ? '2' : '1',
    one.tipo,
    one.ncf,
    one.modifica ?? '',
    dgii(one.fecha),
    paid,
    one.servicios,
    one.base - one.servicios,
    one.base,
    one.itbis,
    withheld.itbis,
    isAbroad ? 0 : (one.proporcional ?? 0),
    isAbroad ? 0 : costOf(one),
    isAbroad ? 0 : one.itbis - costOf(one),
    0,
    withheld.isr > 0 ? '02' : '',
    withheld.isr,
    0,
    one.selectivo ?? 0,
    one.otros ?? 0,
    one.propina ?? 0,
    unpaid ? '04' : one.forma,
  ];
}

const fieldOfForm: Readonly<Record<string, number>> = { '01': 0, '02': 1, '03': 2, '04': 3 };

function fields607(one: Sold): (string | number)[] {
  const forms = [0, 0, 0, 0, 0, 0, 0];
  if (one.forma !== undefined) forms[fieldOfForm[one.forma]!] = one.base + one.itbis;
  return [
    one.rnc,
    '1',
    one.ncf,
    one.modifica ?? '',
    one.ingreso,
    dgii(one.fecha),
    one.retenido ? dgii(one.retenido.fecha) : '',
    one.base,
    one.itbis,
    one.retenido?.itbis ?? 0,
    0,
    0,
    0,
    0,
    0,
    0,
    ...forms,
  ];
}

const isLate = (one: Sold) => {
  const modified = sold.find(({ ncf }) => ncf === one.modifica);
  return isCredit(one.ncf) && modified !== undefined && dayNumber(one.fecha) - dayNumber(modified.fecha) > 30;
};

/** What the ITBIS of a sale on paper tells of its base: at 18 %, at 16 %, or none. */
const taxedOf = ({ base, itbis }: Sold) => ({
  g18: itbis > 0 && Math.abs(itbis - base * 0.18) <= 100 ? base : 0,
  g16: itbis > 0 && Math.abs(itbis - base * 0.16) <= 100 ? base : 0,
});

/** The boxes of the IT-1 of a month, in cents. */
function boxesOf(period: string): Record<string, number> {
  const sales = sold.filter(({ fecha }) => monthOf(fecha) === period);
  const sign = ({ ncf }: { readonly ncf: string }) => (isCredit(ncf) ? -1 : 1);
  const add = <One>(all: readonly One[], of: (one: One) => number) => all.reduce((sum, one) => sum + of(one), 0);
  const ofKind = (...kinds: string[]) =>
    add(
      sales.filter(({ ncf }) => kinds.includes(kindOf(ncf))),
      ({ base }) => base,
    );
  const ofIncome = (kind: string) =>
    add(
      sales.filter(({ ingreso }) => ingreso === kind),
      (one) => sign(one) * one.base,
    );
  const box: Record<string, number> = {
    A1: ofKind('01'),
    A2: ofKind('02'),
    A3: ofKind('03'),
    A4: ofKind('04'),
    A6: ofKind('14'),
    A7: ofKind('15'),
    A8: ofKind('16'),
    A20: ofIncome('1'),
    A21: ofIncome('2'),
    A24: ofIncome('5'),
    A29: add(sales, ({ retenido }) => retenido?.itbis ?? 0),
    A43: add(sales.filter(isLate), ({ base }) => base),
  };
  const at = (id: string) => box[id] ?? 0;
  box.A11 = at('A1') + at('A2') + at('A3') - at('A4') + at('A6') + at('A7') + at('A8');
  box.A26 = at('A20') + at('A21') + at('A24');
  box['1'] = at('A11');
  box['2'] = at('A8');
  box['5'] = at('A6');
  const local = sales.filter(({ ncf }) => !['14', '16'].includes(kindOf(ncf)));
  box['4'] = add(local, (one) => sign(one) * (one.base - taxedOf(one).g18 - taxedOf(one).g16));
  box['9'] = at('2') + at('4') + at('5');
  box['10'] = at('1') - at('9');
  const inTime = local.filter((one) => !isLate(one));
  box['12'] = add(inTime, (one) => sign(one) * taxedOf(one).g16);
  box['15'] = at('A24');
  // What is taxed at 18 %, less the notes of 30 days at most: those alone give ITBIS back (art. 338).
  box['11'] = add(inTime, (one) => sign(one) * taxedOf(one).g18) - at('15');
  box['16'] = half(at('11') * 18, 100);
  box['17'] = half(at('12') * 16, 100);
  box['20'] = half(at('15') * 18, 100);
  box['21'] = at('16') + at('17') + at('20');

  const rows = linesOf606(period);
  const first = rows.filter(({ later }) => !later).map(({ one }) => one);
  box.A44 = add(
    first.filter(({ ncf }) => kindOf(ncf) === '14'),
    ({ base }) => base,
  );
  const services = (one: Bought, amount: number) => (one.base === 0 ? 0 : half(amount * one.servicios, one.base));
  const split = (id: string, all: readonly Bought[], of: (one: Bought) => number) => {
    box[`${id}.2`] = add(all, (one) => sign(one) * services(one, of(one)));
    box[`${id}.1`] = add(all, (one) => sign(one) * (of(one) - services(one, of(one))));
  };
  const domestic = first.filter(({ ncf }) => !isForeign(ncf));
  const share = ({ proporcional = 0 }: Bought) => proporcional;
  const credit = (one: Bought) => one.itbis - costOf(one) - share(one);
  split('A47', domestic, costOf);
  split(
    'A50',
    domestic.filter(({ tipo }) => tipo === '09'),
    credit,
  );
  split(
    'A51',
    domestic.filter(({ tipo }) => tipo !== '09'),
    credit,
  );
  split('A53', domestic, share);
  // Percent with four decimals.
  const coefficient = at('1') === 0 ? 0 : half((at('2') + at('5') + at('10')) * 1_000_000, at('1'));
  for (const column of ['1', '2'])
    box[`A56.${column}`] =
      at(`A50.${column}`) + at(`A51.${column}`) + half(at(`A53.${column}`) * coefficient, 1_000_000);
  box['22'] = at('A56.1');
  box['23'] = at('A56.2');
  box['25'] = at('22') + at('23');
  const due = at('21') - at('25');
  box['26'] = Math.max(due, 0);
  box['27'] = Math.max(-due, 0);
  box['30'] = at('A29');
  box['33'] = Math.max(due - at('30'), 0);
  box['34'] = Math.max(at('30') - due, 0);
  const paidNow = rows.filter(({ one, later }) => later || monthOf(one.pagado ?? '9999-99') === period);
  box['39'] = add(
    paidNow.filter(({ one }) => one.persona),
    ({ one }) => one.servicios,
  );
  box['50'] = half(at('39') * 18, 100);
  box['60'] = at('50');
  return box;
}

// ---- What the platform says --------------------------------------------------------------------------------------------

const server = withServer();
let key: string;
const call = async <const R extends RouteSpec>(route: R, input: object, as = key) => {
  const answer = await server.call(route, input as never, as);
  if (answer.status >= 300) throw new Error(`${route.path}: ${answer.text}`);
  return answer;
};
const money = (cents: number) => (cents / 100).toFixed(2);
const days = (period: string) => {
  const [year, month] = [Number(period.slice(0, 4)), Number(period.slice(4))];
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const at = (day: number) => `${period.slice(0, 4)}-${period.slice(4)}-${String(day).padStart(2, '0')}`;
  return { fechaDesde: at(1), fechaHasta: at(last) };
};

/** Registers as anybody does, and enters once the platform's administrator has approved. */
async function register() {
  const root = await makeRoot(server);
  const user = { correo: 'contable@independiente.example', contrasena: 'una-contraseña-larga-2026' };
  const company = { rncEmisor: own, razonSocial: 'Empresa Independiente SRL' };
  await server.call(clientes.registrar, { body: { ...user, ...company } });
  const { body: waiting } = await call(aprobaciones.solicitudesPendientes, {}, root);
  const { id } = (waiting as readonly { id: string; rncEmisor: string }[]).find(({ rncEmisor }) => rncEmisor === own)!;
  await call(aprobaciones.aprobarSolicitud, { params: { id } }, root);
  key = (await server.call(sesion.login, { body: user })).body.apiKey;
}

const recordOf = (one: Bought | Sold, extra: object) => ({
  rnc: one.rnc,
  razonSocial: one.nombre,
  ncf: one.ncf,
  fecha: one.fecha,
  itbis: money(one.itbis),
  ...(one.modifica !== undefined && { ncf_modificado: one.modifica }),
  ...extra,
});

async function loadPurchases() {
  const datos = bought.map((one) => {
    const { propina = 0, selectivo = 0, otros = 0 } = one;
    return recordOf(one, {
      montoTotal: money(one.base + one.itbis + propina + selectivo + otros),
      montoServicios: money(one.servicios),
      propinaLegal: money(propina),
      impuestoSelectivo: money(selectivo),
      otrosImpuestos: money(otros),
      formaPago: one.forma,
    });
  });
  const { body } = await call(reportes.cargarComprobantes, { params: { tipo: '606' }, body: { datos } });
  expect(body).toEqual({ cargados: bought.length, repetidos: [], rechazados: [] });
  const issuer = (one: Bought) => (['13', '17'].includes(kindOf(one.ncf)) ? own : one.rnc);
  const idOf = (one: Bought) => `${issuer(one)}|${one.ncf}|compra`;
  const cambios = bought.map((one) => ({
    id: idOf(one),
    respuestas: {
      tipo_bienes_servicios: one.tipo,
      ...(one.itbis > 0 &&
        !['02', '17'].includes(kindOf(one.ncf)) && {
          itbis_costo: money(one.costo ?? 0),
          itbis_proporcionalidad: money(one.proporcional ?? 0),
        }),
      ...(one.pagado !== undefined && { fecha_pago: one.pagado }),
      // Of a company nothing is withheld here.
      ...(one.servicios > 0 && !one.persona && one.itbis > 0 && { itbis_retenido: '0.00' }),
      ...(one.persona && { tipo_retencion_isr: '02' }),
    },
  }));
  await call(reportes.responderComprobantes, { params: { tipo: '606' }, body: { cambios } });
  // What is withheld of a person is what the platform suggests by the law of the day of the payment.
  for (const periodo of periods)
    await call(reportes.aceptarSugerencias, { params: { tipo: '606' }, body: { periodo } });
  const abroad = bought.filter(({ exterior }) => exterior !== undefined);
  await call(reportes.responderComprobantes, {
    params: { tipo: '609' },
    body: {
      cambios: abroad.map((one) => ({
        id: idOf(one),
        respuestas: {
          tipo_id_tributaria: one.exterior!.tipoId,
          id_tributaria: one.exterior!.id,
          pais: one.exterior!.pais,
          detalle_servicio: one.exterior!.detalle,
          parte_relacionada: '0',
        },
      })),
    },
  });
}

async function loadSales() {
  const datos = sold.map((one) =>
    recordOf(one, { montoTotal: money(one.base + one.itbis), formaPago: one.forma ?? '', tipoIngreso: one.ingreso }),
  );
  const { body } = await call(reportes.cargarComprobantes, { params: { tipo: '607' }, body: { datos } });
  expect(body).toEqual({ cargados: sold.length, repetidos: [], rechazados: [] });
  const cambios = sold
    .filter(({ retenido }) => retenido !== undefined)
    .map(({ ncf, retenido }) => ({
      id: `${own}|${ncf}|compra`,
      respuestas: { itbis_retenido_terceros: money(retenido!.itbis), fecha_retencion: retenido!.fecha },
    }));
  await call(reportes.responderComprobantes, { params: { tipo: '607' }, body: { cambios } });
}

/** Generates a report and waits for its end. */
async function generate(tipo: '606' | '607' | 'it1', period: string) {
  const { body } = await call(reportes.generarReporte, { params: { tipo }, body: days(period) });
  const { _id: id } = body as { _id: string };
  for (;;) {
    const found = (await call(reportes.verReporte, { params: { tipo, id } })).body as reportes.ReporteGuardado;
    if (found.estado !== 'generando') return found;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

const amountsOf: Readonly<Record<string, ReadonlySet<number>>> = {
  606: new Set([8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 19, 20, 21, 22]),
  607: new Set([8, 9, ...Array.from({ length: 14 }, (_, i) => 10 + i)]),
  609: new Set([10, 12, 13]),
};

/** The lines of a file: amounts in cents, a blank one as 0, in the order of their numbers. */
async function txtOf(tipo: '606' | '607' | '609', period: string) {
  const { text } = await call(reportes.exportarTxt, { params: { tipo }, query: days(period) });
  const [header, ...lines] = text.split('\r\n');
  const read = lines.map((line) =>
    line.split('|').map((field, i) => (amountsOf[tipo]!.has(i + 1) ? Math.round(Number(field || '0') * 100) : field)),
  );
  return { header, lines: read };
}

const sorted = (lines: readonly (readonly (string | number)[])[]) => [...lines].map((line) => line.join('|')).sort();

beforeAll(async () => {
  server.clock.advance(new Date('2026-09-10T12:00:00Z').getTime() - server.clock.now().getTime());
  await register();
  await loadPurchases();
  await loadSales();
  await server.app.runner.start();
});

describe.each(periods)('the month %s, by a second reckoning', (period) => {
  test('the 606', async () => {
    const { header, lines } = await txtOf('606', period);
    const expected = linesOf606(period).map(fields606);
    expect(sorted(lines)).toEqual(sorted(expected));
    expect(header).toBe(`606|${own}|${period}|${expected.length}`);
  });

  test('the 607', async () => {
    const { header, lines } = await txtOf('607', period);
    const expected = sold.filter(({ fecha }) => monthOf(fecha) === period).map(fields607);
    expect(sorted(lines)).toEqual(sorted(expected));
    expect(header).toBe(`607|${own}|${period}|${expected.length}`);
  });

  test('the 609', async () => {
    const { header, lines } = await txtOf('609', period);
    const abroad = bought.filter(({ exterior, fecha }) => exterior !== undefined && monthOf(fecha) === period);
    const expected = abroad.map(({ nombre, exterior, ncf, fecha, base }) => {
      const { tipoId, id, pais, detalle } = exterior!;
      return [nombre, tipoId, id, pais, detalle.slice(0, 1), detalle, '0', ncf, dgii(fecha), base, '', 0, 0];
    });
    expect(sorted(lines)).toEqual(sorted(expected));
    expect(header).toBe(`609|${own}|${period}|${expected.length}`);
  });

  test('the IT-1 with its Anexo A', async () => {
    await generate('606', period);
    await generate('607', period);
    const { resumen } = await generate('it1', period);
    const shown = new Map([...resumen!.formulario, ...resumen!.anexoA].map(({ id, valor }) => [id, valor]));
    const expected = Object.entries(boxesOf(period)).map(([id, cents]) => [id, money(cents)]);
    expect(expected.map(([id]) => [id, shown.get(id!)])).toEqual(expected);
    const late = sold.some((one) => monthOf(one.fecha) === period && isLate(one));
    expect(resumen!.preauditoria.some(({ codigo }) => codigo === 'IT1-607-06')).toBe(late);
  });
});
