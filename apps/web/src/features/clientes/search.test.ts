import { expect, it } from 'vitest';
import type { Cliente } from './api.ts';
import { readSearch, shownOf } from './search.ts';

const certificado = {
  archivo: 'a.p12',
  titular: 'Ana',
  idTitular: null,
  emisor: 'Emisor',
  serie: '1',
  validoDesde: '2025-01-01T00:00:00Z',
  validoHasta: '2030-01-01T00:00:00Z',
  huella: '',
  vencido: false,
};
const company = (razonSocial: string, part: Partial<Cliente>): Cliente => ({
  id: razonSocial,
  rnc: '199000005',
  razonSocial,
  ambiente: 'Test',
  datos: {},
  id_externo: '',
  apiKey: '',
  facturasEmitidas: 0,
  facturasRechazadas: 0,
  UsuarioID: null,
  certificado,
  ...part,
});
const all = [
  company('A', { facturasEmitidas: 3, certificado: null }),
  company('B', { facturasEmitidas: 9, facturasRechazadas: 1, ambiente: 'Produccion' }),
  company('C', { facturasRechazadas: 4, certificado: { ...certificado, vencido: true } }),
];
const names = (search: Parameters<typeof shownOf>[1]) => shownOf(all, search).map(({ razonSocial }) => razonSocial);

it('companies are narrowed by environment, certificate and rejections', () => {
  expect(names({ ver: 'produccion' })).toEqual(['B']);
  expect(names({ ver: 'pruebas' })).toEqual(['A', 'C']);
  expect(names({ ver: 'sin-certificado' })).toEqual(['A', 'C']);
  expect(names({ ver: 'con-rechazos' })).toEqual(['B', 'C']);
});

it('companies keep the order of the server, or are ordered by a figure', () => {
  expect(names({})).toEqual(['A', 'B', 'C']);
  expect(names({ orden: 'emitidas' })).toEqual(['B', 'A', 'C']);
  expect(names({ orden: 'rechazadas', ver: 'con-rechazos' })).toEqual(['C', 'B']);
});

it('a value that the address cannot have is left out', () => {
  expect(readSearch({ buscar: 'sol', ver: 'sin-certificado', orden: 'emitidas' })).toEqual({
    buscar: 'sol',
    ver: 'sin-certificado',
    orden: 'emitidas',
  });
  expect(readSearch({ ver: 'toString', orden: 3 })).toEqual({});
});
