import { reportes } from '@timbre/contract';
import { beforeAll, expect, test } from 'vitest';
import { issued, received } from '../../../domain/reports/testing/documents.ts';
import { makePerson } from '../../../main/testing/people.ts';
import { withServer } from '../../../main/testing/server.ts';
import { bare, type Stranger, stranger } from '../../../main/testing/stranger.ts';
import { newId } from '../../../platform/db/id.ts';

const server = withServer();
const supplier = '132111117';
const person = '00100000017';
const periodo = '202608';

let company: Stranger;

beforeAll(async () => {
  server.clock.advance(new Date('2026-09-10T12:00:00Z').getTime() - server.clock.now().getTime());
  company = await stranger(server, bare);
});

/** A company of its own, with received invoices of 1,000 and their ITBIS. */
async function withReceived(
  count: number,
  more: { readonly emisor?: string; readonly bienServicio?: 1 | 2; readonly tipoPago?: 1 | 2 } = {},
): Promise<{ company: Stranger; ids: string[] }> {
  const company = await stranger(server, bare);
  const numbers = Array.from({ length: count }, (_, i) => `E31${String(i + 1).padStart(10, '0')}`);
  await server.ctx.db.tenant(company.id, async (tx) => {
    for (const eNCF of numbers)
      await received(tx, company.id, { eNCF, emisor: supplier, comprador: company.rnc, ...more });
  });
  const ids = numbers.map((eNCF) => `${more.emisor ?? supplier}|${eNCF}|compra`);
  await list(company);
  return { company, ids };
}

type Tipo = '606' | '607' | '609';
const list = async ({ sesion }: Stranger, query: object = {}, tipo: Tipo = '606') =>
  (await server.call(reportes.listarComprobantes, { params: { tipo }, query: { periodo, ...query } }, sesion)).body;

type Respuestas = Record<string, string | null>;
const answer = (
  { sesion }: Stranger,
  answers: Readonly<Record<string, Respuestas>>,
  { tipo = '606' as Tipo, ...more }: { tipo?: Tipo; aunquePresentado?: boolean } = {},
) =>
  server.call(
    reportes.responderComprobantes,
    {
      params: { tipo },
      body: { cambios: Object.entries(answers).map(([id, respuestas]) => ({ id, respuestas })), ...more },
    },
    sesion,
  );
const take = ({ sesion }: Stranger, id: string, excluido: string | null) =>
  server.call(
    reportes.responderComprobantes,
    { params: { tipo: '606' }, body: { cambios: [{ id, respuestas: {}, excluido }] } },
    sesion,
  );

const whole = { tipo_bienes_servicios: '09', itbis_costo: '0.00' };

test('the grid shows a received invoice, the origin of its fields, and what is missing', async () => {
  const { company, ids } = await withReceived(1);
  const { comprobantes, totales, siguiente, presentado } = await list(company);
  expect(comprobantes).toMatchObject([
    {
      id: ids[0],
      rnc: supplier,
      montoTotal: '1180.00',
      pendientes: ['tipo_bienes_servicios', 'itbis_costo', 'itbis_proporcionalidad'],
      razones: { forma_pago: { codigo: 'D-FORMA-CREDITO' }, itbis_costo: { marca: 'pendiente' } },
      respuestas: {},
      excluido: null,
    },
  ]);
  expect(totales).toEqual({
    montoTotal: '1180.00',
    itbisTotal: '180.00',
    subtotal: '1000.00',
    cantidadRegistros: 1,
    pendientes: 1,
    faltan: { tipo_bienes_servicios: 1, itbis_costo: 1, itbis_proporcionalidad: 1 },
  });
  expect([siguiente, presentado]).toEqual([null, null]);
});

