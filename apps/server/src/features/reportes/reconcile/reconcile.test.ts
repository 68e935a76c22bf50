import { reportes } from '@timbre/contract';
import { emptyDirectory, indexMapping, type QuickBooksEntity, writeClasico607 } from '@timbre/reports';
import type { Periodo } from '@timbre/values';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { loadReceipts } from '../../../domain/reports/load.ts';
import type { RealmScope } from '../../../domain/reports/quickbooks/documents-repo.ts';
import type { FedDocument } from '../../../domain/reports/quickbooks/read.ts';
import { storeQuickBooks } from '../../../domain/reports/quickbooks/store.ts';
import { received } from '../../../domain/reports/testing/documents.ts';
import { withServer } from '../../../main/testing/server.ts';
import { bare, stranger } from '../../../main/testing/stranger.ts';

const server = withServer();
const agosto = '202608' as Periodo;
const supplier = '132111117';
let scope: RealmScope;
let sesion: string;

beforeAll(() => {
  server.clock.advance(new Date('2026-09-10T12:00:00Z').getTime() - server.clock.now().getTime());
});
beforeEach(async () => {
  const { id, rnc, sesion: key } = await stranger(server, bare);
  sesion = key;
  scope = { empresaId: id, ambiente: 'testecf', rnc, realm: '9130' };
});

const mapping = indexMapping({
  mapping606: { monto_facturado_bienes: ['1'] },
  mapping607: {},
  mapeoTipos606: { 1: '09' },
  mapeoTipos607: {},
});
const store = (documents: readonly FedDocument[]) =>
  server.ctx.db.tenant(scope.empresaId, (tx) =>
    storeQuickBooks(tx, scope, documents, { mapping, directory: emptyDirectory() }, server.clock.now()),
  );
const document = (entity: QuickBooksEntity, Id: string, DocNumber: string, json: object = {}): FedDocument => ({
  entity,
  json: {
    Id,
    TxnDate: '2026-08-14',
    DocNumber,
    VendorRef: { value: '56', name: `RNC ${supplier}` },
    Line: [
      {
        Amount: 1000,
        DetailType: 'AccountBasedExpenseLineDetail',
        AccountBasedExpenseLineDetail: { AccountRef: { value: '1', name: 'Mercancía' } },
      },
    ],
    TxnTaxDetail: { TotalTax: 180 },
    TotalAmt: 1180,
    ...json,
  },
});
const bill = (Id: string, DocNumber: string, json: object = {}) => document('Bill', Id, DocNumber, json);
const receive = (eNCF: string, gravado = 1_000) =>
  server.ctx.db.tenant(scope.empresaId, (tx) =>
    received(tx, scope.empresaId, { eNCF, emisor: supplier, comprador: scope.rnc, gravado }),
  );

const reconciled = (tipo: '606' | '607' = '606') =>
  server.call(reportes.conciliarReporte, { params: { tipo }, query: { periodo: agosto } }, sesion);
const withTxt = (text: string, tipo: '606' | '607' = '606') => {
  const form = new FormData();
  form.append('archivo', new File([text], 'presentado.txt'));
  return server.call(reportes.conciliarConTxt, { params: { tipo }, query: { periodo: agosto }, form }, sesion);
};
const line = (ncf: string, monto: string, itbis: string) =>
  `${supplier}|1|09|${ncf}||20260814|||${monto}|${monto}|${itbis}||||${itbis}||||||||04`;
const txtOf = (lines: readonly string[], head = `606|${scope.rnc}|202608`) =>
  [`${head}|${lines.length}`, ...lines].join('\r\n');

