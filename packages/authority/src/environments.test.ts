import { expect, test } from 'vitest';
import { ambientes, environments, parseAmbiente, readAmbiente } from './environments.ts';
import { offers, protocol, type Service, servicePath } from './protocol.ts';

test.each([
  ['Test', 'testecf'],
  ['TEST', 'testecf'],
  ['PRUEBA', 'testecf'],
  ['Pruebas', 'testecf'],
  ['testecf', 'testecf'],
  ['https://ecf.dgii.gov.do/TesteCF/ConsultaTimbre?RncEmisor=1', 'testecf'],
  ['Certificacion', 'certecf'],
  ['CERTIFICACION', 'certecf'],
  ['https://fc.dgii.gov.do/certecf/ConsultaTimbreFC', 'certecf'],
  ['Produccion', 'ecf'],
  ['Producción', 'ecf'],
  ['PRD', 'ecf'],
  ['eCF', 'ecf'],
  ['https://ecf.dgii.gov.do/ecf/ConsultaTimbre?RncEmisor=1', 'ecf'],
])('the text %s is the environment %s', (text, ambiente) => {
  expect(readAmbiente(text)).toBe(ambiente);
});

test('a text that names no environment never means production', () => {
  expect(parseAmbiente('Marte')).toBeUndefined();
  expect(readAmbiente('')).toBe('testecf');
  expect(readAmbiente('https://ecf.dgii.gov.do/')).toBe('testecf');
});

test('every form of an environment is read back as the same environment', () => {
  for (const ambiente of ambientes) {
    for (const face of [ambiente, environments[ambiente].nombre, environments[ambiente].selector]) {
      expect(readAmbiente(face)).toBe(ambiente);
    }
  }
});

test('the certification environment has no look-up of trackIds, but one of results', () => {
  expect(offers('consultaTrackIds', 'certecf')).toBe(false);
  expect(offers('consultaTrackIds', 'testecf')).toBe(true);
  expect(offers('consultaResultado', 'certecf')).toBe(true);
});

test('paths carry the environment, except on the status host', () => {
  expect(servicePath('enviarECF', 'certecf')).toBe('/certecf/recepcion/api/facturaselectronicas');
  expect(servicePath('verificarEstado', 'ecf')).toBe('/api/estatusservicios/verificarestado');
});

test('no two services of one host share a method and path', () => {
  const keys = (Object.keys(protocol) as Service[]).map((service) => {
    const { host, method, path } = protocol[service];
    return `${host} ${method} ${path}`;
  });
  expect(new Set(keys).size).toBe(keys.length);
});