test('pages follow each other in order, and the filters match', async () => {
  const { company, ids } = await withReceived(5);
  const seen: string[] = [];
  let despues: string | undefined;
  do {
    const { comprobantes, siguiente } = await list(company, { cuantos: 2, ...(despues && { despues }) });
    seen.push(...comprobantes.map(({ id }) => id));
    despues = siguiente ?? undefined;
  } while (despues !== undefined);
  expect(seen).toEqual(ids);
  await answer(company, { [ids[1]!]: whole });
  const pending = await list(company, { soloPendientes: true });
  expect(pending.comprobantes).toHaveLength(4);
  expect(pending.totales.faltan).toMatchObject({ tipo_bienes_servicios: 4, itbis_costo: 4 });
  const matchesOf = async (buscar: string) => (await list(company, { buscar })).comprobantes.map(({ ncf }) => ncf);
  expect(await matchesOf('e310000000003')).toEqual(['E310000000003']);
  expect(await matchesOf('1321-1111')).toHaveLength(5);
  expect(await matchesOf('EMÍSOR')).toHaveLength(5);
  expect(await matchesOf('0000180')).toEqual([]);
  const { problem } = await server.call(
    reportes.listarComprobantes,
    { params: { tipo: '606' }, query: { periodo, despues: 'b3RybyBjdXJzb3I' } },
    company.sesion,
  );
  expect(problem.code).toBe('peticion/invalida');
});

test('answers are stored, withdrawn, and complete the row', async () => {
  const { company, ids } = await withReceived(1);
  const id = ids[0]!;
  const [first] = (await answer(company, { [id]: { ...whole, forma_pago: '02' } })).body.comprobantes;
  expect(first).toMatchObject({
    pendientes: [],
    respuestas: { ...whole, forma_pago: '02' },
    fila: { forma_pago: '02' },
  });
  expect((await list(company)).totales.pendientes).toBe(0);
  const [then] = (await answer(company, { [id]: { forma_pago: null, itbis_costo: '80.00' } })).body.comprobantes;
  expect(then).toMatchObject({ fila: { forma_pago: '04', itbis_adelantar: '100.00' } });
  expect(then!.respuestas).toEqual({ tipo_bienes_servicios: '09', itbis_costo: '80.00' });
});

test('two people at once lose no answer of each other', async () => {
  const { company, ids } = await withReceived(1);
  const id = ids[0]!;
  await Promise.all([
    answer(company, { [id]: { tipo_bienes_servicios: '02' } }),
    answer(company, { [id]: { itbis_costo: '0.00' } }),
    answer(company, { [id]: { forma_pago: '01' } }),
  ]);
  const [row] = (await list(company)).comprobantes;
  expect(row!.respuestas).toEqual({ tipo_bienes_servicios: '02', itbis_costo: '0.00', forma_pago: '01' });
});

test.each<[Respuestas, RegExp]>([
  [{ tipo_bienes_servicios: '12' }, /uno de los códigos 01, 02/],
  [{ itbis_costo: '1.005' }, /un monto de cero o más/],
  [{ itbis_costo: '-1' }, /un monto de cero o más/],
  [{ itbis_costo: '180.01' }, /como mucho 180.00/],
  [{ monto_servicios: '1000.01' }, /como mucho 1,000.00/],
  [{ fecha_pago: '14-08-2026' }, /una fecha aaaa-mm-dd/],
  [{ fecha_pago: '2026-08-13' }, /una fecha desde la del comprobante/],
  [{ ncf: 'B0100000001' }, /«ncf» no se responde en el 606/],
  [{ pais: '840' }, /«pais» no se responde en el 606/],
])('the answer %o is refused, and nothing is stored', async (respuestas, detail) => {
  const { company, ids } = await withReceived(1);
  const { problem } = await answer(company, { [ids[0]!]: { forma_pago: '01', ...respuestas } });
  expect([problem.code, problem.detail]).toEqual(['reportes/respuesta', expect.stringMatching(detail)]);
  expect((await list(company)).comprobantes[0]!.respuestas).toEqual({});
});

