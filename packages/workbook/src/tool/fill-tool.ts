import { packedBytes, readDirectory } from '../zip/directory.ts';
import { writeZip, type ZipPart } from '../zip/write-zip.ts';
import { cellWriter, numberAt, type ToolRow } from './cells.ts';
import { firstRow, toolSheet } from './columns.ts';
import { type ExistingRow, mostParts, type PreparedTool } from './prepare-tool.ts';
import { rowXml } from './sheet-source.ts';

/** Rows converted to text in one step, to limit the time that the main thread is blocked. */
const rowsAtOnce = 250;

/**
 * Writes the official tool with new rows in place of its own, as they arrive. Macros, styles, lists and all other parts
 * are copied in packed form, byte for byte. The calculation chain and the references to it are left out: Excel rebuilds
 * it.
 *
 * @param bytes the tool as uploaded
 * @param prepared the result of `prepareTool` for the same file
 * @param at modification time of the parts of the file
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
  { before, existing, after, styles, attributes, lists }: PreparedTool,
  pages: AsyncIterable<readonly ToolRow[]>,
): AsyncGenerator<string> {
  const cells = toolSheet(tipo).columns.map((column) =>
    cellWriter(column, { style: styles[column.letter], lists: lists[column.letter] ?? {}, blanks: true }),
  );
  const written = ({ number, attributes, right }: ExistingRow, row: ToolRow): string => {
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
        const present = existing[next]?.number === line ? existing[next++] : undefined;
        xml += written(present ?? { number: line, attributes, right: '' }, row);
        line += 1;
      }
      yield xml;
    }
  // Rows of the tool that are not needed are written without values.
  const blank: ToolRow = { fila: {} };
  for (; next < existing.length; next += rowsAtOnce)
    yield existing
      .slice(next, next + rowsAtOnce)
      .map(({ number, attributes, right }) =>
        rowXml(number, attributes, cells.map((cell) => cell(blank, number)).join('') + right),
      )
      .join('');
  yield after;
}
