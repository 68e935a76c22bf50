import { findHeaders } from '@timbre/values';
import type { tipoBienesServicios, tipoIngreso } from '../layout/codes.ts';
import { accountLimits, foldText } from './account.ts';
import { type MappedReport, takesAccounts } from './fields.ts';
import { isValidType } from './manual.ts';
import type { AccountMapping } from './mapping.ts';

/** A mapping read from a file or a call. */
export interface MappingFile {
  /** The parts that it has. */
  readonly partes: Partial<AccountMapping>;
  /** Parts that were rejected, in Spanish: unknown fields and codes, and accounts without an id. The first 20. */
  readonly descartes: readonly string[];
}

/** Accepted names of each part; the first is ours. @source specification 002 §3, §7 */
const nombres = {
  mapping606: ['mapping606'],
  mapping607: ['mapping607'],
  mapeoTipos606: ['mapeoTipos606', 'mappingTipos606', 'mappingTiposBienesServicios', 'mapeoTiposBienesServicios'],
  mapeoTipos607: [
    'mapeoTipos607',
    'mappingTipos607',
    'mappingTiposIngresos607',
    'mappingTiposIngresos',
    'mapeoTiposIngresos',
  ],
} as const satisfies Record<keyof AccountMapping, readonly string[]>;

/** Groups of the older format, with the classification of each. @source specification 002 §3, older grouped mapping */
const grupos606: Readonly<Record<string, keyof typeof tipoBienesServicios>> = {
  gastosOficina: '02',
  combustible: '02',
  mantenimiento: '04',
  serviciosBasicos: '02',
  alquileres: '03',
  seguros: '11',
  publicidad: '05',
  serviciosProfesionales: '02',
  otrosGastos: '02',
};
const grupos607: Readonly<Record<string, keyof typeof tipoIngreso>> = {
  ventasGravadas: 1,
  ventasExentas: 1,
  serviciosGravados: 1,
  serviciosExentos: 1,
  exportaciones: 1,
  otrosIngresos: 6,
};

/** Maximum number of rejections that are reported. */
const mostReported = 20;

/**
 * Reads a mapping of a file or of a call. It accepts our format, with the names of either reading of the specification,
 * inside `mapeo` or at the top level; and the older format, whose groups are read as classifications. An account is its
 * id, or an object with an id.
 *
 * @param value untrusted JSON
 * @returns undefined if it contains no known mapping
 */
export function readMapping(value: unknown): MappingFile | undefined {
  const whole = record(value);
  if (whole === undefined) return undefined;
  const source = record(whole.mapeo) ?? whole;
  const descartes: string[] = [];
  const discard = (reason: string) => {
    if (descartes.length < mostReported) descartes.push(reason);
  };
  const partNamed = (part: keyof AccountMapping) =>
    nombres[part].map((name) => record(source[name])).find((each) => each !== undefined);
  const [of606, of607] = [partNamed('mapping606'), partNamed('mapping607')];
  const tipos606 = partNamed('mapeoTipos606') ?? fromGroups(source.reporte606, grupos606);
  const tipos607 = partNamed('mapeoTipos607') ?? fromGroups(source.reporte607, grupos607);
  if (!(of606 || of607 || tipos606 || tipos607)) return undefined;
  return {
    partes: {
      ...(of606 && { mapping606: readFields('606', of606, discard) }),
      ...(of607 && { mapping607: readFields('607', of607, discard) }),
      ...(tipos606 && { mapeoTipos606: readTipos606(tipos606, discard) }),
      ...(tipos607 && { mapeoTipos607: readTipos607(tipos607, discard) }),
    },
    descartes,
  };
}

type Json = Readonly<Record<string, unknown>>;

const record = (value: unknown): Json | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined;

/** The id of an account, written as the id or as an object with one; undefined if it is not valid. */
function idOf(value: unknown): string | undefined {
  const bare = record(value);
  const id = bare === undefined ? value : (bare.id ?? bare.accountNumber);
  const text = typeof id === 'number' ? String(id) : id;
  return typeof text === 'string' && text !== '' && text.length <= accountLimits.id ? text : undefined;
}

function readFields(reporte: MappedReport, part: Json, discard: (reason: string) => void): Record<string, string[]> {
  const fields = Object.entries(part).flatMap(([campoId, accounts]): [string, string[]][] => {
    if (!takesAccounts(reporte, campoId)) {
      discard(`${reporte}: el campo «${campoId.slice(0, 40)}» no existe o no lleva cuentas`);
      return [];
    }
    const list = Array.isArray(accounts) ? accounts : [accounts];
    const ids = list.slice(0, accountLimits.cuentas).map(idOf);
    if (ids.includes(undefined)) discard(`${reporte}: el campo ${campoId} trae cuentas sin código`);
    const unique = [...new Set(ids.filter((id) => id !== undefined))];
    return unique.length === 0 ? [] : [[campoId, unique]];
  });
  return Object.fromEntries(fields);
}

