import { packedBytes, readDirectory } from '../zip/directory.ts';
import { writeZip, type ZipPart } from '../zip/write-zip.ts';
import { cellWriter, numberAt, type ToolRow } from './cells.ts';
import { firstRow, toolSheet } from './columns.ts';
import { type KeptRow, mostParts, type PreparedTool } from './prepare-tool.ts';
import { rowXml } from './sheet-source.ts';

/** Rows that are made into text at once: the main thread is held no longer. */
const rowsAtOnce = 250;

/**
 * The official tool with rows in place of those that it had, written as they come. Every other part is copied as it is packed:
 * macros, styles and lists stay byte for byte. The order in which Excel computes is left out, and Excel makes it anew.
 *
 * @param bytes the tool as it was uploaded
 * @param prepared the same, made ready by `prepareTool`
 * @param at the time that the parts of the file have
 */
export function fillTool(
  bytes: Buffer,
  tipo: '606' | '607',
  prepared: PreparedTool,
  pages: AsyncIterable<readonly ToolRow[]>,
  at: number,
): AsyncGenerator<Buffer> {
  return writeZip(partsOf(bytes, tipo, prepared, pages), at);
}

function* partsOf(
  bytes: Buffer,
  tipo: '606' | '607',
  prepared: PreparedTool,
  pages: AsyncIterable<readonly ToolRow[]>,
): Generator<ZipPart> {
  for (const [key, entry] of readDirectory(bytes, mostParts)) {
    const { name, method, crc, unpackedSize } = entry;
    const changed = prepared.changed[key];
    if (prepared.left.includes(key)) continue;
    if (key === prepared.part) yield { name, content: writeSheet(tipo, prepared, pages) };
    else if (changed !== undefined) yield { name, content: Buffer.from(changed) };
    else yield { name, content: { method, crc, unpackedSize, packedBytes: packedBytes(bytes, entry) } };
  }
}

async function* writeSheet(
  tipo: '606' | '607',
  { before, kept, after, styles, attributes, lists }: PreparedTool,
  pages: AsyncIterable<readonly ToolRow[]>,
): AsyncGenerator<string> {
  const cells = toolSheet(tipo).columns.map((column) =>
    cellWriter(column, { style: styles[column.letter], lists: lists[column.letter] ?? {}, blanks: true }),
  );
  const written = ({ number, attributes, right }: KeptRow, row: ToolRow): string => {
    let xml = numberAt('A', number, number - firstRow + 1, styles.A);
    for (const cell of cells) xml += cell(row, number);
    return rowXml(number, attributes, xml + right);
  };
  yield before;
  let [line, next] = [firstRow, 0];
  for await (const page of pages)
    for (let from = 0; from < page.length; from += rowsAtOnce) {
      let xml = '';
      for (const row of page.slice(from, from + rowsAtOnce)) {
        const present = kept[next]?.number === line ? kept[next++] : undefined;
        xml += written(present ?? { number: line, attributes, right: '' }, row);
        line += 1;
      }
      yield xml;
    }
  // The rows that the tool had and that are not needed stay, empty.
  const blank: ToolRow = { fila: {} };
  for (; next < kept.length; next += rowsAtOnce)
    yield kept
      .slice(next, next + rowsAtOnce)
      .map(({ number, attributes, right }) =>
        rowXml(number, attributes, cells.map((cell) => cell(blank, number)).join('') + right),
      )
      .join('');
  yield after;
}
