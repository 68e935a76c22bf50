import { computeTotals, type ECF, paginate } from '@timbre/ecf';
import { ecfs } from '@timbre/ecf/testing';
import { tiposECF } from '@timbre/values';
import { describe, expect, test } from 'vitest';
import { textsByElement } from '../testing/column-i.ts';
import { fullDocument } from '../testing/full-document.ts';
import {
  checkWithQpdf,
  fonts,
  overlaps,
  pageTexts,
  properties,
  rasterize,
  readQr,
  squeezed,
  structureText,
  words,
} from '../testing/pdf-tools.ts';
import { contentOf } from './content/content.ts';
import type { Content } from './content/printed.ts';
import { amountText } from './content/words.ts';
import { pageStarts } from './page-starts.ts';
import { type Forma, render } from './render.ts';

const options = { codigoSeguridad: 'aB3+/z', ambiente: 'ecf' } as const;
const millimetre = 72 / 25.4;

/** A document with a number of numbered lines. */
function withLines(count: number, more: Partial<ECF['DetallesItems']['Item'][number]> = {}): ECF {
  const ecf = structuredClone(ecfs['31 con ajustes']) as ECF;
  const [item] = ecf.DetallesItems.Item;
  ecf.DetallesItems.Item = Array.from({ length: count }, (_, index) => ({
    ...item!,
    NumeroLinea: String(index + 1),
    NombreItem: `Artículo número ${index + 1}`,
    ...more,
  }));
  return ecf;
}

