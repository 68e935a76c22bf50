import { borradores, documentos, type ErrorDeDocumento, emision, ensayo, tasas } from '@timbre/contract';
import { computeTotals, type Draft, type ECF, trimestreDe, writeDocument, writeSheet } from '@timbre/ecf';
import { formatFecha, formatFechaHora } from '@timbre/values';
import { xlsxOf } from '@timbre/workbook/testing/workbooks';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { noteOf, saleOf } from '../../main/testing/draft.ts';
import { withIssuing } from '../../main/testing/issuing.ts';
import { makeRoot } from '../../main/testing/people.ts';
import { importBook } from '../../main/testing/whole-import.ts';

// How each way to enter a document treats the specific excise of today, before its quarter is added and after.

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const server = withIssuing();
const today = formatFecha(Date.now());
const trimestre = trimestreDe(today);
const rates = { alcohol: '750.25', cigarrillos20: '64.10', cigarrillos10: '32.05', resolucion: 'Resolución inventada' };

/** A case of beer, with this rate in its totals; without one if undefined. */
const beer = (rate: string | undefined) =>
  saleOf({
    precio: '1000.00',
    item: {
      CantidadReferencia: '24.00',
      UnidadReferencia: '47',
      GradosAlcohol: '5.00',
      PrecioUnitarioReferencia: '80.00',
      TablaSubcantidad: { SubcantidadItem: [{ Subcantidad: '0.355', CodigoSubcantidad: '41' }] },
      TablaImpuestoAdicional: { ImpuestoAdicional: [{ TipoImpuesto: '006' }] },
    },
    ...(rate && {
      totales: { ImpuestosAdicionales: { ImpuestoAdicional: [{ TipoImpuesto: '006', TasaImpuestoAdicional: rate }] } },
    }),
  });

/** The same as a whole document with that number. */
function wholeOf(rate: string, numero: number): ECF {
  const { Encabezado, ...rest } = beer(rate);
  const eNCF = `E31${String(numero).padStart(10, '0')}`;
  const tree = {
    ...rest,
    Encabezado: {
      Version: '1.0',
      ...Encabezado,
      IdDoc: { ...Encabezado.IdDoc, eNCF, FechaVencimientoSecuencia: '31-12-2028', IndicadorMontoGravado: '0' },
      Emisor: {
        RNCEmisor: server.rnc,
        RazonSocialEmisor: 'Emisor SRL',
        DireccionEmisor: 'Calle 1',
        FechaEmision: today,
      },
    },
    FechaHoraFirma: formatFechaHora(Date.now()),
  };
  return computeTotals(tree as unknown as Draft) as ECF;
}

let imports = 9_000;

/** A row of a workbook, once it is read; `isOfSet`: as the DGII writes those of a certification set. */
async function imported(rate: string, isOfSet = false) {
  const { FechaHoraFirma: _, ...tree } = wholeOf(rate, imports++);
  const { headers, rows } = writeSheet('ECF', [tree as ECF]);
  const caso = headers.indexOf('CasoPrueba');
  const cells = rows[0]!.map((cell, i) => (i === caso && !isOfSet ? null : (cell ?? null)));
  const seen = await importBook(server, xlsxOf({ ECF: [[...headers], cells] }));
  return seen.documentos[0]!;
}

const send = (rate: string | undefined, query: { ensayo?: boolean; tolerante?: boolean } = {}) =>
  server.call(emision.enviarFactura, { body: beer(rate), query }, server.key);

const exciseFindings = (errores: readonly ErrorDeDocumento[] = []) =>
  errores
    .filter(({ codigo }) => codigo.startsWith('ECF-IMPUESTO'))
    .map(({ codigo, aviso = false }) => [codigo, aviso ? 'aviso' : 'error']);

/** By each way to enter a document: the findings about the excise of a document that states this rate. */
const doors: Readonly<Record<string, (rate: string) => Promise<ReturnType<typeof exciseFindings>>>> = {
  async EnviarFactura(rate) {
    const { body, problem } = await send(rate);
    return exciseFindings(problem?.errores ?? body.avisos);
  },
  async 'a rehearsal'(rate) {
    const { body, problem } = await send(rate, { ensayo: true });
    return exciseFindings(problem?.errores ?? body.avisos);
  },
  async 'a workbook'(rate) {
    return exciseFindings((await imported(rate)).errores);
  },
  async 'the editor of a document of a workbook'(rate) {
    const { id } = await imported(rate);
    const xml = writeDocument('ECF', wholeOf(rate, imports - 1));
    const { body } = await server.call(documentos.validarXml, { params: { id }, body: { xml } }, server.key);
    return exciseFindings(body.errores);
  },
  async 'the rehearsal for anybody'(rate) {
    const form = new FormData();
    form.set('xml', new Blob([writeDocument('ECF', wholeOf(rate, 1))]), 'e31.xml');
    const { body } = await server.call(ensayo.ensayar, { form });
    const findings = body.comprobaciones.flatMap(({ hallazgos }) => hallazgos);
    return findings
      .filter(({ codigo }) => codigo.startsWith('ECF-IMPUESTO'))
      .map(({ codigo, grado }) => [codigo, grado]);
  },
};

