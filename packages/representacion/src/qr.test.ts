import jsQR from 'jsqr';
import { expect, test } from 'vitest';
import { qrModules, stampSvg } from './qr.ts';

const modules = (version: number) => 17 + 4 * version;

test('a stamp of up to 192 bytes has version 8', () => {
  for (const length of [1, 84, 108, 152, 192]) expect(qrModules('x'.repeat(length)).size).toBe(modules(8));
});

test('a longer stamp has the next version that holds it', () => {
  expect(qrModules('x'.repeat(193)).size).toBe(modules(9));
  expect(qrModules('x'.repeat(231)).size).toBe(modules(10));
});

test('a stamp that no version up to 12 holds is refused', () => {
  expect(() => qrModules('x'.repeat(368))).toThrow(RangeError);
});

test('the code as SVG is read back as the text it was made of', () => {
  const text = 'https://ecf.dgii.gov.do/testecf/ConsultaTimbre?RncEmisor=131246796&ENCF=E310000000001';
  const svg = stampSvg(text);
  const side = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1]);
  const scale = 4;
  const pixels = new Uint8ClampedArray((side * scale) ** 2 * 4).fill(255);
  for (const [, x, y, length] of svg.matchAll(/M(\d+) (\d+)h(\d+)v1h-/g))
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row++)
      for (let column = Number(x) * scale; column < (Number(x) + Number(length)) * scale; column++)
        pixels.fill(0, (row * side * scale + column) * 4, (row * side * scale + column) * 4 + 3);
  expect(jsQR(pixels, side * scale, side * scale)?.data).toBe(text);
});
