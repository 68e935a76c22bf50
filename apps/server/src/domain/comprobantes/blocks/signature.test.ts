import { estadosFinales } from '@timbre/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldText } from '../../../platform/db/fold.ts';
import { type SignedFacts, signatureOf, textBits, traitBits } from './signature.ts';

const hasBit = (bytes: Buffer, bit: number) => ((bytes[bit >> 3]! >> (bit & 7)) & 1) === 1;
const ofText = (text: string): SignedFacts => ({
  estado: 'aceptado',
  tipo: 31,
  ambiente: 'ecf',
  encf: 'E310000000001',
  track_id: null,
  razon_comprador: text,
  rnc_comprador: null,
});

test('a signature has the bits of every part of its texts, whatever the case and the accents', () => {
  const text = fc.string({ unit: fc.constantFrom(...'aAbfgz019 -.ñÑéü&\u{1F600}'), minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(text, fc.nat(), fc.nat(), (name, from, length) => {
      const start = from % name.length;
      const part = name.slice(start, start + 1 + (length % name.length));
      const signature = signatureOf([ofText('Otro comprador'), ofText(name)]);
      for (const bit of textBits(part)) expect(hasBit(signature, bit)).toBe(true);
      expect(textBits(part)).toEqual(textBits(foldText(part).toUpperCase()));
    }),
  );
});

test('a signature lacks the bits of most texts that its documents do not have', () => {
  const signature = signatureOf(Array.from({ length: 32 }, (_, n) => ofText(`Comprador ${n} SRL`)));
  const absent = ['zapatería', 'qx', 'wxq', '131-77777-7', 'f0f1f2f3'];
  for (const text of absent) expect(textBits(text).every((bit) => hasBit(signature, bit))).toBe(false);
});

test('one document with all digits and letters fills only a part of a signature', () => {
  const bytes = signatureOf([ofText('0123456789 abcdefghijklmnopqrstuvwxyz')]);
  const ones = [...bytes].reduce((sum, byte) => sum + byte.toString(2).replaceAll('0', '').length, 0);
  expect(bytes).toHaveLength(1_024);
  expect(ones).toBeGreaterThan(110);
  expect(ones).toBeLessThan(150);
});

test('every final state has one trait of its own; types and environments have different ones', () => {
  const tipos = [31, 32, 33, 34, 41, 43, 44, 45, 46, 47].map((tipo) => traitBits({ tipo }));
  const ambientes = (['testecf', 'certecf', 'ecf'] as const).map((ambiente) => traitBits({ ambiente }));
  const estados = [...estadosFinales].map((estado) => traitBits({ estado }));
  const all = [...tipos, ...ambientes, ...estados].flat();
  expect(new Set(all).size).toBe(16);
  expect(() => traitBits({ estado: 'enviado' })).toThrow('has no signature');
});
