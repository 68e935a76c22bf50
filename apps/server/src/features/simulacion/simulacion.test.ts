import { simulacion as contract, documentos, importacion, piloto } from '@timbre/contract';
import { decimal, formatDecimal, formatFecha, tiposECF } from '@timbre/values';
import { foreignRate, isrRate, type WithholdingRate, withhold } from '@timbre/values/retenciones';
import { readDirectory } from '@timbre/workbook';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { issuersTopic } from '../../domain/companies/issuers.ts';
import { withSimulation } from './testing/simulating.ts';

const server = withSimulation();
const { generate, generateBatch, rows, refusal, sign, send, signed, decided } = server;
const log = () => server.simulator.control.log();
/** The document as it would be issued. */
const xmlOf = async (id: string) => (await server.call(documentos.verXml, { params: { id } }, server.key)).text;

beforeEach(async () => {
  await server.clear();
  server.simulator.control.reset();
});

describe('the standard batch', () => {
  test('the standard batch has the quantities of the DGII, and is signed, sent and accepted as a whole', {
    tags: ['SI2.6-1', 'SI9-17'],
  }, async () => {
    expect((await generateBatch()).body.generados).toBe(25);
    const kinds = (await rows()).map(({ tipo, esRFCE }) => (esRFCE ? 'resumen' : tipo));
    expect(kinds.filter((kind) => kind === 'resumen')).toHaveLength(4);
    expect((await rows()).filter(({ errores }) => errores.length > 0)).toEqual([]);
    await sign();
    await signed();
    await send();
    expect((await decided()).filter(({ estado }) => estado !== 'aceptado')).toEqual([]);
    expect(log().map(({ decision }) => decision.estado)).toEqual(Array.from({ length: 25 }, () => 'aceptado'));
    // For the consumer invoices that were sent as a summary, the portal requires the whole XML too.
    const { rawPayload } = await server.app.http.fastify.inject({
      method: 'GET',
      url: `${piloto.completasDePiloto.path}?de=simulacion`,
      headers: { authorization: `Bearer ${server.key}` },
    });
    const small = (await rows()).filter(({ esRFCE }) => esRFCE).map(({ rncEmisor, eNCF }) => `${rncEmisor}${eNCF}.xml`);
    const names = [...readDirectory(rawPayload, 100).keys()];
    expect(names.toSorted()).toEqual(small.map((name) => name.toLowerCase()).sort());
  });

  test('the standard batch is rehearsed in development mode: all accepted, nothing issued', {
    tags: ['SI4-4'],
  }, async () => {
    await generateBatch();
    await sign({ ensayo: true });
    await signed(true);
    await send({ ensayo: true });
    expect((await decided(true)).filter(({ estado }) => estado !== 'aceptado')).toEqual([]);
    expect(log()).toEqual([]);
    expect((await rows()).filter(({ estado }) => estado !== 'pendiente')).toEqual([]);
  });

  test('a batch has the requested quantities; notes modify its invoices', { tags: ['SI2.6-2'] }, async () => {
    const { body } = await generateBatch({ cantidades: { 31: 2, 33: 1, 34: 3 } });
    expect(body.generados).toBe(6);
    const receipts = await rows();
    expect(receipts.map(({ tipo }) => tipo)).toEqual(['31', '31', '33', '34', '34', '34']);
    const invoices = receipts.slice(0, 2).map(({ eNCF }) => eNCF);
    for (const note of receipts.slice(2))
      expect(await xmlOf(note.id)).toMatch(new RegExp(`<NCFModificado>(${invoices.join('|')})<`));
    await sign();
    await signed();
    await send();
    expect((await decided()).map(({ estado }) => estado)).toEqual(receipts.map(() => 'aceptado'));
  });

  test('a batch has at least one receipt, and at most fifty of each type', { tags: ['SI5-6'] }, async () => {
    expect((await generateBatch({ cantidades: {} })).problem.code).toBe('simulacion/configuracion');
    expect((await generateBatch({ cantidades: { 31: 51 } })).problem.code).toBe('peticion/invalida');
    expect(await rows()).toEqual([]);
  });
});