test('a missing row cannot be answered, and a reader may not answer', async () => {
  const { company, ids } = await withReceived(1);
  for (const id of [`${supplier}|E310000000099|compra`, 'nada', `${ids[0]}|más`])
    expect((await answer(company, { [id]: whole })).problem.code).toBe('recurso/no-encontrado');
  const reader = { ...company, sesion: await makePerson(server, company, 'consulta') };
  expect((await answer(reader, { [ids[0]!]: whole })).problem.code).toBe('acceso/denegado');
});

test('a batch with a receipt that does not exist names it, and stores nothing', async () => {
  const { company, ids } = await withReceived(2);
  const unknown = `${supplier}|E310000000099|compra`;
  const { problem } = await answer(company, { [ids[0]!]: whole, [unknown]: whole, [ids[1]!]: whole });
  expect(problem).toMatchObject({
    code: 'recurso/no-encontrado',
    detail: `No hay un comprobante «${supplier}|E310000000099|compra». No se guardó ninguna respuesta`,
  });
  expect((await list(company)).comprobantes.map(({ respuestas }) => respuestas)).toEqual([{}, {}]);
  expect((await answer(company, { nada: whole })).problem.detail).toBe('«nada» no es el id de un comprobante');
});

test('suggestions learn from the last answer, count as pending, and become answers when they are accepted', async () => {
  const { company, ids } = await withReceived(3);
  await answer(company, { [ids[0]!]: { tipo_bienes_servicios: '02', itbis_costo: '90.00' } });
  const { comprobantes } = await list(company);
  expect(comprobantes[1]).toMatchObject({
    sugerencias: { tipo_bienes_servicios: '02', itbis_costo: '90.00' },
    pendientes: ['tipo_bienes_servicios', 'itbis_costo'],
    razones: { itbis_costo: { codigo: 'D-SUGERIDO', marca: 'estimado' } },
    respuestas: {},
  });
  expect((await list(company)).totales.pendientes).toBe(2);
  const accept = () =>
    server.call(reportes.aceptarSugerencias, { params: { tipo: '606' }, body: { periodo } }, company.sesion);
  expect((await accept()).body).toEqual({ aceptadas: 4 });
  expect((await accept()).body).toEqual({ aceptadas: 0 });
  const after = await list(company);
  expect(after.totales.pendientes).toBe(0);
  expect(after.comprobantes[2]!.respuestas).toEqual({ tipo_bienes_servicios: '02', itbis_costo: '90.00' });
});

test('the withholding of the law on a person is suggested', async () => {
  const { company, ids } = await withReceived(1, { emisor: person, bienServicio: 2, tipoPago: 1 });
  await answer(company, { [ids[0]!]: { ...whole, tipo_bienes_servicios: '02', forma_pago: '01' } });
  const [row] = (await list(company)).comprobantes;
  expect(row).toMatchObject({
    pendientes: ['itbis_retenido', 'retencion_renta', 'tipo_retencion_isr'],
    sugerencias: { itbis_retenido: '180.00', retencion_renta: '150.00', tipo_retencion_isr: '02' },
    razones: {
      itbis_retenido: {
        codigo: 'D-RETENCION',
        marca: 'estimado',
        texto: expect.stringMatching(/solo si su empresa lo es$/),
      },
      retencion_renta: {
        codigo: 'D-RETENCION',
        texto: expect.stringContaining('Si el servicio es técnico, el tipo es 04 y se retienen RD$ 30.00'),
        fuente: expect.stringContaining('Reglamento 139-98, art. 70'),
      },
    },
  });
});

