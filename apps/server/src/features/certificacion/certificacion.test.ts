import { aprobacionComercial, auditoria, certificacion as contract, importacion, simulacion } from '@timbre/contract';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { approvalRow, approvalsBook } from '../../domain/comprobantes/workbooks/testing/approvals.ts';
import { rowOf } from '../../domain/comprobantes/workbooks/testing/document-rows.ts';
import { withIssuing } from '../../main/testing/issuing.ts';
import { bookOf, uploadBook } from '../../main/testing/whole-import.ts';

const server = withIssuing('certecf');

const view = async () => (await server.call(contract.verCertificacion, {}, server.key)).body;
type Change = { paso: 1 | 2 | 3; completado: boolean; porPortal?: boolean };
const save = (...pasos: Change[]) => server.call(contract.guardarCertificacion, { body: { pasos } }, server.key);
const finish = () => server.call(contract.completarCertificacion, { body: {} }, server.key);
const byPortal = (paso: Change['paso']): Change => ({ paso, completado: true, porPortal: true });
const marked = (paso: Change['paso']): Change => ({ paso, completado: true });
const done = async () => (await view()).pasos.map(({ completado }) => completado !== null);
const missing = async () => (await view()).pasos.map(({ falta }) => falta !== null);
/** Descriptions of the entries in the record, newest first. */
const descriptions = async () =>
  (await server.call(auditoria.listarAuditoria, { query: {} }, server.key)).body.entradas.map(
    ({ descripcion }) => descripcion,
  );
const asSystem = (query: ReturnType<typeof sql>) => server.ctx.db.system((tx) => query.execute(tx));

beforeEach(async () => {
  for (const table of ['certificacion', 'aprobacion_libro']) await asSystem(sql`delete from ${sql.table(table)}`);
  await asSystem(sql`update documento set importacion_id = null`);
});

/** Imports a workbook of two e-CF. */
async function importTwo(desde: number): Promise<string> {
  const numbers = [desde, desde + 1].map((n) => `E31${String(n).padStart(10, '0')}`);
  const trees = numbers.map((eNCF) => rowOf(server.rnc, { eNCF, precio: '100.00' }));
  const { id } = (await uploadBook(server, bookOf(trees))).body;
  await server.until(async () => {
    const { body } = await server.call(importacion.verImportacion, { params: { id }, query: {} }, server.key);
    return body.estado !== 'procesando' && body.totales.total === 2;
  });
  return id;
}

