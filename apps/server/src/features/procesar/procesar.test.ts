import { importacion, mapeo as mapeoCalls, procesar, reportes } from '@timbre/contract';
import { openWorkbook } from '@timbre/workbook';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { makePerson } from '../../main/testing/people.ts';
import { bare, type Stranger, stranger } from '../../main/testing/stranger.ts';
import { connectCompany } from '../quickbooks/testing/connect.ts';
import { fullMapping, inventedDocument, inventedDocuments } from '../quickbooks/testing/documents.ts';
import { connectedEmpresa, postAs, withQuickBooks } from '../quickbooks/testing/server.ts';

const server = withQuickBooks();
let empresa: Stranger;

beforeAll(() => {
  server.clock.advance(new Date('2026-09-10T12:00:00Z').getTime() - server.clock.now().getTime());
  return server.app.runner.start();
});

const agosto = { fechaInicio: '2026-08-01', fechaFin: '2026-08-31' } as const;

/** A new company, connected with books of `count` documents. */
async function connect(count: number): Promise<void> {
  empresa = await connectedEmpresa(server, inventedDocuments(count));
}

const start = (body: object = {}) =>
  server.call(procesar.procesarReportes, { body: { ...agosto, ...body } }, empresa.sesion);
const view = async (id: string) => (await server.call(procesar.verEjecucion, { params: { id } }, empresa.sesion)).body;

/** Waits until an execution meets a condition. */
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

/** Holds the next page of a list, and releases the one that is held. */
function holdPage(entity?: string): void {
  const { control } = server.quickbooks;
  control.clearFaults();
  if (entity !== undefined) control.fault({ kind: 'held', of: 'api', query: `select * from ${entity} ` });
}
const reached = () => expect.poll(() => server.quickbooks.control.figures().held).toBe(1);

describe('the requirements', () => {
  test('a missing connection and mapping are reported one by one, and nothing is processed', {
    tags: ['SR5-42', 'SR5-43'],
  }, async () => {
    empresa = await stranger(server, bare);
    const params = { rnc: empresa.rnc };
    const save = (mapeo: object) =>
      server.call(mapeoCalls.guardarMapeoDeCuentas, { params, body: { mapeo } as never }, empresa.sesion);
    await save({ mapping606: { campo11: [] } });
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
    const companyId = await connectCompany(postAs(server, empresa.sesion));
    expect((await start()).problem.detail).toMatch(
      /^Complete el mapeo de cuentas: El mapeo del reporte 606 está vacío;/,
    );
    await save(fullMapping);
    expect((await server.call(procesar.requisitosDeProceso, {}, empresa.sesion)).body).toMatchObject({
      conexion: { conectado: true, empresa: 'Colmado La Esquina Demo SRL', companyId },
      mapeo: { completo: true, faltas: [] },
    });
    expect((await start({ companyId: '1' })).problem.code).toBe('procesar/requisitos');
    const historyOf = (claimed: string) =>
      server.call(
        procesar.historialDeProceso,
        { params: { rnc: empresa.rnc }, query: { companyId: claimed } },
        empresa.sesion,
      );
    expect([await historyOf(companyId), await historyOf(''), await historyOf('1')].map(({ status }) => status)).toEqual(
      [200, 200, 409],
    );
    const june = { fechaInicio: '2026-06-01', fechaFin: '2026-06-30' };
    const input = { params: { tipo: '607' as const }, body: { ...june, companyId: '1' } };
    const { problem } = await server.call(reportes.plantillaDeReporte, input, empresa.sesion);
    expect(problem.code).toBe('procesar/requisitos');
  });

  test('a mapping of the call takes the place of the saved one if it is valid', { tags: ['SR7-7'] }, async () => {
    const line = (account: string, Amount: number) => ({
      Amount,
      DetailType: 'AccountBasedExpenseLineDetail',
      AccountBasedExpenseLineDetail: { AccountRef: { value: account } },
    });
    const Line = [line('9061', 1_000), line('9008', 180)];
    empresa = await connectedEmpresa(server, [
      inventedDocument('Bill', 1, '2026-08-03', { Line, TxnTaxDetail: undefined }),
    ]);
    /** The mapping that the run had, and the outcome of the document. */
    const processed = async (body: object) => {
      holdPage('Bill');
      const sent = await start(body);
      await reached();
      const { mapeo } = await server.ctx.db.tenant(empresa.id, (tx) =>
        tx.selectFrom('ejecucion').select('mapeo').where('id', '=', sent.body.ejecucion.ID).executeTakeFirstOrThrow(),
      );
      holdPage();
      expect(await ended(sent.body.ejecucion.ID)).toMatchObject({ Estado: 'Completado', fallos: 0 });
      const input = { params: { tipo: '606' as const, rnc: empresa.rnc }, query: agosto };
      const [fila] = (await server.call(procesar.datosDeProceso, input, empresa.sesion)).body.datos;
      return { which: sent.body.mapeo, mapeo: JSON.parse(mapeo!), fila };
    };
    const brought = {
      mapping606: { campo11: ['9008', { id: '9009', nombre: 'ITBIS' }, '9008'] },
      mapping607: { campo17: ['9'] },
      mappingTipos606: { 9061: '2' },
      mappingTipos607: { 9: '03' },
    };
    expect(await processed(brought)).toMatchObject({
      which: 'enviado',
      mapeo: {
        mapping606: { campo11: ['9008', '9009'] },
        mapping607: { campo17: ['9'] },
        mapeoTipos606: { 9061: '02' },
        mapeoTipos607: { 9: 3 },
      },
      fila: { itbis: '180.00', fila: { tipo_bienes_servicios: '02' } },
    });
    for (const wrong of [
      { ...brought, mappingTipos606: { 9061: '12' } },
      { ...brought, mapping607: {} },
    ])
      expect(await processed(wrong)).toMatchObject({
        which: 'guardado',
        mapeo: fullMapping,
        fila: { fila: { tipo_bienes_servicios: '09' } },
      });
  });

  test('the database is always initialised', { tags: ['SR7-6'] }, async () => {
    const { body } = await server.call(procesar.inicializarDb, { body: {} }, empresa.sesion);
    expect(body).toEqual({ success: true, mensaje: 'Base de datos lista' });
  });

  test('a read-only person may neither process nor cancel', async () => {
    const reader = await makePerson(server, empresa, 'consulta');
    const asked = await server.call(procesar.procesarReportes, { body: agosto }, reader);
    expect(asked.problem.code).toBe('acceso/denegado');
  });
});

