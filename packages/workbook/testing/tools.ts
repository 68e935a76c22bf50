// A substitute for the DGII's tool, made by the tests: same cells, macros of random bytes, different lists.
import { randomBytes } from 'node:crypto';
import { toolSheet } from '../src/tool/columns.ts';
import { zipOf } from './workbooks.ts';

/** Differences between a tool of {@link toolOf} and the true one. */
export interface ToolOptions {
  readonly sheet?: string;
  readonly vba?: Buffer | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly macroEnabled?: boolean;
  /** Number of prepared rows, with the formula of their state. */
  readonly rows?: number;
  /** Source of more rows of the sheet, or of other content. */
  readonly more?: string;
}

/** The list of a column in a tool, in a format that only the tool defines. */
export const listOf = (codes: Readonly<Record<string, string>>): string[] =>
  Object.entries(codes).map(([code, says]) => `${code.padStart(2, '0')} —${says.toUpperCase()}  `);

const ns = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const rels = 'http://schemas.openxmlformats.org/package/2006/relationships';
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

const text = (ref: string, value: string, style = 0) =>
  `<c r="${ref}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${value}</t></is></c>`;

/** The parts of a tool of a format. */
export function toolParts(tipo: '606' | '607', options: ToolOptions = {}): Record<string, string | Buffer> {
  const sheet = toolSheet(tipo);
  const { rows = 30, more = '', macroEnabled = true, vba = randomBytes(5_000) } = options;
  const name = options.sheet ?? sheet.name;
  const lists = sheet.columns
    .filter(({ cell }) => cell === 'lista')
    .map(({ letter, field }, at) => ({
      letter,
      hidden: ['AD', 'AE', 'AF'][at]!,
      texts: listOf(field.codes ?? {}),
    }));
  const headerOf = (letter: string, header: string) => options.headers?.[letter] ?? header;
  const headers = sheet.columns.map(({ letter, header }) => text(`${letter}11`, headerOf(letter, header), 1));
  const last = sheet.columns.at(-1)!.letter;
  const dataRow = (_: unknown, at: number) => {
    const line = at + 12;
    const own = sheet.columns.map(({ letter }) => `<c r="${letter}${line}" s="2"/>`).join('');
    const state = `<c r="${sheet.status}${line}" s="3" t="str"><f>IF(B${line}="","","Fila ${line}")</f><v>vieja</v></c>`;
    const hidden = lists
      .flatMap(({ hidden: letter, texts }) => (texts[at] === undefined ? [] : [text(`${letter}${line}`, texts[at]!)]))
      .join('');
    return `<row r="${line}" spans="1:32" ht="15" customHeight="1"><c r="A${line}" s="2"><v>${at + 1}</v></c>${own}${state}${hidden}</row>`;
  };
  const validations = lists.map(
    ({ letter, hidden, texts }) =>
      `<dataValidation type="list" allowBlank="1" sqref="${letter}12:${letter}10011"><formula1>$${hidden}$12:$${hidden}$${11 + texts.length}</formula1></dataValidation>`,
  );
  const type = macroEnabled
    ? 'application/vnd.ms-excel.sheet.macroEnabled.main+xml'
    : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml';
  return {
    '[Content_Types].xml': `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="bin" ContentType="application/vnd.ms-office.vbaProject"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/worksheets/sheet2.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/><Override PartName="/xl/calcChain.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.calcChain+xml"/></Types>`,
    '_rels/.rels': `${head}<Relationships xmlns="${rels}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${head}<workbook xmlns="${ns}" xmlns:r="${office}"><workbookPr codeName="ThisWorkbook"/><sheets><sheet name="UtilitarioP" sheetId="1" state="hidden" r:id="rId1"/><sheet name="${name}" sheetId="2" r:id="rId2"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${head}<Relationships xmlns="${rels}"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/worksheet" Target="worksheets/sheet2.xml"/><Relationship Id="rId3" Type="${office}/styles" Target="styles.xml"/><Relationship Id="rId4" Type="http://schemas.microsoft.com/office/2006/relationships/vbaProject" Target="vbaProject.bin"/><Relationship Id="rId5" Type="${office}/calcChain" Target="calcChain.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `${head}<worksheet xmlns="${ns}"><sheetData><row r="1"><c r="A1"><v>202608</v></c></row></sheetData></worksheet>`,
    'xl/worksheets/sheet2.xml': `${head}<worksheet xmlns="${ns}"><sheetPr codeName="Hoja2"/><dimension ref="A1:AF41"/><sheetData><row r="1">${text('A1', 'Dirección General de Impuestos Internos', 1)}</row><row r="4">${text('A4', 'RNC o Cédula', 1)}<c r="C4" s="4"/>${text('E4', 'Se queda', 1)}</row><row r="5">${text('A5', 'Período', 1)}<c r="C5" s="4"><v>202601</v></c></row><row r="6">${text('A6', 'Cantidad Registros', 1)}<c r="C6" s="4"><v>7</v></c></row><row r="11">${text('A11', 'Líneas', 1)}${headers.join('')}${text(`${sheet.status}11`, 'Estatus', 1)}</row>${Array.from({ length: rows }, dataRow).join('')}${more}</sheetData><dataValidations count="${validations.length}">${validations.join('')}</dataValidations><pageMargins left="0.7" right="0.7" top="0.75" bottom="0.75" header="0.3" footer="0.3"/><!-- ${last} --></worksheet>`,
    'xl/styles.xml': `${head}<styleSheet xmlns="${ns}"><fonts count="2"><font><sz val="10"/><name val="Arial"/></font><font><b/><sz val="10"/><name val="Arial"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFFFFFCC"/></patternFill></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf/><xf fontId="1" applyFont="1"/><xf fillId="2" applyFill="1"/><xf/><xf fontId="1" fillId="2" applyFont="1" applyFill="1"/></cellXfs></styleSheet>`,
    'xl/calcChain.xml': `${head}<calcChain xmlns="${ns}"><c r="${sheet.status}12" i="2"/></calcChain>`,
    ...(vba === null ? {} : { 'xl/vbaProject.bin': vba }),
  };
}

/** A tool of a format, saved as .xlsm. */
export const toolOf = (tipo: '606' | '607', options: ToolOptions = {}): Buffer => zipOf(toolParts(tipo, options));
