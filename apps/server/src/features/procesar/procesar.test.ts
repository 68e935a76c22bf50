import { importacion, procesar } from '@timbre/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { refuse } from '../../http/problem.ts';
import { openWorkbook } from '../../libro/open-workbook.ts';
import { makeEmpresa, makePerson, type TestEmpresa } from '../../testing/empresa.ts';
import { withServer } from '../../testing/server.ts';
import { connectSources, emptyMapping } from './sources.ts';
import { createFeed, type Feed, fullMapping, inventedDocuments } from './testing/feed.ts';

const server = withServer();
let empresa: TestEmpresa;
let feed: Feed;

beforeAll(() => server.app.runner.start());

const agosto = { fechaInicio: '2026-08-01', fechaFin: '2026-08-31' } as const;

/** A new company, and the accounting program of the server. */
async function connect(count: number): Promise<void> {
  empresa = await makeEmpresa(server, { certificado: false });
  feed = createFeed(inventedDocuments(count));
  connectSources(server.ctx, feed);
}

const start = (body: object = {}) =>
  server.call(procesar.procesarReportes, { body: { ...agosto, ...body } }, empresa.sesion);
const view = async (id: string) => (await server.call(procesar.verEjecucion, { params: { id } }, empresa.sesion)).body;

/** Waits until an execution is as it should be. */
async function until(id: string, is: (run: procesar.Ejecucion) => boolean): Promise<procesar.Ejecucion> {
  for (;;) {
    const run = await view(id);
    if (is(run)) return run;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
const ended = (id: string) => until(id, ({ Estado }) => Estado !== 'En Proceso');

/** Begins a run and waits for its end. */
async function process(body: object = {}): Promise<procesar.Ejecucion> {
  const { body: begun, text } = await start(body);
  expect(text).toContain('"success":true');
  return ended(begun.ejecucion.ID);
}

const statistics = async () => {
  const { body } = await server.call(
    procesar.estadisticasDeProceso,
    { params: { rnc: empresa.rnc }, query: agosto },
    empresa.sesion,
  );
  return body.estadisticas;
};

/** Holds the page that begins after so many documents. Gives what lets it go on, and when it is reached. */
function holdPage(at: number) {
  let go: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  const reached = new Promise<void>((resolve) => {
    feed.beforePage = async (from) => {
      server.clock.advance(5_000);
      if (from !== at) return;
      resolve();
      await held;
    };
  });
  return { reached, go };
}

describe('the requirements', () => {
  test('without a connection or a mapping are told one by one, and nothing is processed', async () => {
    await connect(0);
    feed.conectado = false;
    feed.mapeo = { ...emptyMapping, mapping606: { campo11: [] } };
    const { body } = await server.call(procesar.requisitosDeProceso, {}, empresa.sesion);
    expect(body).toEqual({
      conexion: { conectado: false, empresa: null, companyId: null },
      mapeo: {
        completo: false,
        faltas: [
          'El mapeo del reporte 606 está vacío',
          'El mapeo del reporte 607 está vacío',
          'La clasificación de tipos de bienes y servicios (606) está vacía',
          'La clasificación de tipos de ingresos (607) está vacía',
        ],
      },
      enProceso: null,
    });
    expect((await start()).problem).toMatchObject({
      code: 'procesar/requisitos',
      title: 'Complete todos los requisitos antes de procesar',
    });
    feed.conectado = true;
    expect((await start()).problem.detail).toMatch(
      /^Complete el mapeo de cuentas: El mapeo del reporte 606 está vacío;/,
    );
    expect((await start({ companyId: '1' })).problem.code).toBe('procesar/requisitos');
  });

  test('a mapping of the call takes the place of the saved one if it is valid', async () => {
    await connect(2);
    const brought = {
      mapping606: { campo11: ['7', { id: '8', nombre: 'ITBIS' }, '7'] },
      mapping607: { campo17: ['9'] },
      mappingTipos606: { 7: '2' },
      mappingTipos607: { 9: '03' },
    };
    const sent = await start(brought);
    expect(sent.body.mapeo).toBe('enviado');
    await ended(sent.body.ejecucion.ID);
    expect(feed.readWith).toEqual({
      mapping606: { campo11: ['7', '8'] },
      mapping607: { campo17: ['9'] },
      mapeoTipos606: { 7: '02' },
      mapeoTipos607: { 9: 3 },
    });
    for (const wrong of [
      { ...brought, mappingTipos606: { 7: '12' } },
      { ...brought, mapping607: {} },
    ]) {
      const kept = await start(wrong);
      expect(kept.body.mapeo).toBe('guardado');
      await ended(kept.body.ejecucion.ID);
      expect(feed.readWith).toEqual(fullMapping);
    }
  });

  test('the database is always initialised', async () => {
    const { body } = await server.call(procesar.inicializarDb, { body: {} }, empresa.sesion);
    expect(body).toEqual({ success: true, mensaje: 'Base de datos lista' });
  });

  test('who only looks may neither process nor cancel', async () => {
    const reader = await makePerson(server, empresa, 'consulta');
    const asked = await server.call(procesar.procesarReportes, { body: agosto }, reader);
    expect(asked.problem.code).toBe('acceso/denegado');
  });
});

describe('a run', () => {
  test('stores the documents, lists what it cannot read, and is in the history', async () => {
    await connect(250);
    const run = await process();
    expect(run).toMatchObject({
      Estado: 'Completado',
      TipoReporte: 'consolidado',
      FechaInicio: '2026-08-01',
      FechaFin: '2026-08-31',
      RegistrosProcesados: 250,
      TotalRegistros: 250,
      fallos: 2,
      omitidos: 0,
      restanteSegundos: null,
    });
    const { body } = await server.call(procesar.fallosDeEjecucion, { params: { id: run.ID } }, empresa.sesion);
    expect(body).toEqual({
      fallos: [
        { entidad: 'Invoice', documento: '100', ncf: null, motivo: expect.stringMatching(/^El NCF debe ser B/) },
        { entidad: 'Purchase', documento: '200', ncf: null, motivo: expect.stringMatching(/^El NCF debe ser B/) },
      ],
      siguiente: null,
    });
    // 126 of purchases, of which one cannot be read; 42 credit notes subtract.
    expect(await statistics()).toEqual({
      reporte_606: { total_registros: 125, monto_total: '48380.00', itbis_total: '7380.00' },
      reporte_607: { total_registros: 123, monto_total: '48380.00', itbis_total: '7380.00' },
    });
    const only = await process({ tipoReporte: '606' });
    expect(only).toMatchObject({ TipoReporte: '606', RegistrosProcesados: 126, fallos: 1 });
    const history = async (query: object) =>
      (await server.call(procesar.historialDeProceso, { params: { rnc: empresa.rnc }, query }, empresa.sesion)).body;
    expect((await history({})).historial.map(({ ID }) => ID)).toEqual([only.ID, run.ID]);
    expect((await history({ tipoReporte: 'consolidado' })).historial).toEqual([run]);
    const { rows } = await server.ctx.db.tenant(empresa.id, (tx) =>
      sql<{ tipo: string }>`select tipo from evento where tipo like 'proceso.%' order by numero`.execute(tx),
    );
    expect(rows.map(({ tipo }) => tipo)).toEqual(Array(2).fill(['proceso.iniciado', 'proceso.terminado']).flat());
  });

  test('its rows come page by page, in the order of day and number', async () => {
    const numbers: string[] = [];
    let despues: string | null = null;
    do {
      const query: object = { ...agosto, cuantos: 50, ...(despues !== null && { despues }) };
      const input = { params: { tipo: '606' as const, rnc: empresa.rnc }, query };
      const { body } = await server.call(procesar.datosDeProceso, input, empresa.sesion);
      numbers.push(...body.datos.map(({ fecha, ncf }) => `${fecha} ${ncf}`));
      despues = body.siguiente;
    } while (despues !== null);
    expect(numbers).toHaveLength(125);
    expect(numbers).toEqual([...new Set(numbers)].sort());
  });

  test('tells how far it is and the time left by its pace; there is one at a time; cancelled, what it stored stays', async () => {
    await connect(250);
    const hold = holdPage(200);
    const { body } = await start();
    await hold.reached;
    const { ID } = body.ejecucion;
    // Each page of a hundred took five seconds; fifty are left.
    expect(await view(ID)).toMatchObject({
      Estado: 'En Proceso',
      RegistrosProcesados: 200,
      TotalRegistros: 250,
      restanteSegundos: 3,
    });
    const { body: needed } = await server.call(procesar.requisitosDeProceso, {}, empresa.sesion);
    expect(needed.enProceso).toMatchObject({ ID });
    expect((await start()).problem.code).toBe('procesar/en-curso');
    const cancel = () => server.call(procesar.cancelarEjecucion, { params: { id: ID } }, empresa.sesion);
    expect((await cancel()).body.Estado).toBe('Cancelado');
    expect((await cancel()).problem.code).toBe('procesar/terminado');
    hold.go();
    const again = await process();
    expect(again).toMatchObject({ Estado: 'Completado', RegistrosProcesados: 250, fallos: 2 });
    expect(await view(ID)).toMatchObject({ Estado: 'Cancelado', RegistrosProcesados: 200 });
    expect((await statistics()).reporte_606.total_registros).toBe(125);
  });

  test('goes on after a failure where it was, and counts nothing twice', async () => {
    await connect(250);
    let failed = 0;
    const froms: number[] = [];
    feed.beforePage = (from) => {
      froms.push(from);
      if (from === 100 && failed++ < 1) throw new Error('the line was cut');
    };
    const { body } = await start();
    await until(body.ejecucion.ID, ({ RegistrosProcesados }) => RegistrosProcesados === 100);
    await expect.poll(() => failed).toBe(1);
    // It waits for its next turn, by the clock of the test.
    const turn = setInterval(() => server.clock.advance(1_000), 20);
    const run = await ended(body.ejecucion.ID);
    clearInterval(turn);
    expect(run).toMatchObject({ Estado: 'Completado', RegistrosProcesados: 250, fallos: 2 });
    expect(froms).toEqual([0, 100, 100, 200]);
  });

  test('ends with the words of what refuses it', async () => {
    await connect(10);
    feed.beforePage = () => refuse('procesar/requisitos', 'QuickBooks se desconectó: conéctelo y procese de nuevo');
    expect(await process()).toMatchObject({
      Estado: 'Error',
      RegistrosProcesados: 0,
      mensaje: 'QuickBooks se desconectó: conéctelo y procese de nuevo',
    });
  });

  test('a process that lost its job stores nothing more, and the next one goes on', async () => {
    await connect(250);
    const hold = holdPage(100);
    const { body } = await start();
    await hold.reached;
    await server.ctx.db.system((tx) =>
      sql`update trabajo set ficha = ficha + 1, reservado_hasta = now() - interval '1 second'
        where sujeto = ${body.ejecucion.ID}`.execute(tx),
    );
    hold.go();
    feed.beforePage = () => undefined;
    const run = await ended(body.ejecucion.ID);
    expect(run).toMatchObject({ Estado: 'Completado', RegistrosProcesados: 250, fallos: 2 });
  });
});

describe('the download', () => {
  const download = async (tipo: procesar.AlcanceDeProceso, formato?: 'xls' | 'xlsx') => {
    const response = await server.app.http.fastify.inject({
      method: 'POST',
      url: `/api/reportes/descargar/${tipo}${formato === undefined ? '' : `?formato=${formato}`}`,
      headers: { authorization: `Bearer ${empresa.sesion}` },
      payload: { rnc: empresa.rnc, ...agosto },
    });
    return { type: response.headers['content-type'], name: String(response.headers['content-disposition']), response };
  };
  test('is an .xls in the columns of the specification, or an .xlsx', async () => {
    await connect(12);
    await process();
    for (const formato of [undefined, 'xlsx'] as const) {
      const { type, name, response } = await download('consolidado', formato);
      expect(type).toBe(
        formato === 'xlsx'
          ? 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
          : 'application/vnd.ms-excel',
      );
      expect(name).toContain(`Reporte_consolidado_${empresa.rnc}_2026-08-01_2026-08-31.${formato ?? 'xls'}`);
      const sheets = openWorkbook(response.rawPayload, importacion.limitesDelLibro);
      expect(sheets.map(({ name: of, rowCount }) => [of, rowCount])).toEqual([
        ['606 Gastos', 7],
        ['607 Ventas', 7],
      ]);
      const [heading, first] = [...sheets[0]!.rows()].map(({ cells }) => cells);
      expect(heading).toEqual([
        'RNC o Cédula',
        'Tipo Id',
        'NCF',
        'NCF ó Documento Modificado',
        'Fecha Comprobante',
        'Fecha Pago',
        'Tipo Bienes y Servicios Comprados',
        'ITBIS Facturado',
        'ITBIS Retenido',
        'ITBIS percibido en compras',
        'Tipo de Retención en ISR',
        'Monto Retención Renta',
        'ISR Percibido en compras',
        'Impuesto Selectivo al Consumo',
        'Otros Impuesto/Tasas',
        'Monto Propina Legal',
        'Total Monto Facturado',
      ]);
      expect([first![0], first![2], first![4], first![7], first![16]]).toEqual([
        '132111117',
        'B0100000001',
        '01-08-2026',
        '180.00',
        '1000.00',
      ]);
    }
  });

  test('of one report has its sheet alone; without rows there is none', async () => {
    const { response } = await download('607');
    const sheets = openWorkbook(response.rawPayload, importacion.limitesDelLibro);
    expect(sheets.map(({ name }) => name)).toEqual(['607 Ventas']);
    expect([...sheets[0]!.rows()][0]!.cells).toHaveLength(16);
    await connect(0);
    expect((await download('606')).response.json().code).toBe('reportes/sin-datos');
  });

  test('.xls has no place for more rows than its format: the .xlsx is named', async () => {
    await connect(1);
    await process();
    await server.ctx.db.system((tx) =>
      sql`insert into renglon (empresa_id, ambiente, reporte, periodo, fecha, ncf, emisor, momento, destino, nota, subtotal,
          itbis, total, fila)
        select ${empresa.id}::uuid, 'testecf', '606', 202608, '2026-08-01', 'B01' || lpad(n::text, 8, '0'), '132111118',
          'compra', 'detalle', false, 0, 0, 0, '{}' from generate_series(1, ${procesar.filasDeXls}::integer) n`.execute(
        tx,
      ),
    );
    expect((await download('606')).response.json().code).toBe('procesar/xls');
  });
});