describe('QuickBooks', () => {
  test('QuickBooks is not compared while none of its documents of the month was read', async () => {
    await receive('E310000000001');
    const { body } = await reconciled();
    expect([body.quickbooksLeido, body.totales.quickbooks, body.diferencias.length]).toEqual([null, undefined, 1]);
    expect(body.comprobantes.map(({ faltaEn }) => faltaEn)).toEqual([['txt']]);
    await store([bill('1', 'F-1')]);
    const after = await reconciled();
    expect(after.body.quickbooksLeido).toBe(server.clock.now().toISOString());
    expect(after.body.comprobantes.map(({ faltaEn }) => faltaEn)).toEqual([['quickbooks', 'txt']]);
    expect((await reconciled('607')).body.quickbooksLeido).toBeNull();
  });

  test('each finding names its row, its e-CF and its document', async () => {
    const id = await receive('E310000000001', 1_100);
    await store([
      bill('7', 'E310000000001'),
      bill('8', 'B0100000008', { TotalAmt: 590, TxnTaxDetail: { TotalTax: 90 } }),
    ]);
    const { body } = await withTxt(txtOf([line('B0100000009', '5.00', '0.90')]));
    expect(body.comprobantes.map(({ ncf, fila, ecf, quickbooks }) => [ncf, fila, ecf, quickbooks])).toEqual([
      ['B0100000008', `${supplier}|B0100000008|compra`, null, { entidad: 'Bill', id: '8' }],
      ['B0100000009', null, null, null],
      [
        'E310000000001',
        `${supplier}|E310000000001|compra`,
        { fuente: 'recibido', documentoId: id },
        { entidad: 'Bill', id: '7' },
      ],
    ]);
  });

  test('what QuickBooks does not say is told with the place to correct it, and the receipt on paper takes its place', async () => {
    await store([bill('9', 'B0100000009', { VendorRef: { value: '57', name: 'Suplidora sin número' } })]);
    const problems = async () => {
      const query = { periodo: agosto };
      const { body } = await server.call(reportes.problemasDeReporte, { params: { tipo: '606' }, query }, sesion);
      return body.problemas.filter(({ campo }) => campo === 'rnc_cedula');
    };
    expect(await problems()).toMatchObject([
      {
        ncf: 'B0100000009',
        corregir: 'quickbooks',
        mensaje: expect.stringMatching(/^Falta el campo 1, .*Lo dice QuickBooks: corríjalo allí/),
      },
    ]);
    const cambios = [{ id: '|B0100000009|compra', respuestas: { rnc_cedula: supplier } }];
    const answered = await server.call(
      reportes.responderComprobantes,
      { params: { tipo: '606' }, body: { cambios } },
      sesion,
    );
    expect(answered.problem.detail).toBe(
      '«rnc_cedula» no se responde en el 606: corríjalo en QuickBooks, o cargue el comprobante',
    );
    const datos = [{ rnc: supplier, ncf: 'B0100000009', fecha: '2026-08-14', montoTotal: '1180.00', itbis: '180.00' }];
    await server.call(reportes.cargarComprobantes, { params: { tipo: '606' }, body: { datos } }, sesion);
    expect(await problems()).toEqual([]);
    const { body } = await server.call(
      reportes.listarComprobantes,
      { params: { tipo: '606' }, query: { periodo: agosto } },
      sesion,
    );
    expect(body.totales.cantidadRegistros).toBe(1);
  });

  test('unreported documents of QuickBooks are listed of one report, or of both', { tags: ['SR5-38'] }, async () => {
    await store([bill('1', 'F-1'), document('Invoice', '2', 'B0100000002', { TotalAmt: 'mil' })]);
    const list = async (query: object) =>
      (
        await server.call(reportes.documentosSinReportar, { query: { periodo: agosto, ...query } }, sesion)
      ).body.documentos.map(({ id }) => id);
    expect([await list({}), await list({ tipo: '606' }), await list({ tipo: '607' })]).toEqual([
      ['1', '2'],
      ['1'],
      ['2'],
    ]);
  });

  test('the record of the specification is served for a row of a document', { tags: ['SR3-6'] }, async () => {
    await store([bill('7', 'B0100000007')]);
    const read = (id: string, tipo: '606' | '607' = '606') =>
      server.call(reportes.registroDeQuickBooks, { params: { tipo, id } }, sesion);
    const { status, body } = await read(`${supplier}|B0100000007|compra`);
    expect([status, body.estado, body.motivo]).toEqual([200, 'recibo', null]);
    expect(body.registro).toMatchObject({
      id: 'Bill:7',
      qbTxnType: 'Factura de Proveedor',
      montoTotal: '1180',
      monedaOriginal: 'DOP',
      detalleImpuestos: [{ amount: '180', classification: 'itbis' }],
      cuentasContables: [{ accountId: '1', accountName: 'Mercancía', amount: '1000' }],
    });
    expect((await read(`${supplier}|B0100000008|compra`)).status).toBe(404);
    expect((await read(`${supplier}|B0100000007|compra`, '607')).status).toBe(404);
    expect((await read('nada')).status).toBe(404);
  });
});

