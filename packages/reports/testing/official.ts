// Data of the official tools, in a folder next to the repository, for conformance tests.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../../../shared/reports/', import.meta.url));

/** Whether that folder exists. */
export const officialFiles = existsSync(`${folder}606.layout.json`);

/** A column of a format as the folder describes it. */
export interface OfficialColumn {
  readonly n: number;
  readonly key: string;
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly excelColumn: string;
  readonly codes?: Readonly<Record<string, string>>;
  readonly rule?: string;
}

/** A format as the folder describes it. */
export interface OfficialLayout {
  readonly format: string;
  readonly fields: number;
  readonly maxRecords?: number;
  readonly dueDay?: number;
  readonly fileName?: string;
  readonly columns: readonly OfficialColumn[];
}

/** Description of a format. */
export const officialLayout = (code: string): OfficialLayout => readJson(`${code}.layout.json`) as OfficialLayout;

/** Any of the folder's JSON files. */
export const readJson = (name: string): unknown => JSON.parse(readFileSync(folder + name, 'utf8'));

/** A sample line file, verbatim. */
export const officialSample = (name: string): string => readFileSync(`${folder}txt-samples/${name}`, 'latin1');
