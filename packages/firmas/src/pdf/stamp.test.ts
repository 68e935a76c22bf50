import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDF } from '@libpdf/core';
import { createSigner } from '@timbre/xml/node';
import { makeCertificate } from '@timbre/xml/testing/certificates';
import fc from 'fast-check';
import { describe, expect, inject, test } from 'vitest';
import { makeBlankPdf, type PageAttributes } from '../../testing/pdfs.ts';
import { runOn } from '../../testing/programs.ts';
import { signPdf } from '../../testing/sign.ts';
import { corners, placeStamp } from './stamp.ts';
import { visiblePage } from './visible-page.ts';

const signer = createSigner(makeCertificate({ subject: '/CN=Persona de Prueba/serialNumber=IDCDO-131880681' }));
const lines = ['Firmado digitalmente por', 'Ñandú (Prueba) SRL', 'RNC 131-88068-1', '24/11/2026 09:30'];

/** The sizes of the pages: letter, A4, a ticket of 80 mm. */
const sheets = { letter: [612, 792], A4: [595, 842], ticket: [227, 500] } as const;
/** Where the space of a page begins. */
const origins = { zero: [0, 0], positive: [100, 50], negative: [-300, -400] } as const;

/** The edges of what is drawn on the first page, as parts of the page as displayed, from its upper left corner. */
function inkOf(pdf: Uint8Array): {
  readonly edges: readonly number[];
  readonly width: number;
  readonly height: number;
} {
  const folder = mkdtempSync(join(tmpdir(), 'timbre-stamp-'));
  try {
    writeFileSync(join(folder, 'a.pdf'), pdf);
    execFileSync('pdftoppm', [
      '-gray',
      '-cropbox',
      '-r',
      '72',
      '-f',
      '1',
      '-l',
      '1',
      '-singlefile',
      join(folder, 'a.pdf'),
      join(folder, 'a'),
    ]);
    const bytes = readFileSync(join(folder, 'a.pgm'));
    const [head = '', w, h] = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(bytes.toString('latin1', 0, 40)) ?? [];
    const [width, height] = [Number(w), Number(h)];
    const edges = [width, height, -1, -1];
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++)
        if (bytes[head.length + y * width + x]! < 200) {
          edges[0] = Math.min(edges[0]!, x);
          edges[1] = Math.min(edges[1]!, y);
          edges[2] = Math.max(edges[2]!, x + 1);
          edges[3] = Math.max(edges[3]!, y + 1);
        }
    return { edges, width, height };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Fails unless the stamp is whole on the displayed page, in its corner, and has its shape. */
async function checkStamp(page: PageAttributes, corner: (typeof corners)[number]): Promise<Buffer> {
  const signed = await signPdf(makeBlankPdf(page), signer, { stamp: { page: 1, corner, lines } });
  const { edges, width, height } = inkOf(signed);
  const [left, top, right, bottom] = edges as [number, number, number, number];
  const at = `${JSON.stringify(page)} ${corner}: ${edges} of ${width} × ${height}`;
  expect(right - left, at).toBeGreaterThan(20);
  const near = corner.endsWith('izquierda') ? left : width - right;
  const above = corner.startsWith('arriba') ? top : height - bottom;
  // pdftoppm draws a unit as one point, whatever its UserUnit.
  const gap = Math.min(24 / (page.unit ?? 1), width / 12, height / 12);
  for (const distance of [near, above]) {
    expect(distance, at).toBeGreaterThan(gap - 2.5);
    expect(distance, at).toBeLessThan(gap + 2.5);
  }
  expect((right - left) / (bottom - top), at).toBeGreaterThan((210 / 58) * 0.94);
  expect((right - left) / (bottom - top), at).toBeLessThan((210 / 58) * 1.06);
  expect(Math.min(left, top, width - right, height - bottom), at).toBeGreaterThan(0);
  return signed;
}

describe('a stamp', () => {
  const turns = [0, 90, 180, 270, -90, 450];
  const cases = Object.keys(sheets).flatMap((sheet) =>
    Object.keys(origins).flatMap((origin) =>
      (['page', 'parent', 'grandparent'] as const).map((of) => ({ sheet, origin, of })),
    ),
  ) as { sheet: keyof typeof sheets; origin: keyof typeof origins; of: PageAttributes['of'] }[];

  test.each(cases)(
    'a stamp on a $sheet whose $of begins at $origin is whole, in its corner, at each rotation',
    async ({ sheet, origin, of }) => {
      const [[width, height], [x, y]] = [sheets[sheet], origins[origin]];
      for (const [index, turned] of turns.entries())
        await checkStamp({ of, media: [x, y, x + width, y + height], turned }, corners[index % corners.length]!);
    },
  );

  const rare: Readonly<Record<string, PageAttributes>> = {
    'with a smaller CropBox': { of: 'parent', media: [0, 0, 612, 792], crop: [150, 100, 500, 600], turned: 90 },
    'with its edges in the other order': { of: 'parent', media: [612, 792, 0, 0], turned: 180 },
    'with units of two points': { of: 'parent', media: [0, 0, 306, 396], unit: 2 },
    'of the size of a stamp': { of: 'grandparent', media: [10, 10, 130, 60], turned: 270 },
  };

  test.each(Object.keys(rare))('a stamp on a page %s is whole and in its corner', async (name) => {
    const page = rare[name]!;
    for (const corner of corners) await checkStamp(page, corner);
  });

  test('a page shows the part of its CropBox that is in its MediaBox; of one outside it, the MediaBox', async () => {
    const shown = async (page: PageAttributes) => {
      const pdf = await PDF.load(makeBlankPdf(page));
      const { registry } = pdf.context;
      return visiblePage(pdf.getPages()[0]!.dict, registry.resolve.bind(registry)).box;
    };
    const media = [0, 0, 612, 792];
    const part = { left: 0, bottom: 300, right: 400, top: 792 };
    expect(await shown({ of: 'parent', media, crop: [-50, 300, 400, 2000] })).toEqual(part);
    const whole = { left: 0, bottom: 0, right: 612, top: 792 };
    expect(await shown({ of: 'page', media, crop: [700, 800, 900, 1000] })).toEqual(whole);
    expect(await shown({ of: 'page', media: [5, 5, 5, 5] })).toEqual(whole);
  });

  test('a stamp on a page with inherited attributes leaves the file sound and its signature valid', async () => {
    const signed = await checkStamp({ of: 'grandparent', media: [-100, 20, 512, 812], turned: 270 }, 'abajo-derecha');
    expect(runOn({ 'a.pdf': signed }, 'pdfsig', '-nocert', '@a.pdf').output).toContain('Signature is Valid');
    expect(runOn({ 'a.pdf': signed }, 'qpdf', '--check', '@a.pdf')).toMatchObject({ status: 0 });
    // The other page of the same parent is as it was.
    expect(runOn({ 'a.pdf': signed }, 'pdftotext', '-f', '2', '@a.pdf', '-').output.trim()).toBe('');
  });

  /** The words of the stamp on the first page, with their left and right edges. */
  const wordsOf = async (texts: readonly string[]) => {
    const page = makeBlankPdf({ of: 'page', media: [0, 0, 612, 792] });
    const signed = await signPdf(page, signer, { stamp: { page: 1, corner: 'abajo-izquierda', lines: texts } });
    const { output } = runOn({ 'a.pdf': signed }, 'pdftotext', '-bbox', '-l', '1', '@a.pdf', '-');
    return [...output.matchAll(/<word xMin="(\S+)" yMin="\S+" xMax="(\S+)" yMax="\S+">(.*?)<\/word>/g)].map(
      ([, left, right, text]) => ({ left: Number(left), right: Number(right), text }),
    );
  };

  test('a line that is too long for a stamp is set smaller, whole inside the frame', async () => {
    const long = 'Compañía Dominicana de Servicios Integrales de Facturación y Contabilidad del Caribe, SRL';
    const words = await wordsOf(['Firmado digitalmente por', long, 'W'.repeat(120)]);
    expect(words.map(({ text }) => text).join(' ')).toContain(long);
    expect(words.at(-1)?.text).toBe('W'.repeat(120));
    for (const { left, right, text } of words) {
      expect(left, text).toBeGreaterThan(24);
      expect(right, text).toBeLessThan(24 + 210);
    }
  });

  test('a stamp has the characters of Windows-1252, and the plain letter of one that is not there', async () => {
    const words = await wordsOf(['Firmado', 'Škoda “Uno” – O’Neill € Łódź Čapek', 'Ñandú (Prueba) \\ SRL']);
    expect(words.map(({ text }) => text).join(' ')).toBe(
      'Firmado Škoda “Uno” – O’Neill € ?ódz Capek Ñandú (Prueba) \\ SRL',
    );
  });

  test('a stamp lies inside the visible page, whatever its size, origin, rotation and unit', () => {
    const edge = fc.double({ min: -2000, max: 2000, noNaN: true });
    const length = fc.double({ min: 1, max: 5000, noNaN: true });
    const rotation = fc.constantFrom(0 as const, 90 as const, 180 as const, 270 as const);
    const unit = fc.double({ min: 0.1, max: 50, noNaN: true });
    fc.assert(
      fc.property(
        edge,
        edge,
        length,
        length,
        rotation,
        unit,
        fc.constantFrom(...corners),
        (left, bottom, w, h, turned, u, corner) => {
          const box = { left, bottom, right: left + w, top: bottom + h };
          const stamp = placeStamp({ box, rotation: turned, unit: u }, corner);
          expect(stamp.left).toBeGreaterThan(box.left);
          expect(stamp.bottom).toBeGreaterThan(box.bottom);
          expect(stamp.right).toBeLessThan(box.right);
          expect(stamp.top).toBeLessThan(box.top);
          expect(stamp.right).toBeGreaterThan(stamp.left);
        },
      ),
      { seed: inject('seed'), numRuns: 1000 },
    );
  });
});
