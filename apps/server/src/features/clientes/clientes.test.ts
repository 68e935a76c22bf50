import { accesos, aprobaciones, clientes, sesion } from '@timbre/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeDemoCertificate } from '../../domain/companies/demo-certificate.ts';
import { newestEvents } from '../../main/testing/events.ts';
import { makeRoot } from '../../main/testing/people.ts';
import { withServer } from '../../main/testing/server.ts';
import { bare, type Stranger, stranger } from '../../main/testing/stranger.ts';
import { newId } from '../../platform/db/id.ts';
import { platformRecord } from '../../platform/events/events.ts';

const server = withServer();
let root: string;
let company: Stranger;

beforeAll(async () => {
  root = await makeRoot(server);
  company = await stranger(server, { ...bare, certificado: true });
});

const list = async (buscar?: string) =>
  (await server.call(clientes.listarClientes, { query: buscar === undefined ? {} : { buscar } }, root)).body;
const find = async (id: string) => (await list()).find((each) => each.id === id)!;
const setAmbiente = (id: string, ambiente: string) =>
  server.call(clientes.cambiarAmbienteDeCliente, { params: { id }, body: { ambiente } }, root);
const lastEvent = async (empresaId: string, tipo: string) => (await newestEvents(server, empresaId, tipo))[0];

/** Documents with the states that follow from the authority's verdicts. */
async function addDocuments(empresaId: string, estados: readonly string[], ambiente = 'testecf'): Promise<void> {
  await server.ctx.db.tenant(empresaId, async (tx) => {
    for (const [i, estado] of estados.entries())
      await tx
        .insertInto('documento')
        .values({
          empresa_id: empresaId,
          id: newId(new Date()),
          ambiente: ambiente as 'testecf',
          rnc_emisor: '199000005',
          tipo: 31,
          numero: i + 1,
          encf: `E31${String(i + 1).padStart(10, '0')}`,
          estado: estado as 'aceptado',
          ocupa_numero: true,
          fecha_emision: '2026-03-16',
          monto_total: '118.00',
          xml: '<ECF/>',
          xml_sha256: Buffer.alloc(32, i),
          origen: 'api',
          creado: new Date(),
        })
        .execute();
  });
}

test('a company is listed with its accepted documents of all environments, its key masked, its certificate and first user', {
  tags: ['S2.10-4'],
}, async () => {
  await addDocuments(company.id, ['aceptado', 'aceptado_condicional', 'rechazado', 'enviado']);
  await addDocuments(company.id, ['aceptado'], 'certecf');
  expect(await find(company.id)).toMatchObject({
    rnc: company.rnc,
    ambiente: 'Test',
    facturasEmitidas: 3,
    facturasRechazadas: 1,
    apiKey: `tmb_…${company.clave.slice(-4)}`,
    UsuarioID: company.usuarioId,
    certificado: { titular: expect.any(String), vencido: false },
  });
  const unsigned = await stranger(server, bare);
  expect(await find(unsigned.id)).toMatchObject({ facturasEmitidas: 0, facturasRechazadas: 0, certificado: null });
});

test('a company is found by part of its name, whatever its accents, or of its RNC, however it is written', async () => {
  const { id, rnc } = await stranger(server, bare);
  await server.ctx.db.system((tx) =>
    tx.updateTable('empresa').set({ razon_social: 'Panadería Núñez 100% SRL' }).where('id', '=', id).execute(),
  );
  for (const buscar of [
    'panaderia nunez',
    'PANADERÍA',
    '100%',
    rnc,
    `${rnc.slice(0, 3)}-${rnc.slice(3, 8)}`,
    ' Núñez ',
  ])
    expect([buscar, (await list(buscar)).map((each) => each.id)]).toEqual([buscar, expect.arrayContaining([id])]);
  expect(await list('100_')).toEqual([]);
  expect(await list('no hay ninguna así')).toEqual([]);
});

