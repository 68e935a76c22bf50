import { borradores, documentos, emision, empresa } from '@timbre/contract';
import { computeTotals, type Draft, type ECF, writeSheet } from '@timbre/ecf';
import { decimal, formatFecha, formatMonto } from '@timbre/values';
import { isrRate, withhold } from '@timbre/values/retenciones';
import { xlsxOf } from '@timbre/workbook/testing/workbooks';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { saleOf } from '../../main/testing/draft.ts';
import { withIssuing } from '../../main/testing/issuing.ts';
import { importBook } from '../../main/testing/whole-import.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const server = withIssuing();
const today = formatFecha(Date.now());
/** The amount that must be withheld today, by law, from a person's fee of 10,000.00. */
const isr = formatMonto(withhold(decimal('10000'), isrRate('02', today)!));
const plain = (amount: string) => amount.replace(',', '');

const persona = { RNCComprador: '99900000011', RazonSocialComprador: 'María Prueba Ejemplo' };
const at = 'DetallesItems.Item[1].Retencion';

const purchase = (Retencion?: object, comprador: object = persona) =>
  saleOf({
    tipo: '41',
    precio: '10000.00',
    idDoc: { TipoIngresos: undefined },
    comprador,
    item: { IndicadorBienoServicio: '2', ...(Retencion && { Retencion }) },
  });
const abroad = (Retencion?: object) =>
  saleOf({
    tipo: '47',
    precio: '20000.00',
    idDoc: { TipoIngresos: undefined, TipoPago: undefined },
    comprador: { IdentificadorExtranjero: 'EX-1', RazonSocialComprador: 'Sample Services LLC' },
    item: { IndicadorFacturacion: '4', IndicadorBienoServicio: '2', ...(Retencion && { Retencion }) },
  });
const stated = (itbis: string | undefined, renta: string) => ({
  IndicadorAgenteRetencionoPercepcion: '1',
  ...(itbis && { MontoITBISRetenido: itbis }),
  MontoISRRetenido: renta,
});

const send = (body: object, ensayo = false) =>
  server.call(emision.enviarFactura, { body, query: { ensayo } }, server.key);
const show = (body: object) => server.call(borradores.previsualizar, { body, query: {} }, server.key);

async function company(datos: empresa.DatosEmpresa) {
  const body = { direccion: 'Calle Inventada 1, Santo Domingo', ...datos };
  const { status } = await server.call(empresa.guardarDatosEmpresa, { body }, server.key);
  expect(status).toBe(200);
}
afterEach(() => company({}));

async function retencionOf(id: string) {
  const { body } = await server.call(documentos.verDocumento, { params: { id } }, server.key);
  const { DetallesItems, Encabezado } = body.json as unknown as ECF;
  const { TotalITBISRetenido, TotalISRRetencion } = Encabezado.Totales;
  return { linea: DetallesItems.Item[0]!.Retencion, totales: [TotalITBISRetenido, TotalISRRetencion] };
}

describe('a purchase (41) and a payment abroad (47) without Retencion', () => {
  test.each([
    ['EnviarFactura', (body: object) => send(body)],
    ['a rehearsal', (body: object) => send(body, true)],
    ['the preview of a draft', (body: object) => show(body)],
  ])(
    'documents without Retencion are refused by %s, at that path, with what the law would withhold',
    { tags: ['SI9-3'] },
    async (_, call) => {
      const { status, problem } = await call(purchase());
      expect([status, problem.code]).toEqual([422, 'ecf/invalido']);
      expect(problem.errores!.map(({ campo }) => campo)).toEqual([at]);
      const { mensaje } = problem.errores![0]!;
      for (const part of [
        '1,800.00 × 100 %',
        'Reglamento 293-11',
        `ISR, ${isr} (10,000.00 × 15 %`,
        'Ley 30-26',
        '01/07/2026',
        'servicio técnico, 300.00',
      ])
        expect(mensaje).toContain(part);
      const other = await call(abroad());
      expect(other.problem.errores!.map(({ campo }) => campo)).toEqual([at]);
      for (const part of ['5,400.00 (20,000.00 × 27 %', 'arts. 297 y 305', '3,000.00 (20,000.00 × 15 %', 'nube'])
        expect(other.problem.errores![0]!.mensaje).toContain(part);
    },
  );

  test('documents without Retencion take no number', async () => {
    const before = await send(purchase(stated('1800.00', plain(isr))));
    await send(purchase());
    const after = await send(purchase(stated('1800.00', plain(isr))));
    expect(Number(after.body.eNCF.slice(3))).toBe(Number(before.body.eNCF.slice(3)) + 1);
  });

  test('a missing Retencion is filled with an aviso where the company chose the withholding of the law', {
    tags: ['SI9-3'],
  }, async () => {
    await company({ agenteRetencion: true, retencionDeLey: true });
    const { body } = await send(purchase());
    expect(body.avisos.map(({ codigo, campo, aviso }) => [codigo, campo, aviso])).toEqual([
      ['ECF-RETENCION-09', at, true],
    ]);
    for (const part of ['1,800.00 × 100 %', '10,000.00 × 15 %', 'Ley 30-26'])
      expect(body.avisos[0]!.mensaje).toContain(part);
    expect(await retencionOf(body.id)).toEqual({
      linea: stated('1800.00', plain(isr)),
      totales: ['1800.00', plain(isr)],
    });
    const { body: paid } = await send(abroad());
    expect(paid.avisos.map(({ codigo }) => codigo)).toEqual(['ECF-RETENCION-09']);
    expect((await retencionOf(paid.id)).linea).toEqual(stated(undefined, '5400.00'));
  });

  test('nothing is withheld where the company has stated so, with or without that choice', async () => {
    for (const retencionDeLey of [true, undefined]) {
      await company({ agenteRetencion: false, ...(retencionDeLey && { retencionDeLey }) });
      const { body } = await send(purchase());
      expect(body.avisos[0]!.mensaje).toContain('su empresa no retiene');
      expect(await retencionOf(body.id)).toEqual({ linea: stated('0.00', '0.00'), totales: ['0.00', '0.00'] });
    }
  });
});

