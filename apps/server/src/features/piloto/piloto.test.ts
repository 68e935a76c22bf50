import { certificacion, piloto as contract, documentos } from '@timbre/contract';
import { readDirectory } from '@timbre/workbook';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { issuersTopic } from '../../domain/companies/issuers.ts';
import { approvalRow, approvalsBook } from '../../domain/comprobantes/workbooks/testing/approvals.ts';
import { sampleTables, setCell, xlsxOfTables } from '../../domain/comprobantes/workbooks/testing/document-rows.ts';
import { withIssuing } from '../../main/testing/issuing.ts';
import { sampleFor } from '../importacion/sample.ts';

const server = withIssuing('certecf');

type Parte = contract.ParteDePiloto;
const view = async () => (await server.call(contract.verPiloto, {}, server.key)).body;
const load = (parte: Parte, bytes: Uint8Array, name = 'set.xlsx') => {
  const form = new FormData();
  form.set('archivo', new File([new Uint8Array(bytes)], name));
  return server.call(contract.cargarEnPiloto, { params: { parte }, form }, server.key);
};
const send = (parte: Parte) => server.call(contract.enviarPiloto, { params: { parte }, body: {} }, server.key);
const rehearse = (parte: Parte) => server.call(contract.ensayarPiloto, { params: { parte }, body: {} }, server.key);
const at = (parte: Parte, ...etapas: contract.EtapaDePiloto[]) =>
  server.until(async () => {
    const part = (await view())[parte];
    return part !== null && etapas.includes(part.etapa) && part;
  });
const settled = ['corregir', 'listo', 'detenido', 'completo'] as const;
const documents = async () => {
  const comprobantes = await at('comprobantes', ...settled);
  return comprobantes as contract.PilotoDeComprobantes;
};
const sample = () => sampleFor(server.ctx, server.empresaId);
const received = () => server.simulator.control.log();

/** Names of the parts of a ZIP answer. `server.call` returns text, and these are bytes. */
async function partsOf(path: string) {
  const answer = await server.app.http.fastify.inject({
    method: 'GET',
    url: path,
    headers: { authorization: `Bearer ${server.key}` },
  });
  expect(answer.statusCode).toBe(200);
  return [...readDirectory(answer.rawPayload, 100).keys()];
}

/** The sample of a workbook as the company's, with numbers that begin with a digit. */
function ownTables(digit: string) {
  const tables = sampleTables();
  const numbered = (encf: string) => `${encf.slice(0, 3)}${digit}${encf.slice(4)}`;
  for (const { headers, rows } of [tables.ECF, tables.RFCE])
    for (const row of rows)
      for (const [at, header] of headers.entries()) {
        if (header === 'RNCEmisor') row[at] = server.rnc;
        if (/^(ENCF|NCFModificado)$/i.test(header) && row[at]?.startsWith('E')) row[at] = numbered(row[at]);
      }
  return tables;
}

beforeEach(async () => {
  server.simulator.control.reset();
  await server.ctx.db.system(async (tx) => {
    await sql`delete from piloto`.execute(tx);
    await sql`delete from aprobacion_libro`.execute(tx);
  });
});

