import { existsSync, readFileSync } from 'node:fs';
import { importacion } from '@timbre/contract';
import { openWorkbook } from '@timbre/workbook';
import { describe, expect, it } from 'vitest';
import { readAll } from './read-all.ts';

const { limitesDelLibro } = importacion;
const folder = new URL('../../../../../../../shared/dgii/set-de-pruebas/', import.meta.url);
const names = ['133009889-16042026193727', '133009889-aprobacion-comercial'];
interface OfficialSheet {
  readonly headers: readonly string[];
  readonly rows: readonly Readonly<Record<string, string>>[];
}

/** Columns without an element in the document. */
const beside = new Set(['CasoPrueba', 'SubtotalImpuestoAdicionalPaginaTabla[1]']);

const textsOf = (tree: unknown): string[] =>
  typeof tree === 'string' ? [tree] : Object.values(tree as object).flatMap(textsOf);

describe.skipIf(!existsSync(folder))('the official workbooks', () => {
  const bytesOf = (name: string) => readFileSync(new URL(`${name}.xlsx`, folder));
  const sheetsOf = (name: string): Record<string, OfficialSheet> =>
    JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8'));

  it.each(names)('the official workbooks have every cell of %s verbatim', async (name) => {
    const expected = sheetsOf(name);
    const sheets = openWorkbook(bytesOf(name), limitesDelLibro);
    expect(sheets.map((sheet) => sheet.name)).toEqual(Object.keys(expected));
    for (const sheet of sheets) {
      const [header, ...rows] = sheet.rows();
      const { headers, rows: official } = expected[sheet.name]!;
      expect(header!.cells).toEqual(headers);
      const texts = rows.map(({ cells }) =>
        Object.fromEntries(
          cells.flatMap((text, column) => (text === undefined || text === '#e' ? [] : [[headers[column]!, text]])),
        ),
      );
      expect(texts).toEqual(official);
    }
  });

  it('the official workbooks have 25 e-CF and 4 RFCE without a fault, with each text of their rows and no other', async () => {
    const { resultado, documentos } = await readAll(bytesOf(names[0]!));
    expect(resultado).toEqual({
      errores: [],
      avisos: [],
      rncEmisores: ['133009889'],
      certificacion: true,
      ecf: 25,
      rfce: 4,
    });
    const { ECF, RFCE } = sheetsOf(names[0]!);
    const official = [...ECF!.rows, ...RFCE!.rows];
    expect(documentos).toHaveLength(official.length);
    for (const [index, documento] of documentos.entries()) {
      const row = official[index]!;
      expect(documento.errores).toEqual([]);
      expect([documento.casoPrueba, documento.eNCF]).toEqual([row.CasoPrueba, row.ENCF]);
      const texts = Object.entries(row).flatMap(([header, text]) => (beside.has(header) ? [] : [text]));
      expect(textsOf(documento.arbol).sort()).toEqual(texts.sort());
    }
    expect(documentos.map(({ fila }) => fila)).toEqual([...ECF!.rows.keys(), ...RFCE!.rows.keys()].map((i) => i + 2));
  });

  it('the official workbooks of commercial approvals are distinguished', async () => {
    const { resultado } = await readAll(bytesOf(names[1]!));
    expect(resultado.errores.map(({ codigo }) => codigo)).toEqual(['LIBRO-VACIO']);
    expect(resultado.avisos[0]!.mensaje).toContain('se usa en Aprobación Comercial');
  });
});