/** Removes the additions of a form to its texts: colons after labels, the currency of totals, blanks at line ends. */
const plain = (text: string): string => squeezed(text).replace(/[:"]|\(RD\$\)|\(USD\)|RD\$/g, '');

/** Every text of a form. A minus becomes a hyphen, as in copied text. */
const everyText = (content: Content): readonly string[] =>
  [...textsByElement(content).values(), ...content.legends].flat().map((text) => plain(text).replaceAll('\u2212', '-'));

const names = Object.keys(ecfs) as (keyof typeof ecfs)[];

describe.each(['carta', 'ticket'] as const)('as %s', (forma: Forma) => {
  test.each(names)('the %s is a valid file with every text in it, in the order of its structure', (name) => {
    const content = contentOf(ecfs[name], options);
    const pdf = render(content, forma);
    expect(checkWithQpdf(pdf)).toContain('No syntax or stream encoding errors');
    const drawn = plain(pageTexts(pdf).join(''));
    const unprinted = content.pages.at(-1)?.subtotals.map(({ label, text }) => plain(`${label} ${text}`)) ?? [];
    for (const text of everyText(content).filter((text) => !unprinted.includes(text))) expect(drawn).toContain(text);
    const heard = plain(structureText(pdf));
    expect(heard).toContain(squeezed(content.title.text));
    expect(heard.indexOf(squeezed(content.title.text))).toBeLessThan(heard.indexOf('Total'));
  });

  test.each(tiposECF)('the QR code of type %s, read back from the page, has the signed values', (tipo) => {
    const content = contentOf(ecfs[tipo], options);
    const [page] = rasterize(render(content, forma));
    const url = new URL(readQr(page!)?.text ?? '');
    expect(url.href).toBe(new URL(content.stamp.url).href);
    const { IdDoc, Emisor, Comprador, Totales } = ecfs[tipo].Encabezado;
    expect(Object.fromEntries(url.searchParams)).toEqual({
      RncEmisor: Emisor.RNCEmisor,
      ...(Comprador !== undefined && 'RNCComprador' in Comprador ? { RncComprador: Comprador.RNCComprador } : {}),
      ENCF: IdDoc.eNCF,
      FechaEmision: Emisor.FechaEmision,
      MontoTotal: Totales.MontoTotal,
      FechaFirma: ecfs[tipo].FechaHoraFirma,
      CodigoSeguridad: 'aB3+/z',
    });
  });

  test.each(tiposECF)(
    'type %s with every element of its schema is valid, with nothing outside or over the code',
    (tipo) => {
      const content = contentOf(fullDocument(tipo), {
        ...options,
        contingencia: true,
        avisos: ['SIMULADO: sin validez'],
      });
      const pdf = render(content, forma);
      checkWithQpdf(pdf);
      expect(overlaps(pdf)).toEqual([]);
      const right = forma === 'carta' ? 572 : 76 * millimetre;
      for (const { text, box } of words(pdf)) {
        const [left, top, end, bottom] = box;
        expect(left, text).toBeGreaterThan(10);
        expect(end, text).toBeLessThanOrEqual(right + 1);
        const isOverCode =
          forma === 'carta' && left < 57 + 80 + 8.5 && end > 57 - 8.5 && top < 720 && bottom > 640 - 8.5;
        expect(isOverCode, text).toBe(false);
      }
      const url = content.stamp.url;
      expect(rasterize(pdf).map((page) => readQr(page)?.text)).toContain(url);
    },
  );

  test('the fonts are embedded, with the characters of their glyphs', () => {
    const rows = fonts(render(contentOf(ecfs['31'], options), forma));
    expect(rows).toHaveLength(2);
    for (const row of rows) expect(row).toMatch(/^[A-Z]{6}\+Inter-\w+\s+CID TrueType\s+Identity-H\s+yes yes yes/);
  });

  test('the file is tagged, in Spanish, with a title; its dates are those of the signature', () => {
    const pdf = render(contentOf(ecfs['31'], options), forma);
    expect(properties(pdf)).toMatchObject({
      Title: 'Factura de Crédito Fiscal Electrónica E310000000007',
      Author: 'Ferretería Ejemplo SRL',
      Tagged: 'yes',
      CreationDate: expect.stringMatching(/Nov 15 .*2025/),
      Pages: '1',
    });
    const structure = structureText(pdf);
    for (const type of ['Document', 'H1', 'Table', 'TR', 'TD', 'Figure'])
      expect(structure).toMatch(new RegExp(`^ *${type}\\b`, 'm'));
  });

  test('the same document gives the same bytes, whatever was drawn before', () => {
    const first = render(contentOf(ecfs['31'], options), forma);
    const other = structuredClone(ecfs['31']) as ECF;
    other.Encabezado.Emisor.RazonSocialEmisor = 'Škoda Ελλάς Łódź';
    render(contentOf(other, options), forma);
    expect(render(contentOf(ecfs['31'], options), forma).equals(first)).toBe(true);
  });

  test('characters of other alphabets are set, and can be copied', () => {
    const ecf = structuredClone(ecfs['31']) as ECF;
    ecf.DetallesItems.Item[0]!.NombreItem = 'Škoda Ελλάς Київ ἀρχή 東 «½» العربية \u{12000}';
    const pdf = render(contentOf(ecf, options), forma);
    checkWithQpdf(pdf);
    // pdftotext marks where a text from right to left begins and ends.
    const drawn = squeezed(pageTexts(pdf).join('')).replace(/[\u202b\u202c]/g, '');
    expect(drawn).toContain('ŠkodaΕλλάςКиївἀρχή東«½»العربية\u{12000}');
  });

  test.each([
    'Pan 🥖 dulce',
    'Agua H₂O limpia',
    'Tubo ≥ 1',
    '東 京 都',
    'ا ل ع',
    'a \ufffd b',
    '\u{12000} z',
    '한 국 어',
  ])('the characters of "%s" stand beside each other, none over its neighbour', (name) => {
    const ecf = structuredClone(ecfs['31']) as ECF;
    ecf.DetallesItems.Item[0]!.NombreItem = name;
    const pdf = render(contentOf(ecf, options), forma);
    expect(overlaps(pdf)).toEqual([]);
    const drawn = words(pdf);
    for (const word of name.split(' ')) {
      const [left, , right] = drawn.find(({ text }) => text === word)?.box ?? [0, 0, 0];
      expect(right - left, word).toBeGreaterThan([...word].length * 2);
    }
  });

  test('decomposed letters, and characters that show nothing, give the same pages as the letters alone', () => {
    const named = (NombreItem: string) => {
      const ecf = structuredClone(ecfs['31']) as ECF;
      ecf.DetallesItems.Item[0]!.NombreItem = NombreItem;
      return render(contentOf(ecf, options), forma);
    };
    const plain = named('Jalapeño, piña ❤ fría');
    for (const written of ['Jalapeño, piña ❤ fría'.normalize('NFD'), 'Jala\u00adpeño,\u200b piña ❤\ufe0f fría\u200d'])
      expect(named(written).equals(plain), written).toBe(true);
  });

  test('a rare character adds less than 40 kB to the file', () => {
    const size = (NombreItem: string) => {
      const ecf = structuredClone(ecfs['31']) as ECF;
      ecf.DetallesItems.Item[0]!.NombreItem = NombreItem;
      return render(contentOf(ecf, options), forma).length;
    };
    for (const rare of ['🥖', '東', '≥']) expect(size(`Pan ${rare}`) - size('Pan'), rare).toBeLessThan(40_000);
  });

  test('the longest texts and the largest amounts stay on the sheet', () => {
    const amount = '9999999999999999.99';
    const ecf = withLines(3, {
      NombreItem: 'W'.repeat(80),
      DescripcionItem: 'Descripción larga '.repeat(55),
      PrecioUnitarioItem: amount,
      DescuentoMonto: amount,
      RecargoMonto: amount,
      MontoItem: amount,
      UnidadMedida: '52',
    });
    Object.assign(ecf.Encabezado.Emisor, { RazonSocialEmisor: 'M'.repeat(150), DireccionEmisor: 'Calle '.repeat(16) });
    Object.assign(ecf.Encabezado.Comprador!, { RazonSocialComprador: 'W'.repeat(150) });
    Object.assign(ecf.Encabezado.Totales, { MontoTotal: amount, MontoGravadoTotal: amount });
    const pdf = render(contentOf(ecf, { ...options, campoNombreItem: 'DescripcionItem' }), forma);
    const [least, most] = forma === 'carta' ? [40, 572] : [4 * millimetre, 76 * millimetre];
    for (const { text, box } of words(pdf)) {
      expect(box[0], text).toBeGreaterThanOrEqual(least - 1);
      expect(box[2], text).toBeLessThanOrEqual(most + 1);
    }
    const drawn = squeezed(pageTexts(pdf).join(''));
    expect(drawn.split('W'.repeat(10)).length).toBeGreaterThan(3 * 8);
    expect(drawn.replaceAll(',', '')).toContain(amount);
  });
});

describe('a letter page', () => {
  test('the code of a letter page is 20 mm or more from the edges, at the lower left, 22 mm or more, 3 mm clear', () => {
    const [page] = rasterize(render(contentOf(ecfs['31 con páginas'], options), 'carta'));
    const [left, top, right, bottom] = readQr(page!)!.edges.map((edge) => edge / millimetre) as [
      number,
      number,
      number,
      number,
    ];
    expect(right - left).toBeGreaterThan(22);
    expect(left).toBeGreaterThan(19.9);
    expect(left).toBeLessThan(30);
    expect(279.4 - bottom).toBeGreaterThan(20);
    const { pixels, width, perPoint } = page!;
    const at = (mm: number) => Math.round(mm * millimetre * perPoint);
    for (let y = at(top - 3); y < at(bottom + 3); y++)
      for (let x = at(left - 3); x < at(right + 3); x++) {
        const isInside = x > at(left) - 3 && x < at(right) + 3 && y > at(top) - 3 && y < at(bottom) + 3;
        if (!isInside) expect(pixels[y * width + x], `${x}, ${y}`).toBeGreaterThan(200);
      }
  });

  test('a letter page has nothing within 40 points of its sides', () => {
    const pdf = render(contentOf(ecfs['31 bebidas'], options), 'carta');
    expect(properties(pdf)['Page size']).toBe('612 x 792 pts (letter)');
    for (const { box } of words(pdf)) {
      expect(box[0]).toBeGreaterThanOrEqual(39.5);
      expect(box[2]).toBeLessThanOrEqual(572.5);
    }
  });

  test.each([62, 1000])(
    'a page of %i lines has every line once, head and code on each page, its subtotals, its number',
    (count) => {
      const content = contentOf(withLines(count), options);
      const pdf = render(content, 'carta');
      const pages = pageTexts(pdf);
      expect(pages.length).toBeGreaterThan(1);
      const lines = pages.join('').match(/Artículo número \d+/g) ?? [];
      expect(lines).toEqual(Array.from({ length: count }, (_, index) => `Artículo número ${index + 1}`));
      for (const [index, page] of pages.entries()) {
        expect(page).toContain('E310000000007');
        expect(page).toContain('Constructora Inventada SRL');
        expect(page).toContain('Cantidad');
        expect(page).toContain('Código de Seguridad: aB3+/z');
        expect(page).toContain(`Página ${index + 1} de ${pages.length}`);
        const isLast = index === pages.length - 1;
        expect(page.includes('Monto total página')).toBe(!isLast);
        expect(page.includes('RD$')).toBe(isLast);
      }
      expect(pages.at(-1)).toMatch(/Artículo número/);
      for (const picture of rasterize(pdf, 100).slice(0, 3)) expect(readQr(picture)?.text).toBe(content.stamp.url);
    },
  );

  test('the subtotals of a page that the document does not declare are sums of its lines', () => {
    const { DescuentosORecargos: _, ...ecf } = withLines(40);
    const { Totales: __, ...head } = ecf.Encabezado;
    const summed = computeTotals({ ...ecf, Encabezado: head } as never) as ECF;
    const pages = pageTexts(render(contentOf(summed, options), 'carta'));
    const count = pages[0]?.match(/Artículo número/g)?.length ?? 0;
    expect(pages[0]).toContain(`Subtotal gravado página ${(count * 1000).toLocaleString('en-US')}.00`);
    expect(pages[0]).toContain(`Subtotal ITBIS página ${(count * 180).toLocaleString('en-US')}.00`);
  });

  test('the pages that a document declares as the form would break it are those that are printed', () => {
    const settings = { campoNombreItem: 'DescripcionItem', conLogo: false } as const;
    const long = 'Descripción que sigue y sigue '.repeat(20);
    for (const count of [2, 9, 14, 19, 20, 23, 40, 75]) {
      const ecf = withLines(count);
      for (const [index, item] of ecf.DetallesItems.Item.entries()) if (index % 7 === 3) item.DescripcionItem = long;
      const paged = paginate(ecf, pageStarts(ecf, settings));
      const pages = pageTexts(render(contentOf(paged, { ...options, ...settings }), 'carta'));
      expect(pages.length, `${count}`).toBe(Number(paged.Encabezado.IdDoc.TotalPaginas ?? '1'));
      for (const [index, page] of pages.entries()) {
        const pagina = paged.Paginacion?.Pagina[index];
        if (pagina === undefined) continue;
        const numbers = page.match(/(?<=Artículo número )\d+/g) ?? [];
        expect([numbers[0], numbers.at(-1)]).toEqual([pagina.NoLineaDesde, pagina.NoLineaHasta]);
        expect(page).toContain(`Página ${pagina.PaginaNo} de ${pages.length}`);
        expect(page).not.toContain('hoja');
        if (index < pages.length - 1)
          expect(page).toContain(`Monto total página ${amountText(pagina.MontoSubtotalPagina!)}`);
      }
    }
  });

  test('the totals have a line with them, and no line is lost, for any number of lines', () => {
    for (let count = 1; count <= 45; count++) {
      const pages = pageTexts(render(contentOf(withLines(count), options), 'carta'));
      expect(pages.join('').match(/Artículo número/g), `${count}`).toHaveLength(count);
      expect(pages.at(-1), `${count}`).toMatch(/Artículo número/);
      expect(pages.at(-1), `${count}`).toMatch(/RD\$/);
    }
  });

  test('the pages are those that the document declares, with its subtotals', () => {
    const [first, second] = pageTexts(render(contentOf(ecfs['31 con páginas'], options), 'carta'));
    expect(first).toContain('Monto total página 2,360.00');
    expect(first).toContain('Página 1 de 2');
    expect(second).not.toContain('Monto total página');
    expect(second).toContain('RD$ 2,960.00');
  });

  test('a line taller than a page goes on at the next', () => {
    const text = Array.from({ length: 160 }, (_, n) => `w${n}`).join(' ');
    const ecf = withLines(2, { DescripcionItem: `${text} ${'x'.repeat(300)}` });
    ecf.DetallesItems.Item[0]!.DescripcionItem = Array.from({ length: 2500 }, (_, n) => `v${n}`).join(' ');
    const drawn = pageTexts(render(contentOf(ecf, { ...options, campoNombreItem: 'DescripcionItem' }), 'carta')).join(
      '',
    );
    for (const n of [0, 1234, 2499]) expect(drawn.match(new RegExp(`\\bv${n}\\b`, 'g'))).toHaveLength(1);
  });
});

describe('a strip', () => {
  test('a strip is 80 mm wide, one page, and as long as it needs', () => {
    const height = (count: number) => {
      const { Pages, 'Page size': size = '' } = properties(render(contentOf(withLines(count), options), 'ticket'));
      expect(Pages).toBe('1');
      expect(size).toMatch(/^226\.77 x /);
      return Number(/x ([\d.]+)/.exec(size)?.[1]);
    };
    expect(height(100)).toBeGreaterThan(height(10) + 90 * 20);
  });

  test('a strip has the code in the middle, 22 mm or more from the edges', () => {
    const [page] = rasterize(render(contentOf(ecfs['43'], options), 'ticket'));
    const [left, , right, bottom] = readQr(page!)!.edges.map((edge) => edge / millimetre) as [
      number,
      number,
      number,
      number,
    ];
    expect(right - left).toBeGreaterThan(22);
    expect(Math.abs(left - (80 - right))).toBeLessThan(0.5);
    expect(page!.height / page!.perPoint / millimetre - bottom).toBeGreaterThan(19.9);
  });

  test('a strip of 1000 lines goes on at a second sheet, and no line is lost', () => {
    const pdf = render(contentOf(withLines(1000), options), 'ticket');
    expect(
      pageTexts(pdf)
        .join('')
        .match(/Artículo número/g),
    ).toHaveLength(1000);
    checkWithQpdf(pdf);
  });
});
