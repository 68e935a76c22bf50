import { reportes } from '@timbre/contract';
import { beforeAll, expect, test } from 'vitest';
import { received } from '../../../domain/reports/testing/documents.ts';
import { bare, type Stranger, stranger } from '../../../main/testing/stranger.ts';
import { periodo, supplier, whole, withLiveMonth } from '../testing/live-month.ts';

const { server, withReceived, list, answer } = withLiveMonth();
const person = '00100000017';
let company: Stranger;

beforeAll(async () => {
  company = await stranger(server, bare);
});

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

test('rows that lack an answer come first where that is asked for, then the complete and the excluded ones', async () => {
  const { company, ids } = await withReceived(5);
  await answer(company, { [ids[0]!]: whole, [ids[3]!]: whole });
  const excluded = { id: ids[1]!, respuestas: {}, excluido: 'Gasto personal' };
  await server.call(
    reportes.responderComprobantes,
    { params: { tipo: '606' }, body: { cambios: [excluded] } },
    company.sesion,
  );
  const seen: string[] = [];
  let despues: string | undefined;
  do {
    const page = await list(company, { cuantos: 2, primeroPendientes: true, ...(despues && { despues }) });
    seen.push(...page.comprobantes.map(({ id }) => id));
    despues = page.siguiente ?? undefined;
  } while (despues !== undefined);
  expect(seen).toEqual([ids[2], ids[4], ids[0], ids[1], ids[3]]);
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