describe('a run', () => {
  test('a run stores the documents, lists those that it cannot read, and is in the history', {
    tags: ['SR3-8', 'SR3-9', 'SR7-9'],
  }, async () => {
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
      omitidos: 3,
      restanteSegundos: null,
    });
    const { body } = await server.call(procesar.fallosDeEjecucion, { params: { id: run.ID } }, empresa.sesion);
    expect(body).toEqual({
      fallos: [
        { entidad: 'Purchase', documento: '200', ncf: null, motivo: expect.stringMatching(/^Su monto es cero/) },
        { entidad: 'Invoice', documento: '100', ncf: null, motivo: expect.stringMatching(/^Su monto es cero/) },
      ],
      siguiente: null,
    });
    // 126 of purchases and 124 of sales. Of each, one cannot be reported; one and two have no number; credit notes
    // subtract.
    expect(await statistics()).toEqual({
      reporte_606: { total_registros: 124, monto_total: '47200.00', itbis_total: '7200.00' },
      reporte_607: { total_registros: 121, monto_total: '48380.00', itbis_total: '7380.00' },
    });
    const only = await process({ tipoReporte: '606' });
    expect(only).toMatchObject({ TipoReporte: '606', RegistrosProcesados: 126, fallos: 1, omitidos: 1 });
    const history = async (query: object) =>
      (await server.call(procesar.historialDeProceso, { params: { rnc: empresa.rnc }, query }, empresa.sesion)).body;
    expect((await history({})).historial.map(({ ID }) => ID)).toEqual([only.ID, run.ID]);
    expect((await history({ tipoReporte: 'consolidado' })).historial).toEqual([run]);
    const { rows } = await server.ctx.db.tenant(empresa.id, (tx) =>
      sql<{ tipo: string }>`select tipo from evento where tipo like 'proceso.%' order by numero`.execute(tx),
    );
    expect(rows.map(({ tipo }) => tipo)).toEqual(Array(2).fill(['proceso.iniciado', 'proceso.terminado']).flat());
  });

  test('the rows of a run come page by page, in the order of day and number', { tags: ['SR7-9'] }, async () => {
    const numbers: string[] = [];
    let despues: string | null = null;
    do {
      const query: object = { ...agosto, cuantos: 50, ...(despues !== null && { despues }) };
      const input = { params: { tipo: '606' as const, rnc: empresa.rnc }, query };
      const { body } = await server.call(procesar.datosDeProceso, input, empresa.sesion);
      numbers.push(...body.datos.map(({ fecha, ncf }) => `${fecha} ${ncf}`));
      despues = body.siguiente;
    } while (despues !== null);
    expect(numbers).toHaveLength(124);
    expect(numbers).toEqual([...new Set(numbers)].sort());
  });

  test('a run reports its progress and the time left; there is one at a time; a cancelled one leaves its rows', {
    tags: ['SR4-7'],
  }, async () => {
    await connect(250);
    holdPage('Bill');
    const { body } = await start();
    const { ID } = body.ejecucion;
    await reached();
    // The page of 42 bills takes 100 ms for each, that of 42 expenses 200 ms.
    server.clock.advance(4_200);
    holdPage('Purchase');
    await reached();
    expect(await until(ID, ({ RegistrosProcesados }) => RegistrosProcesados === 42)).toMatchObject({
      Estado: 'En Proceso',
      TotalRegistros: 250,
      restanteSegundos: 21,
    });
    server.clock.advance(8_400);
    holdPage('VendorCredit');
    await reached();
    expect(await until(ID, ({ RegistrosProcesados }) => RegistrosProcesados === 84)).toMatchObject({
      Estado: 'En Proceso',
      restanteSegundos: 22,
    });
    const { body: needed } = await server.call(procesar.requisitosDeProceso, {}, empresa.sesion);
    expect(needed.enProceso).toMatchObject({ ID });
    expect((await start()).problem.code).toBe('procesar/en-curso');
    const cancel = () => server.call(procesar.cancelarEjecucion, { params: { id: ID } }, empresa.sesion);
    expect((await cancel()).body.Estado).toBe('Cancelado');
    expect((await cancel()).problem.code).toBe('procesar/terminado');
    expect((await statistics()).reporte_606.total_registros).toBe(82);
    holdPage();
    const again = await process();
    expect(again).toMatchObject({ Estado: 'Completado', RegistrosProcesados: 250, fallos: 2 });
    expect(await view(ID)).toMatchObject({ Estado: 'Cancelado', RegistrosProcesados: 84 });
    expect((await statistics()).reporte_606.total_registros).toBe(124);
  });

  test('a run continues after a failure at its place, and counts nothing twice', async () => {
    await connect(250);
    server.quickbooks.control.fault({ kind: 'fault-400', of: 'api', query: 'select * from Purchase ' });
    const { body } = await start();
    const { ID } = body.ejecucion;
    await expect
      .poll(() => server.logged.filter((line) => line.includes(ID) && line.includes('could not')).length)
      .toBe(1);
    expect(await view(ID)).toMatchObject({ Estado: 'En Proceso', RegistrosProcesados: 42 });
    // It waits for its next turn, by the clock of the test.
    const turn = setInterval(() => server.clock.advance(1_000), 20);
    const run = await ended(ID);
    clearInterval(turn);
    expect(run).toMatchObject({ Estado: 'Completado', RegistrosProcesados: 250, fallos: 2, omitidos: 3 });
  });

  test('a refused run ends with the words of the refusal', { tags: ['SR4-7'] }, async () => {
    await connect(10);
    server.quickbooks.control.fault({ kind: 'forbidden', of: 'api', query: 'select * from Bill ' });
    expect(await process()).toMatchObject({
      Estado: 'Error',
      RegistrosProcesados: 0,
      mensaje: expect.stringMatching(/^QuickBooks no acepta la conexión: .*ApplicationAuthorizationFailed/),
    });
  });

  test('a process that lost its job stores nothing more, and the next one goes on', async () => {
    await connect(250);
    holdPage('Purchase');
    const { body } = await start();
    const { ID } = body.ejecucion;
    await reached();
    await until(ID, ({ RegistrosProcesados }) => RegistrosProcesados === 42);
    await server.ctx.db.system((tx) =>
      sql`update trabajo set ficha = ficha + 1, reservado_hasta = now() - interval '1 second'
        where sujeto = ${ID}`.execute(tx),
    );
    holdPage();
    const run = await ended(ID);
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
  test('the download is an .xls in the columns of the specification, or an .xlsx', {
    tags: ['SR3-10', 'SR7-8'],
  }, async () => {
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
        'Estado',
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

  test('the download of one report has its sheet alone; without rows there is none', { tags: ['SR7-8'] }, async () => {
    const { response } = await download('607');
    const sheets = openWorkbook(response.rawPayload, importacion.limitesDelLibro);
    expect(sheets.map(({ name }) => name)).toEqual(['607 Ventas']);
    expect([...sheets[0]!.rows()][0]!.cells).toHaveLength(17);
    await connect(0);
    expect((await download('606')).response.json().code).toBe('reportes/sin-datos');
  });

  test('an .xls of more rows than its format holds is refused in favour of the .xlsx', async () => {
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