describe('a receipt', () => {
  test.each(['1', '2', '3'] as const)(
    'a receipt of each of the ten types is accepted, with payment %s',
    { tags: ['SI2.6-1'] },
    async (tipoPago) => {
      for (const tipo of tiposECF.toSorted((a, b) => Number(/3[34]/.test(a)) - Number(/3[34]/.test(b)))) {
        const { problem } = await generate({ tipo, cantidad: 1, tipoPago });
        expect([tipo, problem?.detail, problem?.errores]).toEqual([tipo, undefined, undefined]);
      }
      await generate({ tipo: '32', cantidad: 1, altoValor: true, tipoPago });
      await sign();
      await signed();
      await send();
      const done = await decided();
      expect(done).toHaveLength(12);
      expect(done.filter(({ estado }) => estado !== 'aceptado')).toEqual([]);
    },
  );

  test('a receipt has the requested total, with its ITBIS', { tags: ['SI3-5'] }, async () => {
    await generate({ tipo: '31', cantidad: 1, montoTotal: '100' });
    const [row] = await rows();
    expect(row!.monto).toBe('100.00');
    const xml = await xmlOf(row!.id);
    expect(xml).toContain('<MontoGravadoTotal>84.75<');
    expect(xml).toContain('<TotalITBIS>15.25<');
  });

  test('a purchase withholds the whole ITBIS and the ISR of a fee; software from abroad its ISR: by the rates of the day', {
    tags: ['SI9-16'],
  }, async () => {
    await generate({ tipo: '41', cantidad: 1, montoTotal: '1180' });
    await generate({ tipo: '47', cantidad: 1, montoTotal: '1000' });
    const [purchase, abroad] = await rows();
    const xml = await xmlOf(purchase!.id);
    expect(xml).toContain('<TotalITBISRetenido>180.00<');
    const isr = (net: string, rate: WithholdingRate | undefined) =>
      `<TotalISRRetencion>${formatDecimal(withhold(decimal(net), rate!), 2)}<`;
    const hoy = formatFecha(Date.now());
    expect(xml).toContain(isr('1000', isrRate('02', hoy)));
    expect(await xmlOf(abroad!.id)).toContain(isr('1000', foreignRate('regalias-software-publicidad-nube', hoy)));
    expect([...purchase!.errores, ...abroad!.errores]).toEqual([]);
    expect(await xmlOf(abroad!.id)).toContain('<IdentificadorExtranjero>');
  });

  test('a receipt has the named buyer, otherwise that of its type; below 250,000 a consumer invoice has none', {
    tags: ['SI3-5'],
  }, async () => {
    await generate({ tipo: '31', cantidad: 1, rncComprador: '1-99-00009-9', razonSocialComprador: 'Otra SRL' });
    await generate({ tipo: '45', cantidad: 1 });
    await generate({ tipo: '32', cantidad: 1, montoTotal: '249999.99', rncComprador: '199000099' });
    await generate({ tipo: '32', cantidad: 1, altoValor: true });
    await generate({ tipo: '43', cantidad: 1 });
    const receipts = (await rows()).filter(({ esRFCE }) => !esRFCE);
    expect(receipts.map(({ rncComprador }) => rncComprador)).toEqual([
      '199000099',
      '199000082',
      null,
      '99900000011',
      null,
    ]);
    const { compradores } = await server.view();
    expect(compradores.find(({ tipo }) => tipo === '31')!.rncComprador).not.toBe(server.rnc);
    expect(compradores.find(({ tipo }) => tipo === '43')!.rncComprador).toBeNull();
  });

  test('a receipt of an export has its shipping and transport', async () => {
    await generate({ tipo: '46', cantidad: 1 });
    const xml = await xmlOf((await rows())[0]!.id);
    expect(xml).toContain('<ViaTransporte>02<');
    expect(xml).toContain('<TotalCif>15000.00<');
  });

  test('a receipt that could not be issued is not stored: its first fault is reported, with its field', {
    tags: ['SI8-4'],
  }, async () => {
    const { problem } = await generate({ tipo: '31', cantidad: 2, rncComprador: '12' });
    expect(problem).toMatchObject({ code: 'simulacion/configuracion', status: 422 });
    expect(problem.errores![0]!.campo).toBe('Encabezado.Comprador.RNCComprador');
    expect(await rows()).toEqual([]);
  });
});

describe('a refusal has the words of the specification', () => {
  const configuracion = 'simulacion/configuracion';

  test.each([0, -1, 1.5, 51])(
    'a quantity of %s is refused in the words of the specification',
    { tags: ['SI5-6'] },
    async (cantidad) => {
      expect(await refusal({ tipo: '31', cantidad })).toEqual([
        configuracion,
        'La cantidad debe ser un número entre 1 y 50',
      ]);
    },
  );

  test('a consumer invoice of high value that is not above 250,000 is refused in the words of the specification', {
    tags: ['SI5-6'],
  }, async () => {
    expect(await refusal({ tipo: '32', cantidad: 1, altoValor: true, montoTotal: '250000.00' })).toEqual([
      configuracion,
      'Para Factura de Consumo (> 250k), el monto debe ser mayor a 250,000',
    ]);
    expect(await refusal({ tipo: '32', cantidad: 1, altoValor: true, montoTotal: '250000.01' })).toBeUndefined();
  });

  test('a batch in production is refused in the words of the specification', async () => {
    const moveTo = async (ambiente: 'ecf' | 'certecf') => {
      await server.ctx.db.system((tx) => tx.updateTable('empresa').set({ ambiente }).execute());
      server.ctx.signals.emit(issuersTopic);
    };
    await moveTo('ecf');
    for (const { problem } of [
      await generate({ tipo: '31', cantidad: 1 }),
      await generateBatch(),
      await server.clear(),
      await server.remove('019a8f6e-0d3a-7c1b-9e2f-3b6a5d4c2e10'),
      await server.call(contract.verSimulacion, {}, server.key),
    ])
      expect(problem.code).toBe('simulacion/ambiente');
    await moveTo('certecf');
  });
});

test('the screen of workbooks does not list the simulation', async () => {
  await generateBatch();
  expect((await server.call(importacion.listarImportaciones, {}, server.key)).body).toEqual([]);
  const { rows: counted } = await server.ctx.db.system((tx) =>
    sql<{ n: number }>`select count(*)::integer as n from importacion`.execute(tx),
  );
  expect(counted[0]!.n).toBe(1);
});
