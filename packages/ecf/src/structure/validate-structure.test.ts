import { describe, expect, test } from 'vitest';
import { seeded, validTree } from '../../testing/samples.ts';
import { strictCodes, validateStructure } from '../index.ts';
import { officialCodes } from './codes.ts';

type Branch = Record<string, unknown>;

/** A valid e-CF with the value at a path replaced. */
function changed(tipo: '31' | '33' | '43', path: string, value: unknown): Branch {
  const tree = validTree(tipo, 0, seeded(1)) as Branch;
  const steps = path.split('.');
  const last = steps.pop()!;
  let branch = tree;
  for (const step of steps) {
    const [, name = step, index] = /^(\w+)\[(\d+)\]$/.exec(step) ?? [];
    branch[name] ??= {};
    branch = (index === undefined ? branch[name] : (branch[name] as unknown[])[Number(index) - 1]) as Branch;
  }
  branch[last] = value;
  return tree;
}

const faultsOf = (tipo: '31' | '33' | '43', path: string, value: unknown) =>
  validateStructure('ECF', changed(tipo, path, value));

describe('the content of a fault', () => {
  test.each<['31' | '33' | '43', string, unknown, string, string, string]>([
    [
      '31',
      'Encabezado.Comprador.RNCComprador',
      undefined,
      'Encabezado.Comprador.RNCComprador',
      'XSD-FALTA',
      'Falta RNCComprador: es obligatorio en el tipo 31',
    ],
    [
      '43',
      'Encabezado.Comprador',
      { RNCComprador: '131880681' },
      'Encabezado.Comprador',
      'XSD-SOBRA',
      'Comprador no se admite en el tipo 43',
    ],
    [
      '31',
      'Encabezado.Emisor.Telefono',
      '809',
      'Encabezado.Emisor.Telefono',
      'XSD-SOBRA',
      'Telefono no existe en este lugar',
    ],
    [
      '31',
      'DetallesItems.Item[1].MontoItem',
      '1,5',
      'DetallesItems.Item[1].MontoItem',
      'XSD-PATRON',
      '«1,5» no es válido: debe ser un número de hasta 16 enteros y 2 decimales, con punto decimal y sin separador de miles',
    ],
    [
      '31',
      'Encabezado.Emisor.Municipio',
      '999999',
      'Encabezado.Emisor.Municipio',
      'XSD-CODIGO',
      '«999999» no es válido: debe ser uno de los 582 códigos de su tabla',
    ],
    [
      '31',
      'Encabezado.Emisor.TablaTelefonoEmisor',
      { TelefonoEmisor: ['809-555-0100', '1'] },
      'Encabezado.Emisor.TablaTelefonoEmisor.TelefonoEmisor[2]',
      'XSD-PATRON',
      '«1» no es válido: debe ser un teléfono con la forma 809-555-1234',
    ],
    [
      '31',
      'Encabezado.Emisor.TablaTelefonoEmisor',
      { TelefonoEmisor: Array(4).fill('809-555-0100') },
      'Encabezado.Emisor.TablaTelefonoEmisor.TelefonoEmisor',
      'XSD-REPETIDO',
      'TelefonoEmisor aparece 4 veces: se admiten 3',
    ],
    [
      '31',
      'InformacionReferencia',
      {},
      'InformacionReferencia',
      'ESTRICTO-VACIO',
      'Está vacío: lo que no se usa se omite',
    ],
    ['31', 'Encabezado.Totales.MontoTotal', 100, 'Encabezado.Totales.MontoTotal', 'XSD-TIPO', 'Debe ser un texto'],
    ['31', 'Encabezado.Totales.MontoTotal', null, 'Encabezado.Totales.MontoTotal', 'XSD-TIPO', 'Debe ser un texto'],
    ['31', 'DetallesItems.Item', {}, 'DetallesItems.Item', 'XSD-TIPO', 'Debe ser una lista'],
    ['31', 'Encabezado.Totales', 'x', 'Encabezado.Totales', 'XSD-TIPO', 'Debe contener elementos, no un valor'],
    ['31', 'DetallesItems.Item', [], 'DetallesItems.Item', 'XSD-FALTA', 'Falta Item: es obligatorio en el tipo 31'],
    [
      '33',
      'Encabezado.Comprador',
      { ResponsablePago: 'Ana Pérez' },
      'Encabezado.Comprador.ResponsablePago',
      'ESTRICTO-EVITAR',
      'No se use: el esquema oficial de las notas lo define con un patrón que los validadores estrictos nunca aceptan',
    ],
  ])(
    'the fault of %s, %s = %j has its place, its value and what is expected',
    (tipo, path, value, at, code, message) => {
      expect(faultsOf(tipo, path, value)).toEqual([{ code, path: at, message }]);
    },
  );
});

test('a tree without a type of e-CF has that fault only', () => {
  expect(faultsOf('31', 'Encabezado.IdDoc.TipoeCF', undefined).map(({ code }) => code)).toEqual(['XSD-FALTA']);
  expect(faultsOf('31', 'Encabezado.IdDoc.TipoeCF', '99').map(({ code }) => code)).toEqual(['XSD-CODIGO']);
  expect(faultsOf('31', 'Encabezado.IdDoc.TipoeCF', ' 31 ').map(({ code }) => code)).toEqual(['ESTRICTO-ESPACIOS']);
});

test.each([undefined, null, 'x', 5, [], {}, { Encabezado: null }, { Encabezado: { IdDoc: [] } }])(
  'the invalid tree %j is refused without throwing',
  (tree) => {
    for (const kind of ['ECF', 'RFCE', 'ANECF'] as const) expect(validateStructure(kind, tree)).not.toEqual([]);
  },
);

test('a hostile tree costs no more than a thousand faults', () => {
  const items = Array.from({ length: 50_000 }, () => ({}));
  expect(faultsOf('31', 'DetallesItems.Item', items)).toHaveLength(1000);
  const strange = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`x${i}`, '']));
  expect(faultsOf('31', 'Encabezado.Totales', strange)).toHaveLength(1000);
  const proto = JSON.parse('{"Encabezado":{"__proto__":{"Version":"1.0"}}}');
  expect(validateStructure('RFCE', proto).map(({ code }) => code)).toContain('XSD-SOBRA');
});

test('an undefined value is an absent element', () => {
  expect(faultsOf('31', 'Encabezado.Emisor.NombreComercial', undefined)).toEqual([]);
});

test('codes are of the schema or of this platform, never both', () => {
  expect(Object.keys(strictCodes).every((code) => code.startsWith('ESTRICTO-'))).toBe(true);
  expect(Object.keys(officialCodes).every((code) => code.startsWith('XSD-'))).toBe(true);
});