describe('a TXT that was filed', () => {
  test('a filed TXT takes the place of the current lines, and is not stored', { tags: ['SR5-35'] }, async () => {
    await receive('E310000000001');
    const { status, body } = await withTxt(
      txtOf([line('E310000000001', '900.00', '180.00'), line('B0100000003', '1.00', '0.18')]),
    );
    expect([status, body.totales.txt]).toEqual([200, { cantidad: 2, monto: '901.00', itbis: '180.18' }]);
    expect(body.comprobantes.map(({ ncf, faltaEn, campos }) => [ncf, faltaEn, campos])).toEqual([
      ['B0100000003', ['papel'], []],
      ['E310000000001', [], ['monto']],
    ]);
    expect((await reconciled()).body.totales.txt!.cantidad).toBe(0);
  });

  test('a filed TXT is compared with what was loaded from paper, by amount, and both ways', async () => {
    const paper = (ncf: string) => ({
      rnc: supplier,
      ncf,
      fecha: '2026-08-14',
      montoTotal: '1180.00',
      itbis: '180.00',
    });
    const loaded = ['B0100000012', 'B0100000013', 'B0100000099'].map(paper);
    await loadReceipts(server.ctx, scope, 'compra', loaded, 'persona', { por: 'x', via: 'web' } as never);
    const { body } = await withTxt(
      txtOf([line('B0100000012', '1100.00', '198.00'), line('B0100000013', '1000.00', '180.00')]),
    );
    expect(body.totales).toMatchObject({ papel: { cantidad: 3, monto: '3000.00' }, txt: { cantidad: 2 } });
    expect(body.comprobantes.map(({ ncf, faltaEn, campos, fila }) => [ncf, faltaEn, campos, fila])).toEqual([
      ['B0100000012', [], ['monto', 'itbis'], `${supplier}|B0100000012|compra`],
      ['B0100000099', ['txt'], [], `${supplier}|B0100000099|compra`],
    ]);
    expect(body.comprobantes[0]!.corregir[0]).toEqual({
      donde: 'papel',
      texto:
        'Busque el monto sin impuestos en el comprobante: lo cargado dice RD$ 1,000.00; el archivo dice RD$ 1,100.00. Corrija el que esté mal',
    });
    expect(body.diferencias).toEqual([{ de: 'documentos', respectoA: 'txt', monto: '42.86', itbis: '42.86' }]);
  });

  test('a filed TXT in the form of the specification is read too: in whole pesos cents are no difference', async () => {
    const paper = { rnc: supplier, razonSocial: 'S', ncf: 'B0100000001', fecha: '2026-08-14' };
    const sale = { ...paper, montoTotal: '1180.49', itbis: '180.07', tipoIngreso: '1', formaPago: '1' };
    await loadReceipts(server.ctx, scope, 'venta', [sale], 'persona', { por: 'x', via: 'web' } as never);
    const row = { rnc_cedula: supplier, tipo_id: '1', ncf: 'B0100000001', tipo_ingreso: '1' } as const;
    const amounts = { monto_facturado: { units: 100042, scale: 2 }, itbis_facturado: { units: 18007, scale: 2 } };
    const rows = [{ ...row, ...amounts, fecha_comprobante: '14-08-2026' as never }];
    const text = [...writeClasico607({ rnc: scope.rnc, periodo: agosto, cantidad: 1 }, rows as never)].join('');
    const { status, body } = await withTxt(text, '607');
    expect([status, body.txtEnPesos, body.totales.txt!.monto]).toEqual([200, true, '1000.00']);
  });

  test.each([
    ['vacío', () => '', /vacío/],
    ['de otro reporte', () => txtOf([], `607|${scope.rnc}|202608`), /^Línea 1: El encabezado debe ser 606/],
    ['de otra empresa', () => txtOf([], '606|130000001|202608'), /^Línea 1: es del RNC 130000001/],
    ['de otro mes', () => txtOf([], `606|${scope.rnc}|202607`), /^Línea 1: es del período 202607/],
    [
      'con menos líneas',
      () => `606|${scope.rnc}|202608|2\r\n${line('B0100000001', '1', '0')}`,
      /dice 2 líneas y el archivo tiene 1/,
    ],
    ['sin un NCF', () => txtOf([line('B0100000001', '1', '0'), line('', '1', '0')]), /^Línea 3: Falta el NCF$/],
    [
      'con una fecha que no existe',
      () => txtOf([line('B0100000001', '1', '0').replace('20260814', '20260231')]),
      /^Línea 2: «20260231» no es válido en 6/,
    ],
    ['que es otra cosa', () => '<xml/>\n'.repeat(9), /^Línea 1: El encabezado debe ser 606.* \(y \d+ más\)$/],
  ])('a filed TXT %s is refused with its line and the reason', { tags: ['SR5-35'] }, async (_, text, reason) => {
    const { status, problem } = await withTxt(text());
    expect([status, problem?.code]).toEqual([422, 'reportes/txt']);
    expect(problem?.detail).toMatch(reason);
  });

  test('a filed TXT in UTF-16, as an editor saves it, is read', async () => {
    const text = `\uFEFF${txtOf([line('B0100000001', '1000.00', '180.00')])}`;
    const { status, body } = await withTxt(Buffer.from(text, 'utf16le') as never);
    expect([status, body.totales.txt!.cantidad]).toEqual([200, 1]);
  });

  test('a filed TXT of the most lines is read while others are answered', async () => {
    const lines = Array.from({ length: 30_000 }, (_, i) =>
      line(`B01${String(i).padStart(8, '0')}`, '1000.00', '180.00'),
    );
    const working = withTxt(txtOf(lines));
    let answers = 0;
    let done = false;
    void working.then(() => {
      done = true;
    });
    while (!done) {
      await server.call(reportes.historialDeReportes, { params: { tipo: '606' }, query: {} }, sesion);
      answers++;
    }
    expect((await working).body.totales.txt!.cantidad).toBe(30_000);
    expect(answers).toBeGreaterThan(3);
  });
});
