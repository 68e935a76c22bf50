import { configuracion, empresa } from '@timbre/contract';
import { tiposECF } from '@timbre/values';
import { expect, test } from 'vitest';
import { withServer } from './server.ts';
import { stranger } from './stranger.ts';

const server = withServer();

test('a company that is made by calls alone has what the calls gave it, and nothing else', async () => {
  const bare = await stranger(server, { datos: null, rangos: [], certificado: false });
  expect((await server.call(empresa.verEmpresa, {}, bare.sesion)).body).toEqual({
    rnc: bare.rnc,
    razonSocial: bare.razonSocial,
    datos: {},
    ambiente: 'testecf',
    demo: false,
    certificado: null,
  });
  expect((await server.call(configuracion.listarSecuencias, {}, bare.sesion)).body).toEqual([]);
});

test('another one on the same server has a certificate, ranges of the ten types and a key', async () => {
  const company = await stranger(server);
  const { datos, certificado } = (await server.call(empresa.verEmpresa, {}, company.clave)).body;
  expect([datos.direccion, certificado?.vencido]).toEqual(['Calle Inventada 45, Santo Domingo', false]);
  const ranges = (await server.call(configuracion.listarSecuencias, {}, company.sesion)).body;
  expect(ranges.map(({ tipo }) => tipo).sort()).toEqual([...tiposECF].sort());
});