test('a purchase paid in a later month with something withheld has a row there', async () => {
  const { company, ids } = await withReceived(1, { bienServicio: 2 });
  const { body } = await answer(company, {
    [ids[0]!]: { ...whole, fecha_pago: '2026-10-05', itbis_retenido: '54.00', forma_pago: '02' },
  });
  expect(body.comprobantes.map(({ momento, pendientes }) => [momento, pendientes])).toEqual([
    ['compra', []],
    ['pago', []],
  ]);
  const october = await list(company, { periodo: '202610' });
  expect(october.comprobantes).toMatchObject([
    { momento: 'pago', fecha: '2026-08-14', montoTotal: '0.00', fila: { itbis_retenido: '54.00' } },
  ]);
  expect(october.totales).toMatchObject({ cantidadRegistros: 1, montoTotal: '0.00' });
  const { body: problems } = await server.call(
    reportes.problemasDeReporte,
    { params: { tipo: '606' }, query: { periodo: '202610' } },
    company.sesion,
  );
  expect(problems).toMatchObject({ errores: 0 });
  await answer(company, { [ids[0]!]: { fecha_pago: '2026-11-05' } });
  expect((await list(company, { periodo: '202610' })).comprobantes).toEqual([]);
  expect((await list(company, { periodo: '202611' })).comprobantes).toHaveLength(1);
});

test('a person takes a receipt out of the report and back in', async () => {
  const { company, ids } = await withReceived(2);
  await take(company, ids[0]!, 'Es un gasto personal');
  const { comprobantes, totales } = await list(company);
  expect(comprobantes.map(({ excluido }) => excluido)).toEqual(['Es un gasto personal', null]);
  expect(totales.cantidadRegistros).toBe(1);
  expect((await list(company, { cuantos: 1 })).comprobantes[0]!.id).toBe(ids[0]);
  await take(company, ids[0]!, null);
  expect((await list(company)).totales.cantidadRegistros).toBe(2);
});

test('a commercially rejected receipt is not put back by hand', async () => {
  const { company, ids } = await withReceived(1);
  await server.ctx.db.tenant(company.id, (tx) => tx.updateTable('recibido').set({ respuesta: 'rechazada' }).execute());
  expect((await list(company)).comprobantes[0]!.excluido).toBe('Su empresa lo rechazó comercialmente');
  expect((await take(company, ids[0]!, null)).problem.code).toBe('reportes/respuesta');
});

test('a filed month is changed only with a confirmation, and a change of nothing is no change', async () => {
  const { company, ids } = await withReceived(1);
  const id = newId(new Date());
  const filed = { tipo: '606', desde: '2026-08-01', hasta: '2026-08-31', estado: 'listo', por: 'prueba' } as const;
  await server.ctx.db.tenant(company.id, (tx) =>
    tx
      .insertInto('reporte')
      .values({
        ...filed,
        empresa_id: company.id,
        id,
        ambiente: 'testecf',
        porcentaje: 100,
        mensaje: '',
        totales: null,
        resumen: null,
        basado_en: null,
        filas: 1,
        creado: new Date(),
        aceptacion: 'ABC123',
        presentado: '2026-09-10',
        presento: 'prueba',
      })
      .execute(),
  );
  expect((await list(company)).presentado).toEqual({ id, numero: 'ABC123', fecha: '2026-09-10' });
  const { problem } = await answer(company, { [ids[0]!]: whole });
  expect([problem.code, problem.detail]).toEqual([
    'reportes/presentado',
    'El 606 de agosto de 2026 se presentó el 10/09/2026 con el número ABC123',
  ]);
  const accepted = await server.call(
    reportes.aceptarSugerencias,
    { params: { tipo: '606' }, body: { periodo } },
    company.sesion,
  );
  expect(accepted.body).toEqual({ aceptadas: 0 });
  expect((await answer(company, { [ids[0]!]: { forma_pago: null } })).status).toBe(200);
  expect((await answer(company, { [ids[0]!]: whole }, { aunquePresentado: true })).status).toBe(200);
  const last = await server.ctx.db.tenant(company.id, (tx) =>
    tx.selectFrom('evento').select('datos').where('tipo', '=', 'reporte.respondido').orderBy('seq', 'desc').execute(),
  );
  expect(last[0]!.datos).toMatchObject({ tipo: '606', cuantos: 1, presentado: true, por: expect.any(String) });
  expect(last).toHaveLength(2);
});