test('the invoices of a company are listed, the newest first', { tags: ['S7-13'] }, async () => {
  const { body } = await server.call(clientes.facturasDeCliente, { params: { id: company.id } }, root);
  expect(body).toHaveLength(5);
  expect(body[4]).toEqual({ eNCF: 'E310000000001', estado: 'aceptado', monto: '118.00', fecha: '16-03-2026' });
  const nobody = await server.call(clientes.facturasDeCliente, { params: { id: newId(new Date()) } }, root);
  expect(nobody.status).toBe(404);
});

test('the invoices of a company are read in parts, each once', async () => {
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const query = { limite: 2, ...(cursor && { cursor }) };
    const part = await server.call(clientes.facturasDeCliente, { params: { id: company.id }, query }, root);
    seen.push(...part.body.map(({ eNCF }) => eNCF));
    cursor = part.headers['x-siguiente'];
  } while (cursor !== undefined);
  const { body: whole } = await server.call(clientes.facturasDeCliente, { params: { id: company.id } }, root);
  expect(seen).toEqual(whole.map(({ eNCF }) => eNCF));
});

test('the companies are read in parts, each once', async () => {
  const { body: whole } = await server.call(clientes.listarClientes, {}, root);
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const query = { limite: 2, ...(cursor && { cursor }) };
    const part = await server.call(clientes.listarClientes, { query }, root);
    expect(part.body.length).toBeLessThan(3);
    seen.push(...part.body.map(({ id }) => id));
    cursor = part.headers['x-siguiente'];
  } while (cursor !== undefined);
  expect(seen).toEqual(whole.map(({ id }) => id));
});

test('a change of environment holds at the next call of the company, and is in both records', {
  tags: ['S7-13'],
}, async () => {
  const { id, rnc, sesion: key } = await stranger(server, bare);
  expect((await server.call(sesion.sesionActual, {}, key)).body.Ambiente).toBe('Test');
  expect((await server.ctx.issuers.of(id)).ambiente).toBe('testecf');
  const { body } = await setAmbiente(id, 'Producción');
  expect(body.ambiente).toBe('Produccion');
  expect((await server.ctx.issuers.of(id)).ambiente).toBe('ecf');
  expect((await server.call(sesion.sesionActual, {}, key)).body.Ambiente).toBe('Produccion');
  const datos = { antes: 'testecf', ambiente: 'ecf', por: 'root', ip: '127.0.0.1' };
  expect(await lastEvent(id, 'ambiente.cambiado')).toEqual({ datos });
  expect(await lastEvent(id, 'configuracion')).toEqual({ datos: { que: 'ambiente' } });
  expect(await lastEvent(platformRecord, 'ambiente.cambiado')).toEqual({ datos: { ...datos, rnc } });
});

test('the specification’s words for environments are understood, others refused', {
  tags: ['S4-2', 'S9-8'],
}, async () => {
  const { id } = await stranger(server, bare);
  expect((await setAmbiente(id, 'Certificacion')).body.ambiente).toBe('Certificacion');
  expect((await setAmbiente(id, 'Pruebas')).body.ambiente).toBe('Test');
  expect((await setAmbiente(id, 'Marte')).problem).toMatchObject({
    code: 'empresa/invalida',
    detail: 'No hay un ambiente «Marte»',
  });
  expect((await setAmbiente(newId(new Date()), 'Test')).status).toBe(404);
});

test('a request for the new environment is settled with the change; one for another goes on waiting', async () => {
  const { id } = await stranger(server, bare);
  const pedida = server.clock.now();
  await server.ctx.db.tenant(id, (tx) =>
    tx
      .insertInto('solicitud')
      .values({
        empresa_id: id,
        id: newId(pedida),
        ambiente_actual: 'testecf',
        nuevo_ambiente: 'ecf',
        pedida_por: 'alguien',
        pedida,
      })
      .execute(),
  );
  const waits = async () => (await server.call(aprobaciones.solicitudesPendientes, {}, root)).body.length;
  await setAmbiente(id, 'Certificacion');
  expect(await waits()).toBe(1);
  await setAmbiente(id, 'Produccion');
  expect(await waits()).toBe(0);
});

