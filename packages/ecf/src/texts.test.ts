import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ecfs } from '../testing/sound-documents.ts';
import { completeDraft, isPlainText, plainTexts, readDocument, rules, trees, writeDocument } from './index.ts';
import type { DocumentKind } from './schema/documents.ts';
import type { SchemaNode } from './schema/tree.ts';
import { damageOf } from './texts.ts';

const pieces = [
  'a',
  'é',
  'e\u0301',
  'n\u0303',
  ' ',
  '\n',
  '\r',
  '\r\n',
  '\u0085',
  '\u2028',
  '\u2029',
  '—',
  '🧾',
  '\u00a0',
  '\u200b',
];
const text = fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((all) => all.join(''));

/** Trees of a kind of document, of any texts. */
const treeIn = (nodes: readonly SchemaNode[]): fc.Arbitrary<object> =>
  fc.record(
    Object.fromEntries(
      nodes.map(({ name, type, children, repeats }) => {
        const one: fc.Arbitrary<unknown> = type === undefined ? treeIn(children) : text;
        return [name, repeats ? fc.array(one, { maxLength: 2 }) : one];
      }),
    ),
    { requiredKeys: [] },
  );
const kinds = Object.keys(trees) as DocumentKind[];

const textsOf = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsOf)
      : [];

describe.each(kinds)('the texts of a document %s', (kind) => {
  it('the texts of a document are plain once normalised, and differ only in line ends and composition', {
    tags: ['P3.10'],
  }, () => {
    fc.assert(
      fc.property(treeIn(trees[kind]), (tree) => {
        const changed: string[] = [];
        const plain = plainTexts(kind, tree, (path) => changed.push(path));
        const [before, after] = [textsOf(tree), textsOf(plain)];
        for (const [i, written] of after.entries()) {
          expect(written).not.toMatch(/[\r\u0085\u2028\u2029]/);
          expect(written.normalize('NFC')).toBe(written);
          const bare = (one: string) => one.normalize('NFC').replace(/[\s\u0085]/g, '');
          expect(bare(written)).toBe(bare(before[i]!));
          if (isPlainText(before[i]!)) expect(written).toBe(before[i]);
        }
        expect(changed).toHaveLength(before.filter((one) => !isPlainText(one)).length);
        if (changed.length === 0) expect(plain).toBe(tree);
        expect(plainTexts(kind, plain)).toBe(plain);
      }),
      { numRuns: 60 },
    );
  });
});

it('a line end becomes a line feed in a free text, and a blank in a code, a date or an amount', () => {
  const changed: string[] = [];
  const tree = {
    Encabezado: { IdDoc: { TipoeCF: '31\r' }, Emisor: { FechaEmision: '01-01-2026\u2028' } },
    DetallesItems: {
      Item: [{ NombreItem: 'Uno' }, { NombreItem: 'Pan\r\ndulce\u0085y\ragua', PrecioUnitarioItem: '1\r00' }],
    },
  };
  expect(plainTexts('ECF', tree, (path) => changed.push(path))).toEqual({
    Encabezado: { IdDoc: { TipoeCF: '31 ' }, Emisor: { FechaEmision: '01-01-2026 ' } },
    DetallesItems: { Item: [{ NombreItem: 'Uno' }, { NombreItem: 'Pan\ndulce\ny\nagua', PrecioUnitarioItem: '1 00' }] },
  });
  expect(changed).toEqual([
    'Encabezado.IdDoc.TipoeCF',
    'Encabezado.Emisor.FechaEmision',
    'DetallesItems.Item[2].NombreItem',
    'DetallesItems.Item[2].PrecioUnitarioItem',
  ]);
});

it('a completed draft is plain, with the facts of its issuer: its XML is read back as it is', () => {
  const { Encabezado, ...rest } = ecfs['31'];
  const { IdDoc, Comprador } = Encabezado;
  const draft = {
    ...rest,
    Encabezado: { IdDoc, Comprador: { ...Comprador, RazonSocialComprador: 'Cafe\u0301\r\nUno' } },
  };
  const issuer = { rnc: '131880600', razonSocial: 'Sen\u0303or\u2028Uno', datos: { direccion: 'Calle\r1' } };
  const whole = completeDraft(draft as never, issuer, Date.UTC(2025, 10, 15, 14, 30));
  expect(whole.Encabezado.Emisor).toMatchObject({ RazonSocialEmisor: 'Señor\nUno', DireccionEmisor: 'Calle\n1' });
  expect(whole.Encabezado.Comprador).toMatchObject({ RazonSocialComprador: 'Café\nUno' });
  const xml = writeDocument('ECF', whole);
  expect(xml).not.toMatch(/&#x|[\r\u0085\u2028\u2029]/);
  expect(readDocument(xml)).toMatchObject({ kind: 'ECF', faults: [], tree: { Encabezado: whole.Encabezado } });
});

it.each([
  ['PiÃ±a', 'otra codificación'],
  ['FERRETERÃ\u008dA', 'otra codificación'],
  ['MUÃ‘OZ', 'otra codificación'],
  ['Pan 12â€™', 'otra codificación'],
  ['Caf&eacute; &amp; t&#233;', 'códigos de HTML'],
  ['undefined', 'le falta el dato'],
  ['[object Object]', 'le falta el dato'],
  ['#¡REF!', 'le falta el dato'],
])('a text that a program damaged is known: %s', (text, why) => expect(damageOf(text)).toContain(why));

it.each(['PIÑA', 'SÃO PAULO', 'Vilâ', 'AT&T; otros', 'Johnson & Johnson', 'Tienda #1', 'Nulidad', 'None Such', '3 Â'])(
  'a text that looks a little like one is none: %s',
  (text) => expect(damageOf(text)).toBeUndefined(),
);

it('each document with free texts has the notice for the texts that were normalised', () => {
  expect(rules.filter(({ code }) => code.includes('-TEXTO-')).map(({ code }) => code)).toEqual([
    'ECF-TEXTO-01',
    'ECF-TEXTO-02',
    'ECF-TEXTO-03',
    'ECF-TEXTO-04',
    'RFCE-TEXTO-01',
    'ACECF-TEXTO-01',
  ]);
});
