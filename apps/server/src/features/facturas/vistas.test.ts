import { facturas } from '@timbre/contract';
import { beforeAll, expect, test } from 'vitest';
import { makePerson } from '../../main/testing/people.ts';
import { withServer } from '../../main/testing/server.ts';
import { bare, type Stranger, stranger } from '../../main/testing/stranger.ts';

const server = withServer();
let company: Stranger;

beforeAll(async () => {
  company = await stranger(server, bare);
});

const save = (nombre: string, busqueda = 'estado=rechazado&todas=true', key = company.sesion) =>
  server.call(facturas.guardarVista, { body: { nombre, busqueda } }, key);
const listed = async (key = company.sesion) => (await server.call(facturas.listarVistas, {}, key)).body;

test('a person saves, renames, opens and removes a view of their own', async () => {
  const { body: rejected } = await save('Rechazadas');
  const { body: month } = await save('El mes', 'desde=2026-11-01&hasta=2026-11-30');
  expect(await listed()).toEqual([month, rejected]);
  const change = (id: string, body: facturas.CambioDeVista) =>
    server.call(facturas.cambiarVista, { params: { id }, body }, company.sesion);
  await change(rejected.id, { predeterminada: true });
  await change(month.id, { predeterminada: true, nombre: 'Noviembre' });
  expect(await listed()).toEqual([
    { ...month, nombre: 'Noviembre', predeterminada: true },
    { ...rejected, predeterminada: false },
  ]);
  expect((await change(month.id, { nombre: 'rechazadas' })).problem.code).toBe('vista/repetida');
  const other = await makePerson(server, company, 'consulta');
  expect(await listed(other)).toEqual([]);
  const aimed = { params: { id: month.id } };
  expect((await server.call(facturas.eliminarVista, aimed, other)).problem.code).toBe('recurso/no-encontrado');
  expect((await server.call(facturas.eliminarVista, aimed, company.sesion)).status).toBe(204);
  expect(await listed()).toHaveLength(1);
});

test('a program has no views, names do not repeat, and the number of views is limited', async () => {
  expect((await server.call(facturas.listarVistas, {}, company.clave)).problem.code).toBe('acceso/denegado');
  expect((await save('RECHAZADAS')).problem.code).toBe('vista/repetida');
  expect((await save(' ')).problem.code).toBe('peticion/invalida');
  expect((await save('Rara', '<script>')).problem.code).toBe('peticion/invalida');
  for (let n = (await listed()).length; n < facturas.constants.mostVistas; n++)
    expect((await save(`Vista ${n}`)).status).toBe(201);
  expect((await save('Una más')).problem.code).toBe('vista/demasiadas');
});
