import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { rules } from '../../packages/ecf/src/index.ts';
import { officialFiles } from '../../packages/ecf/testing/official.ts';
import { guides, sentencesOf } from '../rules/official-texts/table.ts';

// Every numbered sentence of the official texts is a rule, is held by a test, or is listed as not one with the reason.

const repository = new URL('../../', import.meta.url);
const folder = new URL('../../../shared/dgii/official-text/', import.meta.url);
const all = [...sentencesOf].flatMap(([part, sentences]) => sentences.map((one) => ({ part, ...one })));

describe('the table of the official texts', () => {
  test('every sentence of the table is held by rules that exist, by a test that exists, or has a reason', () => {
    const codes = new Set(rules.map(({ code }) => code));
    const wrong = all.flatMap(({ part, place, about, held }) =>
      held.length === 0 || about === ''
        ? [`${part} ${place}: nothing`]
        : held.flatMap((one) => {
            if ('rules' in one)
              return one.rules.filter((code) => !codes.has(code)).map((code) => `${part} ${place}: ${code}`);
            if ('test' in one)
              return existsSync(new URL(one.test, repository)) ? [] : [`${part} ${place}: ${one.test}`];
            return 'not' in one && one.not.length < 5 ? [`${part} ${place}: no reason`] : [];
          }),
    );
    expect(wrong).toEqual([]);
    expect(Object.values(guides).filter((path) => !existsSync(new URL(path, repository)))).toEqual([]);
  });

  test('every rule of the documents is in the table, except those about texts, which no sentence has', () => {
    const named = new Set(all.flatMap(({ held }) => held.flatMap((one) => ('rules' in one ? one.rules : []))));
    const absent = rules.map(({ code }) => code).filter((code) => !named.has(code));
    expect(absent.filter((code) => !/-TEXTO-/.test(code))).toEqual([]);
  });
});

const textOf = (file: string): readonly string[] => readFileSync(new URL(file, folder), 'utf8').split('\n');

/** The numbers that begin lines, as far as they count up from one: others are cells of a table. */
function countedUp(lines: readonly string[], pattern: RegExp): readonly string[] {
  const found: string[] = [];
  for (const line of lines)
    if (pattern.exec(line)?.[1] === String(found.length + 1)) found.push(String(found.length + 1));
  return found;
}

const field = /^\s{0,14}(\d{1,3})(?=\s|$|<)/;
const note = /^\s{0,14}(\d{1,2})(?:\s*$| [A-ZÁÉÍÓÚ][a-záéíóú])/;

/** The first line of each section of the e-CF. */
const sections = {
  A: /^\s*A\. ENCABEZADO/,
  B: /^\s*B\. DETALLE DE/,
  C: /^\s*C\. SUBTOTALES/,
  D: /^\s*D\. DESCUENTOS/,
  E: /^\s*E\. PAGINACI/,
  F: /^\s*F\. INFORMACI/,
  G: /^\s*\f?G\. FECHA/,
  H: /^\s*H\. FIRMA/,
} as const;

const formatOf = {
  RFCE: 'Formato-Resumen-Factura-Consumo-Electronica-v1.0.txt',
  ARECF: 'Formato-Acuse-de-Recibo-v-1.0.txt',
  ACECF: 'Formato-Aprobacion-Comercial-v1.0.txt',
  ANECF: 'Formato-Anulacion-de-e-NCF-v1.0.txt',
} as const;

const ecf = 'Formato-Comprobante-Fiscal-Electronico-e-CF-V1.0.txt';
const informe = 'Informe-Tecnico-e-CF-v1.0.txt';

/** The numbered sentences of the official texts, by part. */
function official(): ReadonlyMap<string, readonly string[]> {
  const lines = textOf(ecf);
  const starts = Object.values(sections).map((pattern) => lines.findIndex((line) => pattern.test(line)));
  const tables = lines.findIndex((line, i) => i > starts.at(-1)! && /^\s*\f?TABLAS/.test(line));
  const fields = Object.keys(sections).map((section, i): [string, readonly string[]] => {
    const part = lines.slice(starts[i], starts[i + 1] ?? tables);
    return [`e-CF ${section}`, countedUp(part, field)];
  });
  const report = textOf(informe);
  const contents = report.slice(
    0,
    report.findIndex((line) => /^\s*\f?Bitácora\s*$/.test(line)),
  );
  const articles = textOf('Ley-32-23.txt').flatMap((line) => /^\s*\f?Art[íi]culo (\d+)/.exec(line)?.[1] ?? []);
  return new Map([
    ...fields,
    ['e-CF notes', countedUp(lines, note)],
    ...Object.entries(formatOf).map(([format, file]): [string, readonly string[]] => [
      format,
      countedUp(textOf(file), field),
    ]),
    ['Informe Técnico', contents.flatMap((line) => /^\s*(\d+(?:\.\d+)*)\.\s/.exec(line)?.[1] ?? [])],
    ['Ley 32-23', articles],
  ]);
}

describe.skipIf(!officialFiles)('the official texts', () => {
  test('every numbered sentence of the official texts is in the table once, and nothing else is', () => {
    const published = official();
    const listed = new Map([...sentencesOf].map(([part, sentences]) => [part, sentences.map(({ place }) => place)]));
    expect(listed).toEqual(published);
    expect(published.get('e-CF A')).toHaveLength(137);
    expect(published.get('e-CF notes')).toHaveLength(84);
  });

  test('every official text is in the table, as a part of it or as a guide', () => {
    const known = [ecf, informe, 'Ley-32-23.txt', ...Object.values(formatOf), ...Object.keys(guides)];
    expect(readdirSync(folder).sort()).toEqual(known.sort());
  });
});