describe('a set of e-CF', () => {
  test('a set of e-CF is rehearsed by itself, sent in the order of the DGII, and its full invoices are a package', async () => {
    await load('comprobantes', await sample());
    const ready = await documents();
    expect(ready).toMatchObject({ etapa: 'listo', totalIncidencias: 0, errores: [], completas: 0 });
    expect(received()).toEqual([]);
    expect(ready.fases.map(({ fase, total, firmados }) => [fase, total, firmados])).toEqual([
      ['facturas', 9, 0],
      ['notas', 2, 0],
      ['resumenes', 2, 0],
    ]);

    expect((await send('comprobantes')).body).toEqual({ etapa: 'enviando' });
    expect((await send('comprobantes')).problem.code).toBe('piloto/en-curso');
    expect((await load('comprobantes', await sample())).problem.code).toBe('piloto/en-curso');
    const done = await documents();
    expect(done).toMatchObject({ etapa: 'completo', completas: 2, aceptadosSeguidos: 13 });
    expect(done.fases.every(({ total, aceptados }) => total === aceptados)).toBe(true);
    const kinds = received().map(({ service, eNCF }) => (service === 'enviarRFCE' ? 'resumen' : eNCF!.slice(1, 3)));
    expect(kinds).toHaveLength(13);
    const group = (kind: string) => (kind === 'resumen' ? 2 : kind === '33' || kind === '34' ? 1 : 0);
    expect(kinds.map(group)).toEqual([...kinds.map(group)].sort());

    const full = await partsOf(contract.completasDePiloto.path);
    expect(full.map((name) => name.replace(server.rnc, '').slice(0, 3))).toEqual(['e32', 'e32']);
    const forms = await partsOf(contract.representacionesDePiloto.path);
    expect(forms.length).toBe(11);
  });

  test('a set of e-CF with a fault stops before the DGII, with the cell; corrected, it is rehearsed again', async () => {
    const tables = ownTables('8');
    setCell(tables.ECF, 2, 'MontoTotal', '1.005');
    await load('comprobantes', xlsxOfTables({ ...tables }));
    const set = await documents();
    expect(set.etapa).toBe('corregir');
    expect(set.incidencias.map(({ falta }) => falta?.celda)).toContain('fila 2, columna MontoTotal');
    expect((await send('comprobantes')).problem.code).toBe('piloto/sin-ensayar');
    expect(received()).toEqual([]);

    const { id } = set.incidencias[0]!.documento;
    const { text: xml } = await server.call(documentos.verXml, { params: { id } }, server.key);
    const sound = sampleTables().ECF;
    const total = sound.rows[0]![sound.headers.indexOf('MontoTotal')];
    const mended = xml.replace('<MontoTotal>1.005<', `<MontoTotal>${total}<`);
    const edited = await server.call(documentos.editarXml, { params: { id }, body: { xml: mended } }, server.key);
    expect(edited.problem).toBeUndefined();
    expect((await rehearse('comprobantes')).body).toEqual({ etapa: 'leyendo' });
    expect((await documents()).incidencias).toEqual([]);
  });

  test('a set of e-CF stops at the first rejection with the words of the DGII; a rejection resets its counter', async () => {
    server.simulator.control.settings({ latencyMs: 20 });
    await load('comprobantes', xlsxOfTables({ ...ownTables('7') }));
    expect(await documents()).toMatchObject({ etapa: 'listo', incidencias: [], errores: [], motivo: null });
    server.simulator.control.force({
      estado: 'rechazado',
      mensajes: [{ codigo: '613', valor: 'La secuencia no está autorizada' }],
      secuenciaUtilizada: true,
    });
    await send('comprobantes');
    const stopped = await documents();
    expect(stopped.etapa).toBe('detenido');
    expect(stopped.incidencias[0]!.documento.mensajes[0]!.valor).toBe('La secuencia no está autorizada');
    const log = received();
    expect(log.length).toBeLessThanOrEqual(9);
    expect(log.every(({ service }) => service === 'enviarECF')).toBe(true);
    const rejectedAt = log.findIndex(({ decision }) => decision.estado === 'rechazado');
    expect(stopped.aceptadosSeguidos).toBeLessThanOrEqual(log.length - 1 - rejectedAt);
    expect((await send('comprobantes')).problem.code).toBe('piloto/rechazado');
    expect(server.simulator.control.certification({ rnc: server.rnc })).toBe(log.length - 1 - rejectedAt);
  });

  test('a set that is loaded again, once it was accepted, is complete and sends nothing again', async () => {
    const set = await sample();
    await load('comprobantes', set);
    await at('comprobantes', 'listo');
    await send('comprobantes');
    await at('comprobantes', 'completo');
    const sent = received().length;
    await load('comprobantes', set);
    expect(await documents()).toMatchObject({ etapa: 'completo', puede: { ensayar: false, enviar: false } });
    expect(received()).toHaveLength(sent);
  });

  test('the numbers of a set that no range has are registered with the expiry of the set', async () => {
    const before = await server.ctx.db.system((tx) =>
      sql<{ n: number }>`select count(*)::integer as n from secuencia where ambiente = 'certecf'`.execute(tx),
    );
    const tables = ownTables('9');
    await load('comprobantes', xlsxOfTables({ ...tables }));
    expect(await documents()).toMatchObject({ etapa: 'listo', totalIncidencias: 0 });
    const after = await server.ctx.db.system((tx) =>
      sql<{ n: number }>`select count(*)::integer as n from secuencia where ambiente = 'certecf'`.execute(tx),
    );
    expect(after.rows[0]!.n).toBe(before.rows[0]!.n + 10);
  });

  test('a set that is no workbook is reported', async () => {
    await load('comprobantes', Buffer.from('nada'));
    const set = await documents();
    expect(set).toMatchObject({ etapa: 'corregir' });
    expect(set.errores).toHaveLength(1);
    expect((await load('comprobantes', Buffer.from('nada'), 'set.pdf')).problem.code).toBe('archivo/tipo');
  });
});

