import { auditoria, contribuyentes } from '@timbre/contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { dropFile, readFile, storeFile } from '../../domain/taxpayers/import-repo.ts';
import { inventedRegister, inventedRNC, lineOf } from '../../domain/taxpayers/invented.ts';
import { makePerson, makeRoot } from '../../main/testing/people.ts';
import { withServer } from '../../main/testing/server.ts';
import { bare, type Stranger, stranger } from '../../main/testing/stranger.ts';
import { newId } from '../../platform/db/id.ts';

const server = withServer();
let company: Stranger;
let root: string;

beforeAll(async () => {
  company = await stranger(server, bare);
  root = await makeRoot(server);
  await server.app.runner.start();
});
afterAll(() => server.app.runner.stop(async () => undefined));

function upload(name: string, bytes: Buffer) {
  const form = new FormData();
  form.set('archivo', new File([new Uint8Array(bytes)], name));
  return server.call(contribuyentes.importarRegistro, { form }, root);
}

const stateNow = async () => (await server.call(contribuyentes.estadoDelRegistro, {}, root)).body;

/** The state once nothing is being imported. */
const imported = () =>
  vi.waitUntil(
    async () => {
      const state = await stateNow();
      return state.importacion === null && state;
    },
    { timeout: 120_000 },
  );

const ask = (rnc: string, key = company.clave) =>
  server.call(contribuyentes.consultaContribuyente, { query: { rnc } }, key);
const find = (buscar: string, key = company.sesion) =>
  server.call(contribuyentes.buscarContribuyentes, { query: { buscar } }, key);

test('without a register no taxpayer is reported as unknown', async () => {
  expect((await ask('199000005')).problem.code).toBe('contribuyentes/falta');
  expect((await find('colmado')).problem.code).toBe('contribuyentes/falta');
  expect(await stateNow()).toEqual({ registro: null, importacion: null, fallo: null });
});

test('the platform’s administrator uploads the register, and it is imported in the background', async () => {
  const { status, body } = await upload('DGII_RNC.TXT', inventedRegister());
  expect(status).toBe(202);
  expect(body.importacion).toMatchObject({ archivo: 'DGII_RNC.TXT', porcentaje: expect.any(Number) });
  const { registro, fallo } = await imported();
  expect(registro).toMatchObject({ archivo: 'DGII_RNC.TXT', filas: 205, rechazadas: 0, repetidas: 0, motivos: [] });
  expect(fallo).toBeNull();
  const { body: record } = await server.call(auditoria.listarAuditoria, { query: {} }, root);
  expect(record.entradas[0]).toMatchObject({
    tipo: 'contribuyentes.importado',
    quien: 'root',
    descripcion: 'Importó el registro de contribuyentes de la DGII: 205 contribuyentes',
  });
});

test('a number is looked up with or without hyphens, by integration keys and by every role', async () => {
  const palma = {
    rnc: '199000013',
    razonSocial: 'CONSTRUCTORA PALMA ALTA SRL',
    nombreComercial: '',
    estado: 'ACTIVO',
    actividad: 'VENTA AL POR MENOR DE ARTÍCULOS DE FERRETERÍA',
    regimen: 'NORMAL',
    inicioOperaciones: '2019-03-01',
  };
  const reader = await makePerson(server, company, 'consulta');
  for (const [rnc, key] of [
    ['199000013', company.clave],
    ['1-99-00001-3', company.sesion],
    ['199-00001-3', reader],
  ] as const)
    expect((await ask(rnc, key)).body).toEqual([palma]);
  expect((await ask('199999990')).body).toEqual([]);
  for (const rnc of ['', '12345678', '1234567890', '19900001x', "'; drop"])
    expect((await ask(rnc)).problem.code).toBe('peticion/invalida');
});

test('names are searched by people, of a company or of the platform, and not by integration keys', async () => {
  for (const key of [company.sesion, root])
    expect((await find('alta constru', key)).body.map(({ rnc }) => rnc)).toEqual(['199000013']);
  expect((await find('constru', company.clave)).problem.code).toBe('acceso/denegado');
  expect((await find('')).problem.code).toBe('peticion/invalida');
});

test('only the platform’s administrator sees the state and uploads', async () => {
  expect((await server.call(contribuyentes.estadoDelRegistro, {}, company.sesion)).problem.code).toBe(
    'acceso/denegado',
  );
  const form = new FormData();
  form.set('archivo', new File(['x'], 'a.txt'));
  expect((await server.call(contribuyentes.importarRegistro, { form }, company.sesion)).problem.code).toBe(
    'acceso/denegado',
  );
});

test('a file of another kind is refused at once, and one of another form leaves the register as it was', async () => {
  expect((await upload('registro.xlsx', inventedRegister())).problem).toMatchObject({ code: 'contribuyentes/archivo' });
  await upload('otro.txt', Buffer.from('una carta\n'.repeat(20)));
  const { registro, fallo } = await imported();
  expect(registro?.filas).toBe(205);
  expect(fallo).toMatchObject({
    archivo: 'otro.txt',
    motivo: expect.stringContaining('no tiene ningún contribuyente'),
  });
});

test('during an import another is refused; the next success clears a failure', async () => {
  const first = upload('DGII_RNC.zip', Buffer.from('PK\x03\x04 no es un zip'));
  const second = await Promise.all([first, upload('DGII_RNC.TXT', inventedRegister())]);
  const codes = second.map(({ status, problem }) => problem?.code ?? status).sort();
  expect(codes).toEqual([202, 'contribuyentes/en-curso']);
  await imported();
  const line = lineOf([inventedRNC(7), 'Colmado Nuevo', '', '', '01/01/2020', 'ACTIVO', 'RST']);
  await upload('DGII_RNC.TXT', Buffer.from(`${line.repeat(2)}${inventedRegister().toString('latin1')}mal\n`, 'latin1'));
  const { registro, fallo } = await imported();
  expect(registro).toMatchObject({ filas: 206, rechazadas: 1, repetidas: 1 });
  expect(registro?.motivos).toEqual([{ linea: 208, motivo: 'tiene 1 campos, no 11' }]);
  expect(fallo).toBeNull();
});

test('an upload has its own file: the job of the one before deletes only its own when it ends', async () => {
  const ids = [newId(new Date()), newId(new Date())] as const;
  const files = await server.ctx.db.system(async (tx) => {
    await storeFile(tx, ids[0], Buffer.from('uno'));
    await storeFile(tx, ids[1], Buffer.from('dos'));
    await dropFile(tx, ids[0]);
    return Promise.all(ids.map((id) => readFile(tx, id)));
  });
  expect(files.map(String)).toEqual(['undefined', 'dos']);
});
