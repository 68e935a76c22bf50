/// <reference path="./qr.d.ts" />
import { create } from 'qrcode';

/**
 * Capacity of each version in bytes at each level of error correction, highest level first.
 * @source ISO/IEC 18004, table 7
 */
const capacities: readonly {
  readonly version: number;
  readonly H: number;
  readonly Q: number;
  readonly M: number;
  readonly L: number;
}[] = [
  { version: 8, H: 84, Q: 108, M: 152, L: 192 },
  { version: 9, H: 98, Q: 130, M: 180, L: 230 },
  { version: 10, H: 119, Q: 151, M: 213, L: 271 },
  { version: 11, H: 137, Q: 177, M: 251, L: 321 },
  { version: 12, H: 155, Q: 203, M: 287, L: 367 },
];

/** The modules of a QR code. */
interface Modules {
  readonly size: number;
  readonly isDark: (row: number, column: number) => boolean;
}

/**
 * Makes the QR code of a stamp: version 8 as the authority requires, with the highest error correction that fits. A
 * full stamp with a buyer has over 192 bytes, more than version 8 can contain, and gets the next version that fits.
 * @source Descripción técnica v1.6, p. 36 and 38, VERSIÓN
 */
export function qrModules(text: string): Modules {
  const data = Buffer.from(text, 'utf8');
  const fitting = capacities.find(({ L }) => data.length <= L);
  if (fitting === undefined)
    throw new RangeError(`A stamp of ${data.length} bytes does not fit in a QR code of version 12`);
  const level = (['H', 'Q', 'M', 'L'] as const).find((name) => data.length <= fitting[name])!;
  const { modules } = create([{ data, mode: 'byte' }], { errorCorrectionLevel: level, version: fitting.version });
  const { size } = modules;
  return { size, isDark: (row, column) => modules.data[row * size + column] === 1 };
}

/** The runs of dark modules, row by row: fewer shapes than modules, and no gaps between neighbours. */
function runsOf({
  size,
  isDark,
}: Modules): { readonly row: number; readonly column: number; readonly length: number }[] {
  const runs = [];
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; ) {
      let end = column;
      while (end < size && isDark(row, end)) end++;
      if (end > column) runs.push({ row, column, length: end - column });
      column = end + 1;
    }
  return runs;
}

/** The code as PDF operators, in a box of 1 × 1: one path, so that no gaps are visible between its modules. */
export function drawModules(modules: Modules): string {
  const { size } = modules;
  const boxes = runsOf(modules).map(({ row, column, length }) => `${column} ${size - row - 1} ${length} 1 re`);
  return `${(1 / size).toFixed(8)} 0 0 ${(1 / size).toFixed(8)} 0 0 cm 0 g\n${boxes.join('\n')}\nf`;
}

/** Width of the white margin around a code, in modules. @source ISO/IEC 18004, 6.3.8 */
const quietZone = 4;

/** A square image of black shapes, as the path of an SVG. */
export interface Picture {
  readonly side: number;
  readonly path: string;
}

const pathOf = (modules: Modules, margin: number): string =>
  runsOf(modules)
    .map(({ row, column, length }) => `M${column + margin} ${row + margin}h${length}v1h-${length}z`)
    .join('');

/** The QR code of a stamp, without its quiet zone. @throws RangeError as {@link qrModules} */
export function stampPath(url: string): Picture {
  const modules = qrModules(url);
  return { side: modules.size, path: pathOf(modules, 0) };
}

/**
 * The QR code of a stamp as an SVG image with its quiet zone: black on white in any theme.
 * @param url of the stamp
 * @throws RangeError as {@link qrModules}
 */
export function stampSvg(url: string): string {
  const modules = qrModules(url);
  const side = modules.size + 2 * quietZone;
  const path = pathOf(modules, quietZone);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}"><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${path}"/></svg>`;
}
