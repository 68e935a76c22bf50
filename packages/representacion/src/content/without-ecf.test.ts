import type { ECF } from '@timbre/ecf';
import { ecfs } from '@timbre/ecf/testing';
import { tiposECF } from '@timbre/values';
import { describe, expect, test } from 'vitest';
import {
  checkWithQpdf,
  overlaps,
  pageTexts,
  properties,
  rasterize,
  readQr,
  squeezed,
} from '../../testing/pdf-tools.ts';
import { render } from '../render.ts';
import { contentWithoutECF, type SinECF, tipoB } from './without-ecf.ts';

const deferred = { modelo: 'diferido', enlace: 'https://timbre.ejemplo' } as const;
const serieB = { modelo: 'serie-b', ncf: 'B0100000001', vence: '31-12-2027' } as const;
const contentOf = (como: SinECF, name: keyof typeof ecfs = '31') =>
  contentWithoutECF(ecfs[name] as ECF, como, 'NombreItem', ['SIMULADO']);

describe.each(['carta', 'ticket'] as const)('as %s', (forma) => {
  test.each([deferred, serieB])(
    'a document printed as $modelo is a sound file without stamp and without eNCF',
    (como) => {
      const pdf = render(contentOf(como), forma);
      checkWithQpdf(pdf);
      expect(overlaps(pdf)).toEqual([]);
      const text = squeezed(pageTexts(pdf).join(''));
      for (const absent of ['E310000000007', 'CódigodeSeguridad', 'FechadeFirma', 'Electrónica'])
        expect(text).not.toContain(absent);
      for (const present of ['ConstructoraInventadaSRL', 'TotalITBIS', '3,786.60', 'SIMULADO'])
        expect(text).toContain(present);
      expect(rasterize(pdf, 100).map(readQr)).toEqual([undefined]);
      expect(properties(pdf).Title).not.toBe('');
    },
  );
});

test('a document of series B has its type, its NCF and its expiry in the head, and its RNC and date', () => {
  const content = contentOf(serieB);
  expect(content.title.text).toBe('Factura de Crédito Fiscal');
  expect(content.identity.map(({ label, text }) => `${label} ${text}`)).toEqual([
    'NCF B0100000001',
    'Fecha de vencimiento 31-12-2027',
  ]);
  expect(content.issuer.fields.map(({ label }) => label)).toEqual(['RNC', '', 'Fecha de emisión']);
  expect(content.legends).toEqual(['SIMULADO']);
});

test('a note of series B names the receipt that it modifies', () => {
  const { identity } = contentOf({ modelo: 'serie-b', ncf: 'B0300000001' }, '33');
  expect(identity.map(({ text }) => text)).toEqual([
    'B0300000001',
    'E310000000003',
    'Corrige montos del NCF modificado',
  ]);
});

test('a deferred document has neither type, number, RNC of the issuer nor date, and says where its e-CF will be', () => {
  const content = contentOf(deferred);
  expect([content.title.text, content.identity]).toEqual(['', []]);
  expect(content.issuer.fields.map(({ label }) => label)).toEqual(['']);
  expect(content.legends).toEqual([
    'Documento no válido para fines fiscales',
    'El e-CF podrá ser consultado en https://timbre.ejemplo, a partir de las veinticuatro (24) horas.',
    'SIMULADO',
  ]);
});

test('a deferred note has nothing in the place of the number; the receipt that it modifies is in a section', () => {
  const { title, identity, sections } = contentOf(deferred, '33');
  expect([title.text, identity]).toEqual(['', []]);
  const [reference] = sections;
  expect(reference?.title).toBe('Referencia');
  expect(reference?.fields.slice(0, 2).map(({ label, text }) => `${label}: ${text}`)).toEqual([
    'NCF modificado: E310000000003',
    'Modificación: Corrige montos del NCF modificado',
  ]);
  expect(sections.filter((section) => section.title === 'Referencia')).toHaveLength(1);
});

test('each type of e-CF has one type of series B', () => {
  expect(tiposECF.map(tipoB)).toEqual(['01', '02', '03', '04', '11', '13', '14', '15', '16', '17']);
});