describe('a declared Retencion', () => {
  test.each([
    ['the law', purchase(stated('1800.00', plain(isr))), []],
    ['the law of a technical service', purchase(stated('1800.00', '300.00')), []],
    ['nothing', purchase(stated('0', '0')), ['ECF-RETENCION-07', 'ECF-RETENCION-08']],
    ['the rate of before', purchase(stated('1800.00', '1000.00')), ['ECF-RETENCION-08']],
    [
      'income tax of a company',
      purchase(stated('1800.00', plain(isr)), { RNCComprador: '131246796', RazonSocialComprador: 'Inventada SRL' }),
      ['ECF-RETENCION-08'],
    ],
    ['software from abroad', abroad(stated(undefined, '3000.00')), []],
    ['nothing abroad', abroad(stated(undefined, '0.00')), ['ECF-RETENCION-08']],
  ])(
    'a declared Retencion, %s, is accepted as it is, with an aviso where it is not the law’s',
    async (_, body, codes) => {
      await company({ agenteRetencion: true, retencionDeLey: true });
      const { body: issued } = await send(body);
      expect(issued.avisos.map(({ codigo }) => codigo)).toEqual(codes);
      const declared = (body.DetallesItems.Item[0] as { Retencion?: object }).Retencion;
      expect((await retencionOf(issued.id)).linea).toEqual(declared);
    },
  );

  test('the aviso has both amounts', async () => {
    const { body } = await send(purchase(stated('0.00', '1000.00')));
    expect(body.avisos.map(({ campo }) => campo)).toEqual([`${at}.MontoITBISRetenido`, `${at}.MontoISRRetenido`]);
    expect(body.avisos[0]!.mensaje).toMatch(/^Dice que no retiene ITBIS \(0\.00\), y por ley es 1,800\.00/);
    expect(body.avisos[1]!.mensaje).toContain(`Dice 1,000.00 de ISR retenido, y por ley es ${isr}`);
  });
});

describe('a workbook', () => {
  const rowOf = (numero: number, { Encabezado, ...rest }: ReturnType<typeof saleOf>, casoPrueba?: string) => {
    const eNCF = `E41${String(numero).padStart(10, '0')}`;
    const { TipoIngresos: _, ...idDoc } = Encabezado.IdDoc as Record<string, unknown>;
    const IdDoc = { FechaVencimientoSecuencia: '31-12-2028', IndicadorMontoGravado: '0', ...idDoc, eNCF };
    const Emisor = {
      RNCEmisor: server.rnc,
      RazonSocialEmisor: 'Emisor SRL',
      DireccionEmisor: 'Calle 1',
      FechaEmision: today,
    };
    const tree = { ...rest, Encabezado: { Version: '1.0', ...Encabezado, IdDoc, Emisor } };
    return { tree: computeTotals(tree as unknown as Draft) as ECF, casoPrueba: casoPrueba && `${server.rnc}${eNCF}` };
  };

  async function faultsOf({ tree, casoPrueba }: ReturnType<typeof rowOf>) {
    const { headers, rows } = writeSheet('ECF', [tree]);
    const column = headers.indexOf('CasoPrueba');
    const cells = rows[0]!.map((cell, i) => (i === column ? (casoPrueba ?? null) : (cell ?? null)));
    const seen = await importBook(server, xlsxOf({ ECF: [[...headers], cells] }));
    return seen.documentos[0]!;
  }

  test('a workbook of the company is refused at that cell, or filled as the company chose, with its totals', async () => {
    const refused = await faultsOf(rowOf(7001, purchase()));
    expect(refused.errores.map(({ codigo, campo }) => [codigo, campo])).toEqual([['ECF-RETENCION-06', at]]);
    await company({ retencionDeLey: true });
    const filled = await faultsOf(rowOf(7002, purchase()));
    expect(filled.errores.map(({ codigo }) => codigo)).toEqual(['ECF-RETENCION-09']);
    expect(await retencionOf(filled.id)).toEqual({
      linea: stated('1800.00', plain(isr)),
      totales: ['1800.00', plain(isr)],
    });
  });

  test('a workbook of a certification set is never filled, nor compared with the law', async () => {
    await company({ retencionDeLey: true });
    const missing = await faultsOf(rowOf(7003, purchase(), 'set'));
    expect(missing.errores.map(({ codigo, campo }) => [codigo, campo])).toEqual([['XSD-FALTA', at]]);
    const other = await faultsOf(rowOf(7004, purchase(stated('1800.00', '1000.00')), 'set'));
    expect(other.errores).toEqual([]);
  });
});
