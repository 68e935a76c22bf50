import { configuracion, empresa } from '@timbre/contract';
import { tiposECF } from '@timbre/values';
import { expect, test } from 'vitest';
import { withServer } from './server.ts';
import { bare, stranger } from './stranger.ts';

const server = withServer();

test('a company that is made by calls alone has the facts of the calls, and nothing else', async () => {
  const company = await stranger(server, bare);
  expect((await server.call(empresa.verEmpresa, {}, company.sesion)).body).toEqual({
    rnc: company.rnc,
    razonSocial: company.razonSocial,
    datos: {},
    ambiente: 'testecf',
    demo: false,
    certificado: null,
    tasasSelectivo: [],
  });
  expect((await server.call(configuracion.listarSecuencias, {}, company.sesion)).body).toEqual([]);
});

test('another one on the same server has a certificate, ranges of the ten types and a key', async () => {
  const company = await stranger(server);
  const { datos, certificado } = (await server.call(empresa.verEmpresa, {}, company.clave)).body;
  expect([datos.direccion, certificado?.vencido]).toEqual(['Calle Inventada 45, Santo Domingo', false]);
  const ranges = (await server.call(configuracion.listarSecuencias, {}, company.sesion)).body;
  expect(ranges.map(({ tipo }) => tipo).sort()).toEqual([...tiposECF].sort());
});
