import type { ECF } from '@timbre/ecf';
import { below, pick, seeded, validTree } from '@timbre/ecf/samples';
import { ecfs } from '@timbre/ecf/testing';
import { tiposECF } from '@timbre/values';
import { expect, inject, test } from 'vitest';
import { printedParts } from './content/content.ts';
import { drawLetter, letterStarts } from './draw/letter.ts';
import { pageStarts } from './page-starts.ts';
import type { Logo } from './pdf/logo.ts';

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

test.each(Object.keys(ecfs) as (keyof typeof ecfs)[])(
  'the %s with few lines and amounts of any size has the breaks of its printed form',
  (name) => {
    for (const amount of ['1.00', '999999.99', '9999999.99', '999999999999.99', '9999999999999999.99']) {
      const ecf = structuredClone(ecfs[name]) as ECF;
      const enlarge = (tree: Record<string, unknown>): void => {
        for (const [key, value] of Object.entries(tree))
          if (typeof value === 'object') enlarge(value as Record<string, unknown>);
          else if (/Monto|Total|Valor|Precio|OtraMoneda/.test(key) && /^-?\d+\.\d{1,4}$/.test(String(value)))
            tree[key] = amount;
      };
      enlarge(ecf as unknown as Record<string, unknown>);
      const rest = ['MontoNoFacturable', 'MontoPeriodo', 'SaldoAnterior', 'MontoAvancePago', 'ValorPagar'];
      Object.assign(ecf.Encabezado.Totales, Object.fromEntries(rest.map((key) => [key, amount])));
      const [item] = ecf.DetallesItems.Item;
      ecf.DetallesItems.Item = [item!, item!, item!];
      const parts = printedParts(ecf, settings.campoNombreItem);
      expect(pageStarts(ecf, settings)).toEqual(letterStarts({ ...parts, legends: [] }, true));
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

/**
 * The lines, but the first, that begin a sheet when the form is drawn. Each line is named by its number. The first one
 * begins the second sheet where the other sections fill the first.
 */
function drawnStarts(ecf: ECF, conLogo: boolean): number[] {
  const logo = conLogo ? ({ width: 150, height: 46 } as Logo) : undefined;
  const { sheets } = drawLetter({ ...printedParts(ecf, 'NombreItem'), legends: [], pages: [] }, logo);
  const linesOf = (sheet: (typeof sheets)[number]) =>
    sheet.drawn.texts.flatMap(({ text }) => /^§(\d+)/.exec(text)?.[1] ?? []);
  const first = sheets.slice(1).flatMap((sheet) => linesOf(sheet).slice(0, 1));
  return first.map((number) => Number(number) - 1).filter((line) => line > 0);
}

test('the pages begin at the lines where the drawn form begins its sheets', () => {
  const random = seeded(inject('seed'));
  const words = ['Pan', 'Cerámica', 'de', 'WWWWWWWW', 'piña', 'H₂O', '密码', 'a\u00adb', 'n\u0303', 'ʼok'];
  let several = 0;
  for (let run = inject('every') ? 2_000 : 100; run > 0; run--) {
    const ecf = validTree(pick(random, tiposECF), pick(random, [0, 0.2, 0.5]), random) as ECF;
    const items = ecf.DetallesItems.Item;
    ecf.DetallesItems.Item = Array.from({ length: 1 + below(random, 60) }, (_, index) => ({
      ...pick(random, items),
      NumeroLinea: String(index + 1),
      NombreItem: [`§${index + 1}`, ...Array.from({ length: below(random, 9) }, () => pick(random, words))].join(' '),
    }));
    const conLogo = random() < 0.5;
    const starts = pageStarts(ecf, { campoNombreItem: 'NombreItem', conLogo });
    expect(drawnStarts(ecf, conLogo)).toEqual(starts);
    if (starts.length > 0) several += 1;
  }
  expect(several).toBeGreaterThan(10);
});
