import { expect, test } from 'vitest';
import { avisosOf } from './load-avisos.ts';

const record = { rnc: '131246796', razonSocial: 'Inventada', ncf: 'B0100000001', fecha: null, montoTotal: 1, itbis: 0 };

test.each([
  ['montototal', 'montoTotal'],
  ['propina_legal', 'propinaLegal'],
  ['FormaPago', 'formaPago'],
  ['ncfModificado', 'ncf_modificado'],
  ['razonSociall', 'razonSocial'],
])('the field «%s» is not read, and the one that it may mean is asked', (name, like) => {
  expect(avisosOf([record, { ...record, [name]: 'x' }, { ...record, [name]: 'y' }])).toEqual([
    `«${name}» no es un campo de un comprobante y no se leyó (2 registros): ¿es «${like}»?`,
  ]);
});

test('a field of another program is named once, and known fields are not', () => {
  expect(avisosOf([{ ...record, ...{ sucursal: 'Este' } }])).toEqual([
    '«sucursal» no es un campo de un comprobante y no se leyó (1 registro)',
  ]);
  expect(avisosOf([record])).toEqual([]);
});

test('numbers in place of texts are told once for each field', () => {
  expect(avisosOf([record, { ...record, rnc: 131246796 }, { ...record, rnc: 40212345678, formaPago: 1 }])).toEqual([
    'rnc es un número y no un texto (2 registros): se leyeron sus cifras, como «131246796»',
    'formaPago es un número y no un texto (1 registro): se leyeron sus cifras, como «1»',
  ]);
});

test('a name with characters that nobody sees, or with a lost letter, is told', () => {
  expect(avisosOf([record, { ...record, razonSocial: 'Pi\ufffda\u200b' }])).toEqual([
    'Registro 2: «Pi\ufffda» tiene letra perdida al cambiar de codificación (U+FFFD) y espacio de ancho cero (U+200B)',
  ]);
});

test('what is said of many records has a limit', () => {
  const names = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`campo${at}`, 'x']));
  expect(avisosOf(Array.from({ length: 100 }, () => ({ ...record, ...names, razonSocial: 'a\u200b' })))).toHaveLength(
    40,
  );
});