/** The public rehearsal refuses nothing. */
const findings08 = (door: string) => [
  'ECF-IMPUESTO-08',
  door === 'the rehearsal for anybody' ? 'advertencia' : 'error',
];
const findings07 = (door: string) => [
  'ECF-IMPUESTO-07',
  door === 'the rehearsal for anybody' ? 'advertencia' : 'aviso',
];

describe('an unknown quarter', () => {
  test.each(Object.keys(doors))('%s reports that the rate was not compared', { tags: ['SI9-4'] }, async (door) => {
    expect(await doors[door]!('1.00')).toEqual([findings07(door)]);
  });

  test('a document without its rate is refused, for the missing quarter', async () => {
    const { status, problem } = await send(undefined);
    expect([status, exciseFindings(problem.errores)]).toEqual([422, [['ECF-IMPUESTO-01', 'error']]]);
    expect(problem.errores![0]!.mensaje).toMatch(/^La tasa del trimestre .+ no está cargada, y los totales no dicen/);
  });
});

describe('once the quarter was added', () => {
  beforeAll(async () => {
    const root = await makeRoot(server);
    const { status } = await server.call(tasas.guardarTasas, { params: { trimestre }, body: rates }, root);
    expect(status).toBe(200);
  });

  test.each(Object.keys(doors))(
    '%s refuses another rate, and takes that of the quarter',
    { tags: ['SI9-4', 'P3.2-3'] },
    async (door) => {
      expect(await doors[door]!('1.00')).toEqual([findings08(door)]);
      expect(await doors[door]!('750.25')).toEqual([]);
    },
  );

  test('an omitted rate is that of the quarter; the preview of a draft shows it', async () => {
    const { body } = await send(undefined);
    const stored = await server.call(documentos.verDocumento, { params: { id: body.id } }, server.key);
    const { Totales } = (stored.body.json as unknown as ECF).Encabezado;
    expect(Totales.ImpuestosAdicionales?.ImpuestoAdicional).toEqual([
      { TipoImpuesto: '006', TasaImpuestoAdicional: '750.25', MontoImpuestoSelectivoConsumoEspecifico: '319.61' },
    ]);
    const shown = await server.call(borradores.previsualizar, { body: beer(undefined), query: {} }, server.key);
    expect(shown.body.xml).toContain('<TasaImpuestoAdicional>750.25</TasaImpuestoAdicional>');
    const refused = await server.call(borradores.previsualizar, { body: beer('1.00'), query: {} }, server.key);
    expect(exciseFindings(refused.problem.errores)).toEqual([['ECF-IMPUESTO-08', 'error']]);
  });

  /** An invoice of another rate, as of another quarter, once it is accepted. */
  async function olderInvoice() {
    const { body } = await send('1.00', { tolerante: true });
    const params = { id: body.id };
    await server.until(async () => {
      const view = await server.call(documentos.verDocumento, { params }, server.key);
      return view.body.estado === 'aceptado';
    });
    return body;
  }

  test('the annulment of an invoice of another rate has the rate and the amounts of the invoice', async () => {
    const invoice = await olderInvoice();
    const wanted = { params: { id: invoice.id }, body: { motivo: '02' } } as const;
    const { status, body } = await server.call(documentos.anularDocumento, wanted, server.key);
    expect(status).toBe(202);
    const totalsOf = async (id: string) => {
      const view = await server.call(documentos.verDocumento, { params: { id } }, server.key);
      return (view.body.json as unknown as ECF).Encabezado.Totales;
    };
    expect(await totalsOf(body.nota.id)).toEqual(await totalsOf(invoice.id));
  });

  test('a note for a part has the rate of its own day', async () => {
    const invoice = await olderInvoice();
    const note = (rate: string) => {
      const { Encabezado, DetallesItems } = beer(rate);
      const item = { ...DetallesItems.Item[0], PrecioUnitarioItem: '1.00' };
      return noteOf(invoice.eNCF, { item, totales: (Encabezado as { Totales: object }).Totales });
    };
    const sendNote = (rate: string) => server.call(emision.enviarFactura, { body: note(rate), query: {} }, server.key);
    const { problem } = await sendNote('1.00');
    expect(problem.errores!.filter(({ aviso }) => !aviso).map(({ codigo }) => codigo)).toEqual(['ECF-NOTA-CUENTA']);
    expect(exciseFindings(problem.errores)).toEqual([['ECF-IMPUESTO-08', 'aviso']]);
    expect((await sendNote('750.25')).status).toBe(200);
  });

  test('a row of a certification set only gets a remark: the DGII compares it as it is', async () => {
    expect(exciseFindings((await imported('1.00', true)).errores)).toEqual([['ECF-IMPUESTO-08', 'aviso']]);
  });

  test('a lenient caller gets an aviso, and the document is issued', async () => {
    const { status, body } = await send('1.00', { tolerante: true });
    expect([status, exciseFindings(body.avisos)]).toEqual([200, [['ECF-IMPUESTO-08', 'aviso']]]);
  });
});