describe('a set of approvals', () => {
  const rows = (count: number) => Array.from({ length: count }, () => approvalRow(server.rnc));

  test('a set of approvals is rehearsed, and sent with one call', async () => {
    await load('aprobaciones', approvalsBook(rows(11)));
    expect(await at('aprobaciones', 'listo', 'corregir')).toMatchObject({ etapa: 'listo', incidencias: [] });
    expect(received()).toEqual([]);
    await send('aprobaciones');
    const done = await at('aprobaciones', 'completo', 'detenido');
    expect(done.fases).toEqual([{ fase: 'aprobaciones', total: 11, firmados: 11, aceptados: 11 }]);
    expect((await view()).proceso[2]!.avance).toBe('11 de 11 aceptados por la DGII');
  });

  test('a set of approvals with a fault is to be corrected', async () => {
    await load('aprobaciones', approvalsBook([approvalRow(server.rnc, { MontoTotal: 'mucho' })]));
    const set = (await at('aprobaciones', 'corregir')) as contract.PilotoDeAprobaciones;
    expect(set.incidencias[0]!.errores[0]!.celda).toBe('fila 2, columna MontoTotal');
    expect((await send('aprobaciones')).problem.code).toBe('piloto/sin-ensayar');
  });
});

describe('the process', () => {
  test('the process has fifteen steps, which a person marks as done', async () => {
    const mark = (numero: number, hecho: boolean) =>
      server.call(contract.marcarPaso, { params: { numero }, body: { hecho } }, server.key);
    expect((await view()).proceso.map(({ numero, hecho }) => [numero, hecho])).toEqual(
      Array.from({ length: 15 }, (_, i) => [i + 1, null]),
    );
    await mark(1, true);
    expect((await view()).proceso[0]!.hecho).toMatch(/^\d{4}-/);
    await mark(1, false);
    expect((await view()).proceso[0]!.hecho).toBeNull();
  });

  test('steps 2 to 4 of the process are those of the certification: each screen shows what the other stored', async () => {
    const mark = (numero: number, hecho: boolean) =>
      server.call(contract.marcarPaso, { params: { numero }, body: { hecho } }, server.key);
    const steps = async () =>
      (await server.call(certificacion.verCertificacion, {}, server.key)).body.pasos.map(
        ({ completado }) => completado,
      );
    const process = async () => (await view()).proceso.slice(1, 4).map(({ hecho }) => hecho);
    expect((await mark(3, true)).problem.code).toBe('certificacion/orden');
    expect((await view()).proceso[3]!.falta).toMatch(/^La DGII no ha aceptado todas las cantidades del lote estándar/);
    await mark(2, true);
    const [first] = await process();
    expect(first).not.toBeNull();
    expect(await steps()).toEqual([first, null, null]);
    const body = { pasos: [{ paso: 2, completado: true, porPortal: true } as const] };
    await server.call(certificacion.guardarCertificacion, { body }, server.key);
    expect(await process()).toEqual(await steps());
    await mark(2, false);
    expect((await steps()).map((one) => one !== null)).toEqual([false, true, false]);
  });

  test('the pilot does not work in production', async () => {
    const moveTo = async (ambiente: 'ecf' | 'certecf') => {
      await server.ctx.db.system((tx) => tx.updateTable('empresa').set({ ambiente }).execute());
      server.ctx.signals.emit(issuersTopic);
    };
    expect((await send('comprobantes')).problem.code).toBe('piloto/falta');
    await moveTo('ecf');
    expect((await send('comprobantes')).problem.code).toBe('piloto/ambiente');
    await moveTo('certecf');
  });

  test('a form of the portal is signed; a fiscal document is not', async () => {
    const sign = (xml: string, name = 'postulacion.xml') => {
      const form = new FormData();
      form.set('archivo', new File([xml], name));
      return server.call(contract.firmarFormulario, { form }, server.key);
    };
    const { status, text, headers } = await sign('<?xml version="1.0"?><Postulacion><RNC>1</RNC></Postulacion>');
    expect(status).toBe(200);
    expect(text).toContain('<SignatureValue>');
    expect(headers['content-disposition']).toContain('postulacion-firmado.xml');
    for (const wrong of ['<ECF/>', '<?xml version="1.0"?><!-- x --><ACECF/>', 'texto'])
      expect((await sign(wrong)).problem.code).toBe('piloto/formulario');
  });

  test('the services are called at their public address as the DGII does', async () => {
    const address = await server.app.http.fastify.listen({ port: 0, host: '127.0.0.1' });
    Object.assign(server.ctx.config, { publicUrl: address });
    const probe = async () => (await server.call(contract.probarServicios, { body: {} }, server.key)).body;
    expect(
      (await probe()).map(({ servicio, bien, direccion }) => [servicio, bien, direccion.startsWith(address)]),
    ).toEqual([
      ['semilla', true, true],
      ['validacion', true, true],
      ['recepcion', true, true],
      ['aprobacion', true, true],
    ]);
    Object.assign(server.ctx.config, { publicUrl: 'http://127.0.0.1:9' });
    expect((await probe()).map(({ bien }) => bien)).toEqual([false, false, false, false]);
  });
});