describe('saving', () => {
  const save = (id: string, fields: Record<string, string>, certificate?: { p12: Buffer; fileName: string }) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    if (certificate !== undefined)
      form.set('certificado', new File([new Uint8Array(certificate.p12)], certificate.fileName));
    return server.call(clientes.guardarCliente, { params: { id }, form }, root);
  };

  test('name and external id change, omitted fields stay, and both records name the fields', {
    tags: ['S3-9'],
  }, async () => {
    const { id, rnc } = await stranger(server, bare);
    const { body } = await save(id, { id, rnc, razonSocial: ' Ferretería Nueva SRL ', id_externo: ' X-7 ' });
    expect(body).toMatchObject({ razonSocial: 'Ferretería Nueva SRL', id_externo: 'X-7' });
    expect((await save(id, { id_externo: '' })).body).toMatchObject({
      razonSocial: 'Ferretería Nueva SRL',
      id_externo: '',
    });
    expect((await server.ctx.issuers.of(id)).razonSocial).toBe('Ferretería Nueva SRL');
    const datos = { campos: ['ID externo'], por: 'root', ip: '127.0.0.1' };
    expect(await lastEvent(id, 'empresa.modificada')).toEqual({ datos });
    expect(await lastEvent(platformRecord, 'empresa.modificada')).toEqual({ datos: { ...datos, rnc } });
  });

  test('saving the current values changes and records nothing', async () => {
    const { id, rnc } = await stranger(server, bare);
    const { razonSocial } = await find(id);
    expect((await save(id, { id, rnc, razonSocial, id_externo: '', certificadoPass: '' })).status).toBe(200);
    expect(await lastEvent(id, 'empresa.modificada')).toBeUndefined();
  });

  test('a certificate is put in use with its password, and its password alone must open the one in use', {
    tags: ['S7-13'],
  }, async () => {
    const { id } = await stranger(server, bare);
    const holder = { name: 'Otra Persona', id: '00000000018' };
    const certificate = await makeDemoCertificate(holder, 'clave del p12', server.clock.now());
    expect((await save(id, {}, certificate)).problem.code).toBe('certificado/invalido');
    expect((await save(id, { certificadoPass: 'otra' }, certificate)).problem.code).toBe('certificado/invalido');
    expect((await save(id, { certificadoPass: 'clave del p12' })).problem.code).toBe('certificado/falta');
    const saved = await save(id, { certificadoPass: 'clave del p12' }, certificate);
    expect(saved.body.certificado).toMatchObject({ titular: expect.stringContaining('Otra Persona') });
    expect((await save(id, { certificadoPass: 'otra' })).problem.code).toBe('certificado/invalido');
    expect((await save(id, { certificadoPass: '*'.repeat(14) })).status).toBe(200);
    expect(await lastEvent(id, 'certificado.cargado')).toMatchObject({ datos: { por: 'root' } });
  });

  test('an invalid value is refused, and nothing of the form is saved', async () => {
    const { id } = await stranger(server, bare);
    const before = await find(id);
    const wrong: Record<string, string>[] = [
      { rnc: company.rnc, razonSocial: 'Otra' },
      { id: company.id, razonSocial: 'Otra' },
      { razonSocial: '  ' },
      { razonSocial: 'x'.repeat(151) },
      { razonSocial: 'Otra', id_externo: 'x'.repeat(101) },
      { razonSocial: 'Otra', certificadoPass: 'no hay certificado' },
    ];
    for (const fields of wrong) {
      const { status } = await save(id, fields);
      expect([fields, status >= 400 && status < 500]).toEqual([fields, true]);
    }
    expect(await find(id)).toEqual(before);
    expect((await save(newId(new Date()), { razonSocial: 'Otra' })).status).toBe(404);
  });
});

test('only the platform’s administrator reaches the clients', { tags: ['S2.10-5'] }, async () => {
  for (const key of [company.sesion, company.clave]) {
    expect((await server.call(clientes.listarClientes, { query: {} }, key)).status).toBe(403);
    expect((await server.call(accesos.clientesExternos, {}, key)).status).toBe(403);
  }
});