test('paper is loaded and listed, and its faults have their line', async () => {
  const record = {
    rnc: supplier,
    razonSocial: 'Cliente',
    ncf: 'B0100000001',
    fecha: '2026-08-14',
    montoTotal: '118.00',
    itbis: 18,
  };
  const load = (datos: object[]) =>
    server.call(
      reportes.cargarComprobantes,
      { params: { tipo: '607' }, body: { datos: datos as never } },
      company.sesion,
    );
  const { body } = await load([record, { ...record, ncf: 'B0100000002', rnc: '1' }, record]);
  expect(body).toEqual({
    cargados: 1,
    repetidos: [],
    rechazados: [
      { linea: 2, ncf: 'B0100000002', motivo: '«1» no es un RNC de 9 dígitos ni una cédula de 11' },
      { linea: 3, ncf: 'B0100000001', motivo: 'Está dos veces en los datos: se cargó la primera' },
    ],
    avisos: [],
  });
  expect((await list(company, {}, '607')).comprobantes).toMatchObject([
    { fuente: 'cargado', destino: 'detalle', pendientes: ['tipo_ingreso', 'efectivo'] },
  ]);
  const { problem } = await load([record, { ...record, itbis: null }]);
  expect([problem.code, problem.detail]).toEqual(['reportes/formato', 'Registro 2: falta itbis']);
  await answer(
    company,
    { [`${company.rnc}|B0100000001|compra`]: { tipo_ingreso: '1', efectivo: '118.00' } },
    { tipo: '607' },
  );
  expect((await list(company, {}, '607')).totales.pendientes).toBe(0);
});

test('an amount is stored as it was sent, or refused with the reason: a JSON number is no text', async () => {
  const own = await stranger(server, bare);
  const record = { rnc: supplier, razonSocial: 'Suplidora', ncf: 'B0100000001', fecha: '2026-08-14' };
  const amounts: readonly [montoTotal: number | string, itbis: number | string][] = [
    [819.451, 125.001],
    ['819.451', 0],
    ['US$ 1,180.00', 0],
    ['(1,180.00)', 0],
    [-1180, 0],
  ];
  const datos = amounts.map(([montoTotal, itbis], at) => ({
    ...record,
    ncf: `B010000000${at + 1}`,
    montoTotal,
    itbis,
  }));
  const { body } = await server.call(
    reportes.cargarComprobantes,
    { params: { tipo: '606' }, body: { datos } },
    own.sesion,
  );
  expect([body.cargados, body.rechazados.map(({ linea, motivo }) => [linea, motivo])]).toEqual([
    1,
    [
      [2, expect.stringContaining('Monto total: «819.451» puede ser 819,451.00 o 819.45')],
      [3, expect.stringContaining('está en otra moneda (US$)')],
      [4, expect.stringContaining('es negativo')],
      [5, expect.stringContaining('es negativo')],
    ],
  ]);
  const [row] = (await list(own)).comprobantes;
  expect(row).toMatchObject({ montoTotal: '819.45', fila: { itbis_facturado: '125.00' } });
});

test('a payment abroad is answered in the 609, and its 606 keeps its answers', async () => {
  const own = await stranger(server, bare);
  await server.ctx.db.tenant(own.id, (tx) =>
    issued(tx, own.id, { eNCF: 'E470000000001', emisor: own.rnc, extranjero: 'PA-2', bienServicio: 2, tipoPago: 1 }),
  );
  await list(own);
  const id = `${own.rnc}|E470000000001|compra`;
  await answer(own, { [id]: { tipo_bienes_servicios: '02', forma_pago: '02' } });
  const abroad = { detalle_servicio: '84', pais: '840', tipo_id_tributaria: '2', parte_relacionada: '0' };
  const { body } = await answer(own, { [id]: abroad }, { tipo: '609' });
  expect(body.comprobantes).toMatchObject([{ pendientes: [], respuestas: abroad, fila: { tipo_servicio: '8' } }]);
  expect((await list(own)).comprobantes[0]!.respuestas).toEqual({ tipo_bienes_servicios: '02', forma_pago: '02' });
});

