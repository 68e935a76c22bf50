import { reportes } from '@timbre/contract';
import { expect, test } from 'vitest';
import { issued } from '../../../domain/reports/testing/documents.ts';
import { makePerson } from '../../../main/testing/people.ts';
import { bare, stranger } from '../../../main/testing/stranger.ts';
import { newId } from '../../../platform/db/id.ts';
import { periodo, type Respuestas, supplier, whole, withLiveMonth } from '../testing/live-month.ts';

const { server, withReceived, list, answer, take } = withLiveMonth();

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

test('a thousand answers are one call', async () => {
  const { company, ids } = await withReceived(1_000);
  while ((await list(company, { cuantos: 1 })).totales.cantidadRegistros < 1_000);
  const { status, body } = await answer(company, Object.fromEntries(ids.map((id) => [id, whole])));
  expect([status, body.comprobantes.length]).toEqual([200, 1_000]);
  expect((await list(company)).totales.pendientes).toBe(0);
});
