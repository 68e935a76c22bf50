import type { ECF } from '@timbre/ecf';
import { ecfs } from '@timbre/ecf/testing';
import { expect, test } from 'vitest';
import { printedParts } from './content/content.ts';
import { letterStarts } from './draw/letter.ts';
import { pageStarts } from './page-starts.ts';

const settings = { campoNombreItem: 'DescripcionItem', conLogo: true } as const;

/** A document of three lines whose texts are the widest letters. */
function wide(name: keyof typeof ecfs, texts: { issuer: number; buyer: number; address: number; line: number }): ECF {
  const ecf = structuredClone(ecfs[name]) as ECF;
  const W = (count: number) => 'W'.repeat(count);
  Object.assign(ecf.Encabezado.Emisor, { RazonSocialEmisor: W(texts.issuer), DireccionEmisor: W(texts.address) });
  Object.assign(ecf.Encabezado.Comprador ?? {}, { RazonSocialComprador: W(texts.buyer) });
  const [item] = ecf.DetallesItems.Item;
  ecf.DetallesItems.Item = Array.from({ length: 3 }, (_, index) => ({
    ...item!,
    NumeroLinea: String(index + 1),
    NombreItem: W(texts.line),
  }));
  return ecf;
}

test.each(Object.keys(ecfs) as (keyof typeof ecfs)[])(
  'the %s with few lines and letters, which is not laid out, fits on a page',
  (name) => {
    for (const texts of [
      { issuer: 140, buyer: 40, address: 10, line: 1 },
      { issuer: 60, buyer: 60, address: 20, line: 20 },
      { issuer: 5, buyer: 5, address: 5, line: 60 },
    ]) {
      const ecf = wide(name, texts);
      expect(pageStarts(ecf, settings)).toEqual([]);
      expect(letterStarts({ ...printedParts(ecf, 'DescripcionItem'), legends: [] }, true)).toEqual([]);
    }
  },
);

test('a few lines with long descriptions take more than one page', () => {
  const ecf = structuredClone(ecfs['31 con ajustes']) as ECF;
  const [item] = ecf.DetallesItems.Item;
  const DescripcionItem = 'Una descripción que sigue y sigue. '.repeat(28);
  ecf.DetallesItems.Item = [1, 2, 3, 4].map((n) => ({ ...item!, NumeroLinea: String(n), DescripcionItem }));
  expect(pageStarts(ecf, settings).length).toBeGreaterThan(0);
  expect(pageStarts(ecf, { ...settings, campoNombreItem: 'NombreItem' })).toEqual([]);
});