test('the problems of a month name the row, its field and what to do', async () => {
  const { company } = await withReceived(2);
  const call = (tipo: '606' | '607' | '608') =>
    server.call(reportes.problemasDeReporte, { params: { tipo }, query: { periodo } }, company.sesion);
  const { body } = await call('606');
  expect(body.errores).toBe(6);
  expect(body.porCodigo).toEqual([
    { codigo: '606-CAMPO-01', gravedad: 'error', cantidad: 2 },
    { codigo: '606-RESPUESTA-01', gravedad: 'error', cantidad: 4 },
  ]);
  expect(body.problemas[0]).toMatchObject({
    codigo: '606-CAMPO-01',
    id: `${supplier}|E310000000001|compra`,
    campo: 'tipo_bienes_servicios',
    ncf: 'E310000000001',
  });
  expect((await call('607')).body).toEqual({ errores: 0, avisos: 0, porCodigo: [], problemas: [] });
});

test('the problems of a month have no error just when its TXT is made, also while only suggestions are open', async () => {
  const { company, ids } = await withReceived(2);
  const [first, second] = ids as [string, string];
  const look = async () => {
    const { body } = await server.call(
      reportes.problemasDeReporte,
      { params: { tipo: '606' }, query: { periodo } },
      company.sesion,
    );
    const txt = await server.call(
      reportes.exportarTxt,
      { params: { tipo: '606' }, query: { fechaDesde: '2026-08-01', fechaHasta: '2026-08-31' } },
      company.sesion,
    );
    return { errores: body.errores, campos: body.problemas.map(({ id, campo }) => `${id} ${campo}`), txt: txt.status };
  };
  await answer(company, { [first]: whole, [second]: { tipo_bienes_servicios: '09' } });
  expect(await look()).toEqual({
    errores: 2,
    campos: [`${second} itbis_costo`, `${second} itbis_proporcionalidad`],
    txt: 409,
  });
  await answer(company, { [second]: whole });
  expect(await look()).toEqual({ errores: 0, campos: [], txt: 200 });
});

test('a note whose receipt is in another month is not reported as orphaned', async () => {
  const own = await stranger(server, bare);
  const note = (eNCF: string, modifica: string, fecha = '2026-08-20') => ({
    eNCF,
    emisor: supplier,
    comprador: own.rnc,
    modifica,
    fecha,
  });
  await server.ctx.db.tenant(own.id, async (tx) => {
    await received(tx, own.id, { eNCF: 'E310000000001', emisor: supplier, comprador: own.rnc, fecha: '2026-07-10' });
    await received(tx, own.id, note('E340000000001', 'E310000000001'));
    await received(tx, own.id, note('E340000000002', 'E310000000099'));
  });
  await list(own, { periodo: '202607' });
  const { body } = await server.call(
    reportes.problemasDeReporte,
    { params: { tipo: '606' }, query: { periodo } },
    own.sesion,
  );
  expect(body.problemas.filter(({ codigo }) => codigo === '606-NOTA-01').map(({ ncf }) => ncf)).toEqual([
    'E340000000002',
  ]);
});

test('a thousand answers are one call', async () => {
  const { company, ids } = await withReceived(1_000);
  while ((await list(company, { cuantos: 1 })).totales.cantidadRegistros < 1_000);
  const { status, body } = await answer(company, Object.fromEntries(ids.map((id) => [id, whole])));
  expect([status, body.comprobantes.length]).toEqual([200, 1_000]);
  expect((await list(company)).totales.pendientes).toBe(0);
});
