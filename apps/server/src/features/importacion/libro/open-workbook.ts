import type { importacion } from '@timbre/contract';
import { LibroError } from './libro-error.ts';
import { openOle } from './ole.ts';
import type { Sheet } from './sheet.ts';
import { openXls } from './xls.ts';
import { openXlsx } from './xlsx.ts';
import { openZip } from './zip.ts';

/** What a workbook may measure; handed over rather than imported, for the contract takes long to load in a worker. */
export type Limites = typeof importacion.limitesDelLibro;

const startsWith = (bytes: Buffer, ...signature: number[]) => signature.every((byte, at) => bytes[at] === byte);

/**
 * Opens a workbook by what it is, whatever its name says.
 *
 * @param bytes the whole file as it was uploaded
 * @param limites bytes it may have, packed and unpacked
 * @returns its worksheets in the order of their tabs
 * @throws LibroError
 */
export function openWorkbook(bytes: Buffer, limites: Limites): Sheet[] {
  if (bytes.length > limites.bytes) {
    throw new LibroError('LIBRO-GRANDE', `Supera ${limites.bytes / (1024 * 1024)} MB.`);
  }
  if (startsWith(bytes, 0x50, 0x4b, 0x03, 0x04)) {
    const zip = openZip(bytes, limites.descomprimido);
    if (!zip.has('[Content_Types].xml')) throw new LibroError('LIBRO-TIPO');
    return openXlsx(zip);
  }
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) {
    const streams = openOle(bytes);
    // A workbook with a password is an OLE file with the encrypted package inside.
    if (streams.has('encryptedpackage')) throw new LibroError('LIBRO-CLAVE');
    const workbook = streams.get('workbook') ?? streams.get('book');
    if (workbook !== undefined) return openXls(workbook());
  }
  throw new LibroError('LIBRO-TIPO');
}
