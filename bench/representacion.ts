// Printed forms drawn per second of processor time, compared with bare pdfkit drawing the same page in Helvetica.
import { createRequire } from 'node:module';
import { contentOf, render } from '@timbre/representacion';
import PDFDocument from 'pdfkit';
import { Sheet } from '../packages/representacion/src/pdf/sheet.ts';
import { qrModules } from '../packages/representacion/src/qr.ts';
import {
  type BenchResult,
  measureCpuRate,
  measureCpuRateAsync,
  measureInTurns,
  median,
  pinToOneCore,
} from './measure.ts';
import { sampleECF } from './sample-ecf.ts';

/** Documents per second that two cores must draw. */
const leastOnTwoCores = 150;

interface Mark {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly size: number;
}
interface Bar {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const contentOfSample = (number: number) =>
  contentOf(sampleECF(number), { codigoSeguridad: 'aB3+/z', ambiente: 'ecf' });

/** Texts and rectangles of the sample's page, recorded while it is drawn. */
function recordPage(): { readonly marks: readonly Mark[]; readonly bars: readonly Bar[] } {
  const marks: Mark[] = [];
  const bars: Bar[] = [];
  const { text, rect } = Sheet.prototype;
  Sheet.prototype.text = (x, y, line, { size }) => void marks.push({ x, y, text: line, size });
  Sheet.prototype.rect = (x, y, width, height) => void bars.push({ x, y, width, height });
  try {
    render(contentOfSample(1), 'carta');
  } finally {
    Object.assign(Sheet.prototype, { text, rect });
  }
  return { marks, bars };
}

/**
 * Draws the same texts, rectangles and QR modules with pdfkit. Each text has its position, so pdfkit computes no
 * layout.
 */
function drawWithPdfkit(number: number, { marks, bars }: ReturnType<typeof recordPage>, font: string): Promise<number> {
  const document = new PDFDocument({ size: 'LETTER', margin: 0 });
  let length = 0;
  document.on('data', (chunk: Buffer) => {
    length += chunk.length;
  });
  document.font(font);
  for (const { x, y, text, size } of marks) document.fontSize(size).text(text, x, y - size, { lineBreak: false });
  for (const { x, y, width, height } of bars) document.rect(x, y, width, height).fill('#ddd');
  const modules = qrModules(contentOfSample(number).stamp.url);
  const side = 80 / modules.size;
  for (let row = 0; row < modules.size; row++)
    for (let column = 0; column < modules.size; column++)
      if (modules.isDark(row, column)) document.rect(57 + column * side, 640 + row * side, side, side);
  document.fill('#000');
  return new Promise((resolve) => {
    document.on('end', () => resolve(length));
    document.end();
  });
}

export default async function benchRepresentacion(): Promise<BenchResult> {
  const pinned = pinToOneCore();
  const page = recordPage();
  const inter = createRequire(import.meta.url).resolve('@fontsource/inter/files/inter-latin-400-normal.woff');
  let number = 0;
  const following = () => contentOfSample(1 + (number++ % 1000));
  const tickets: number[] = [];
  const stamps: number[] = [];
  const embedded: number[] = [];
  const { value, limit } = await measureInTurns(
    async () => {
      tickets.push(measureCpuRate(() => render(following(), 'ticket'), 0.5));
      stamps.push(measureCpuRate(() => qrModules(following().stamp.url), 0.5));
      embedded.push(await measureCpuRateAsync(() => drawWithPdfkit(number++, page, inter), 1));
      return measureCpuRate(() => render(following(), 'carta'), 1);
    },
    () => measureCpuRateAsync(() => drawWithPdfkit(number++, page, 'Helvetica'), 1),
    5,
  );
  const onTwoCores = (2 * value) / leastOnTwoCores;
  const detail = {
    'one core': pinned ? 'yes' : 'no',
    'bytes of a document': render(following(), 'carta').length,
    'tickets, documents/s': Math.round(median(tickets)),
    'content and QR code alone, documents/s': Math.round(median(stamps)),
    'pdfkit, Inter embedded, documents/s': Math.round(median(embedded)),
    [`two cores ÷ ${leastOnTwoCores} documents/s`]: onTwoCores,
  };
  const missed = onTwoCores < 1 ? [`fewer than ${leastOnTwoCores} documents/s on two cores`] : [];
  return {
    name: 'representacion',
    value,
    unit: 'documents/s',
    limit,
    ratio: value / limit,
    target: 0.8,
    missed,
    detail,
  };
}