describe('a step', () => {
  test('a step is completed by a person who states that the DGII has approved it, after the one before', {
    tags: ['SI2.5-1'],
  }, async () => {
    expect((await save(byPortal(2))).problem.code).toBe('certificacion/orden');
    expect((await save(byPortal(1))).body.pasos[0]).toMatchObject({ porPortal: true });
    expect(await done()).toEqual([true, false, false]);
    expect((await save(byPortal(2), byPortal(3))).body.pasos[2]).toMatchObject({ porPortal: true });
    expect(await done()).toEqual([true, true, true]);
    expect((await descriptions()).slice(0, 3)).toEqual([
      'Completó el paso 3 de la certificación en Certificación: la DGII ya lo dio por aprobado',
      'Completó el paso 2 de la certificación en Certificación: la DGII ya lo dio por aprobado',
      'Completó el paso 1 de la certificación en Certificación: la DGII ya lo dio por aprobado',
    ]);
  });

  test('the step of data is completed when the DGII accepted each document of a workbook, in that environment', async () => {
    expect((await save(marked(1))).problem).toMatchObject({
      code: 'certificacion/falta',
      detail: 'Ningún libro de Excel tiene comprobantes en este ambiente',
    });
    const id = await importTwo(8_000);
    const settle = (estado: string, count: number, ambiente = 'certecf') =>
      asSystem(sql`update documento set estado = ${estado}, ambiente = ${ambiente} where id in (
        select id from documento where importacion_id = ${id} order by orden limit ${count})`);
    await settle('aceptado', 1);
    expect((await view()).pasos[0]!.falta).toBe('De «libro.xlsx», la DGII no ha aceptado 1 de 2: E310000008001');
    await settle('aceptado_condicional', 2, 'testecf');
    expect(await missing()).toEqual([true, true, true]);
    await settle('aceptado_condicional', 2);
    expect(await missing()).toEqual([false, true, true]);
    expect((await save(marked(1))).status).toBe(200);
    expect(await done()).toEqual([true, false, false]);
  });

  test('the step of data counts eNCF over workbooks: what one lacks may have been accepted in another', async () => {
    const first = await importTwo(8_100);
    await asSystem(sql`update documento set estado = 'aceptado', xml = 'x', xml_sha256 = '\\x00', codigo_seguridad = 'x', arbol = null
      where id = (select id from documento where importacion_id = ${first} order by orden limit 1)`);
    const second = await importTwo(8_101);
    expect(await missing()).toEqual([true, true, true]);
    await asSystem(sql`update documento set estado = 'aceptado', xml = 'x', xml_sha256 = '\\x00', codigo_seguridad = 'x', arbol = null
      where importacion_id = ${second} and encf = 'E310000008101'`);
    expect(await missing()).toEqual([false, true, true]);
  });

  test('the step of approvals is completed when the DGII accepted all of the workbook', async () => {
    await save(byPortal(1));
    expect((await save(marked(2))).problem.code).toBe('certificacion/falta');
    const form = new FormData();
    const book = approvalsBook([approvalRow(server.rnc), approvalRow(server.rnc)]);
    form.set('archivo', new File([new Uint8Array(book)], 'aprobaciones.xlsx'));
    await server.call(aprobacionComercial.cargarAprobaciones, { form }, server.key);
    await server.call(aprobacionComercial.firmarAprobaciones, { body: {} }, server.key);
    expect((await save(marked(2))).problem.code).toBe('certificacion/falta');
    await server.call(aprobacionComercial.enviarAprobaciones, { body: {} }, server.key);
    await server.until(async () => (await view()).pasos[1]!.falta === null);
    expect((await save(marked(2))).status).toBe(200);
    expect(await done()).toEqual([true, true, false]);
  });

  test('the step of the simulation is completed when the DGII accepted the standard quantity of each class', {
    tags: ['SI2.5-3'],
  }, async () => {
    await save(byPortal(1), byPortal(2));
    await server.call(simulacion.generarLoteDeSimulacion, { body: {} }, server.key);
    const accept = (where: ReturnType<typeof sql>) =>
      asSystem(sql`update documento set estado = 'aceptado'
      where importacion_id in (select importacion_id from simulacion where ambiente = 'certecf') and ${where}`);
    await accept(sql`not (tipo = 32 and es_rfce)`);
    expect((await save(marked(3))).problem).toMatchObject({
      code: 'certificacion/falta',
      detail: 'La DGII no ha aceptado todas las cantidades del lote estándar. Faltan: resúmenes de 32 (0 de 4)',
    });
    await accept(sql`es_rfce`);
    expect(await missing()).toEqual([true, true, false]);
    expect((await save(marked(3))).body.pasos[2]).toMatchObject({ porPortal: false, falta: null });
    await asSystem(sql`delete from simulacion`);
  });

  test('a step can be reopened; the steps completed after it stay', async () => {
    await save(byPortal(1), byPortal(2));
    await save({ paso: 1, completado: false });
    expect(await done()).toEqual([false, true, false]);
    expect((await descriptions())[0]).toBe('Reabrió el paso 1 de la certificación en Certificación');
  });

  test('a step that is saved again keeps its time of completion, and is not notified twice', async () => {
    const first = (await save(byPortal(1))).body.pasos[0];
    expect((await save(marked(1))).body.pasos[0]).toEqual(first);
    expect((await descriptions())[0]).toMatch(/^Completó el paso 1 .*: la DGII/);
  });
});

test('two browsers at once lose nothing of each other', async () => {
  for (let round = 0; round < 5; round++) {
    await save(byPortal(1), byPortal(2), { paso: 3, completado: false });
    await Promise.all([save(byPortal(3)), save({ paso: 1, completado: false })]);
    expect(await done()).toEqual([false, true, true]);
  }
});

test('the process is finished once the three steps are completed; a reopened step undoes that', {
  tags: ['SI2.5-2'],
}, async () => {
  await save(byPortal(1), byPortal(2));
  expect((await finish()).problem.code).toBe('certificacion/incompleta');
  await save(byPortal(3));
  const { completada } = (await finish()).body;
  expect(completada).not.toBeNull();
  expect((await finish()).body.completada).toBe(completada);
  expect((await save({ paso: 3, completado: false })).body.completada).toBeNull();
});

test('each environment has its own progress', async () => {
  await save(byPortal(1));
  await asSystem(sql`update certificacion set ambiente = 'testecf'`);
  expect(await done()).toEqual([false, false, false]);
});