/** Code by account, empty where it is no text or number; some files have an object with the code instead of the code. */
const codesOf = (part: Json): [string, string][] =>
  Object.entries(part)
    .slice(0, accountLimits.cuentas)
    .map(([id, value]) => {
      const code = record(value)?.tipo ?? value;
      return [id, typeof code === 'string' || typeof code === 'number' ? String(code) : ''];
    });

function readTipos606(part: Json, discard: (reason: string) => void): AccountMapping['mapeoTipos606'] {
  return Object.fromEntries(
    codesOf(part).flatMap(([id, code]): [string, keyof typeof tipoBienesServicios][] => {
      const tipo = code.padStart(2, '0');
      if (idOf(id) !== undefined && isValidType('tipos606', tipo))
        return [[id, tipo as keyof typeof tipoBienesServicios]];
      discard(`Tipos 606: «${code.slice(0, 20)}» de la cuenta ${id.slice(0, 40)} no es un código`);
      return [];
    }),
  );
}

function readTipos607(part: Json, discard: (reason: string) => void): AccountMapping['mapeoTipos607'] {
  return Object.fromEntries(
    codesOf(part).flatMap(([id, code]): [string, keyof typeof tipoIngreso][] => {
      if (idOf(id) !== undefined && isValidType('tipos607', code))
        return [[id, Number(code) as keyof typeof tipoIngreso]];
      discard(`Tipos 607: «${code.slice(0, 20)}» de la cuenta ${id.slice(0, 40)} no es un código`);
      return [];
    }),
  );
}

/** Converts the older format, groups with lists of accounts, to the code of each account. */
function fromGroups(value: unknown, groups: Readonly<Record<string, unknown>>): Json | undefined {
  const source = record(value);
  if (source === undefined) return undefined;
  const pairs = Object.entries(groups).flatMap(([name, code]) => {
    const group = source[name];
    const accounts = Array.isArray(group) ? group : record(group)?.cuentas;
    const list: readonly unknown[] = Array.isArray(accounts) ? accounts : [];
    return list.flatMap((account) => {
      const id = idOf(account);
      return id === undefined ? [] : [[id, code] as const];
    });
  });
  return Object.fromEntries(pairs);
}

/** Headers of a workbook with a mapping, which has one row for each account of a field or of a classification. */
const encabezados = {
  reporte: /^reporte|^destino/,
  campo: /^campo|^tipo|^codigo$/,
  cuenta: /^cuenta|^account/,
} as const;

/** The columns of the three headers; -1 for one that is not there. */
function placesIn(header: readonly string[]): readonly [reporte: number, campo: number, cuenta: number] {
  const at = (pattern: RegExp) => header.findIndex((cell) => pattern.test(foldText(cell).trim()));
  return [at(encabezados.reporte), at(encabezados.campo), at(encabezados.cuenta)];
}

/**
 * Reads a mapping from the rows of a sheet: `Reporte` (606, 607, tipos606 or tipos607), `Campo` (its id, or the code of
 * the classification), `Cuenta` (its id).
 *
 * @param rows original texts, not folded; titles may stand above the headers
 * @returns undefined if the sheet does not have these headers, or its rows contain no mapping
 */
export function readMappingRows(rows: readonly (readonly (string | undefined)[])[]): MappingFile | undefined {
  const found = findHeaders(rows, {
    textsOf: (row) => row,
    countKnown: (texts, hasData) => (hasData || placesIn(texts).includes(-1) ? 0 : 1),
  });
  if (found === undefined || found.known === 0) return undefined;
  const [reporte, campo, cuenta] = placesIn(found.texts);
  const rest = rows.slice(rows.indexOf(found.row) + 1);
  const of606 = new Map<string, string[]>();
  const of607 = new Map<string, string[]>();
  const [tipos606, tipos607]: [[string, string][], [string, string][]] = [[], []];
  for (const row of rest) {
    const [report, field, id] = [reporte, campo, cuenta].map((column) => row[column]?.trim() ?? '');
    if (!report || !field || !id) continue;
    if (report === '606' || report === '607') {
      const fields = report === '606' ? of606 : of607;
      fields.set(field, fields.get(field) ?? []);
      fields.get(field)!.push(id);
    }
    if (/^tipos\s*606$/i.test(report)) tipos606.push([id, field]);
    if (/^tipos\s*607$/i.test(report)) tipos607.push([id, field]);
  }
  return readMapping({
    ...(of606.size > 0 && { mapping606: Object.fromEntries(of606) }),
    ...(of607.size > 0 && { mapping607: Object.fromEntries(of607) }),
    ...(tipos606.length > 0 && { mapeoTipos606: Object.fromEntries(tipos606) }),
    ...(tipos607.length > 0 && { mapeoTipos607: Object.fromEntries(tipos607) }),
  });
}
