// The JSON of the API and a workbook: one value in the same element gives the same document, or is refused in the same
// element.
import { importacion } from '@timbre/contract';
import { compileHeaders, type ECF, writeSheet } from '@timbre/ecf';
import { ecfs } from '@timbre/ecf/testing';
import { daysBetween, type Fecha, parseFecha, plainNumber } from '@timbre/values';
import type { Row } from '@timbre/workbook';
import fc from 'fast-check';
import { expect, inject, test } from 'vitest';
import { completeDraft, isRefused } from '../judge/complete-draft.ts';
import { type Reading, readDocuments } from './read-documents.ts';

const now = Date.UTC(2025, 10, 15, 15);
const issuer = {
  id: '00000000-0000-7000-8000-000000000001',
  rnc: '132000005',
  razonSocial: 'Ferretería Ejemplo SRL',
  datos: {},
  impreso: { campoNombreItem: 'NombreItem', conLogo: false },
  ambiente: 'testecf',
  demo: false,
  accesos: {},
} as const;

type Value = string | number | boolean;
type Branch = Record<string, unknown>;

/** Documents without additional taxes, which the API completes and a workbook does not. */
const documents = [ecfs['31'], ecfs['32'], ecfs['34'], ecfs['46'], ecfs['47']];
/** The time of signing has no column; the issuer of a workbook is compared where it is stored; a type decides the rest. */
const elsewhere = /^(?:FechaHoraFirma|Encabezado\.Emisor\.RNCEmisor|Encabezado\.IdDoc\.TipoeCF)$/;

/** The paths of the texts of a tree, and the texts. */
function leavesOf(value: unknown, path = ''): (readonly [path: string, text: string])[] {
  if (typeof value === 'string') return [[path, value]];
  if (Array.isArray(value)) return value.flatMap((one, i) => leavesOf(one, `${path}[${i + 1}]`));
  return Object.entries(value as Branch).flatMap(([name, one]) =>
    leavesOf(one, path === '' ? name : `${path}.${name}`),
  );
}

function put(tree: Branch, path: string, value: Value): void {
  const steps = path.replace(/\[(\d+)\]/g, (_, index: string) => `.${Number(index) - 1}`).split('.');
  const last = steps.pop()!;
  (steps.reduce<unknown>((at, step) => (at as Branch)[step], tree) as Branch)[last] = value;
}

/** Days from 30-12-1899, as a sheet stores a date. */
const serialOf = (fecha: Fecha): number => daysBetween('31-12-1899' as Fecha, fecha) + 1;

/** The ways in which people, programs and spreadsheets write a text. */
function spellings(text: string): Value[] {
  const fecha = parseFecha(text);
  const isNumber = /^\d{1,14}(?:\.\d+)?$/.test(text);
  return [
    ...[text, ` ${text}`, `${text} `, `${text}\u00a0`, `\u200b${text}`, `${text}\n`, `0${text}`, `-${text}`],
    ...[text.toLowerCase(), `${text},00`, `RD$${text}`, 'texto', 'Sí', 'no', true, false],
    ...(isNumber ? [Number(text), Number(text) + 0.1 + 0.2, -Number(text), Number(text).toString()] : []),
    ...(/^\d{9}$/.test(text) ? [`${text.slice(0, 3)}-${text.slice(3, 8)}-${text.slice(8)}`] : []),
    ...(/^E\d{12}$/.test(text) ? [`${text.slice(0, 3)} ${text.slice(3)}`, `e-NCF ${text}`] : []),
    ...(fecha === undefined ? [] : [fecha.replaceAll('-', '/'), fecha.split('-').reverse().join('-')]),
    ...(fecha === undefined ? [] : [serialOf(fecha), serialOf(fecha) + 0.75, `${fecha} 23:59:00`, '31-02-2025']),
  ];
}

/** The document, or the names of the elements that refuse it. */
interface Outcome {
  readonly tree?: unknown;
  readonly refused: readonly string[];
}

const nameOf = (path: string): string => path.replace(/\[[\d[\]]*\]$/, '').replace(/^.*[. ]/, '');

function byApi(document: ECF, path: string, value: Value): Outcome {
  const body = structuredClone(document) as unknown as Branch;
  put(body, path, value);
  const { tree, errores } = completeDraft(body, issuer, now, [], 'rechaza');
  if (!isRefused(errores)) return { tree, refused: [] };
  return { refused: errores.filter(({ aviso }) => !aviso).map(({ campo = '' }) => nameOf(campo)) };
}

function byWorkbook(document: ECF, path: string, value: Value): Outcome {
  const { headers, rows } = writeSheet('ECF', [document]);
  const cells = rows[0]!.map((text, i) => (headers[i] === 'CasoPrueba' ? undefined : text));
  const column = compileHeaders('ECF', headers).read(cells, 2).cellOf(path)!.column - 1;
  const shown = typeof value === 'boolean' ? (value ? 'VERDADERO' : 'FALSO') : value;
  cells[column] = typeof shown === 'number' ? plainNumber(shown)! : shown;
  const row: Row = {
    number: 2,
    cells,
    numbers: typeof value === 'number' ? [column] : [],
    booleans: typeof value === 'boolean' ? [column] : [],
    bad: [],
  };
  const header: Row = { number: 1, cells: [...headers], numbers: [], bad: [] };
  const sheet = { name: 'ECF', rowCount: 2, rows: () => [header, { ...row, cells: [...cells] }] };
  const reading: Reading = { avisos: [], rncEmisores: new Set(), certificacion: false, filas: 0, ecf: 0, rfce: 0 };
  const known = { now, tasas: [], emisor: {} };
  const [read] = readDocuments([sheet], importacion.limitesDelLibro, known, reading);
  const { arbol, errores } = read!.documento;
  if (!isRefused(errores)) return { tree: { ...arbol, FechaHoraFirma: document.FechaHoraFirma }, refused: [] };
  const refusing = errores.filter(({ aviso }) => !aviso);
  return { refused: refusing.flatMap(({ campo, celda = '' }) => [nameOf(campo ?? ''), nameOf(celda)]) };
}

test('a value in an element gives the same document by the API and from a workbook, or is refused in the same element', () => {
  const cases = documents.flatMap((document) =>
    leavesOf(document)
      .filter(([path]) => !elsewhere.test(path))
      .flatMap(([path, text]) => spellings(text).map((value) => ({ document, path, value }))),
  );
  const compared = fc.property(fc.constantFrom(...cases), ({ document, path, value }) => {
    const [api, workbook] = [byApi(document, path, value), byWorkbook(document, path, value)];
    expect(api.tree).toEqual(workbook.tree);
    for (const name of api.refused) expect(workbook.refused).toContain(name);
    expect(api.refused.length > 0).toBe(workbook.refused.length > 0);
  });
  fc.assert(compared, { numRuns: 400, seed: inject('seed') });
});
