// Checks workbooks with LibreOffice: reads the text that it shows for every cell.
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openCsv } from '../src/read/open-csv.ts';

const run = promisify(execFile);
const mostMs = 120_000;
/** Export filter: comma, quotation mark, UTF-8, from line 1, values as stored, all sheets. */
const filter = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,false,false,false,-1';

/**
 * Opens workbooks in LibreOffice, without a screen and with a separate profile folder.
 *
 * @param program path of `soffice`
 * @param books by their file names
 * @returns for each file, the rows of cells of each sheet by its name
 */
export async function openInOffice(
  program: string,
  books: Readonly<Record<string, Buffer>>,
): Promise<ReadonlyMap<string, ReadonlyMap<string, readonly (readonly string[])[]>>> {
  const folder = mkdtempSync(join(tmpdir(), 'timbre-office-'));
  try {
    for (const [name, bytes] of Object.entries(books)) writeFileSync(join(folder, name), bytes);
    const files = Object.keys(books).map((name) => join(folder, name));
    const out = join(folder, 'csv');
    const args = [`-env:UserInstallation=file://${folder}/profile`, '--headless', '--convert-to', filter];
    await run(program, [...args, '--outdir', out, ...files], { timeout: mostMs, killSignal: 'SIGKILL' });
    const written = readdirSync(out);
    return new Map(
      Object.keys(books).map((name) => {
        const stem = name.replace(/\.\w+$/, '');
        const sheets = written.filter((file) => file.startsWith(`${stem}-`));
        return [
          name,
          new Map(
            sheets.map((file) => [file.slice(stem.length + 1, -'.csv'.length), rowsOf(readFileSync(join(out, file)))]),
          ),
        ];
      }),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** All rows from the first on, including empty ones. */
function rowsOf(csv: Buffer): string[][] {
  const rows: string[][] = [];
  for (const { number, cells } of openCsv(csv).rows()) {
    while (rows.length < number - 1) rows.push([]);
    rows.push(cells.map((cell) => cell ?? ''));
  }
  return rows;
}
