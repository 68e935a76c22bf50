import { type ErrorDeDocumento, otraMonedaEnItem, otraMonedaEnTotales } from '@timbre/contract';
import { trees } from '@timbre/ecf';
import { bareText, formatISODate, parseFecha, parseISODate } from '@timbre/values';
import type { RawLeaf, Report } from './read-leaf.ts';
import { misspelt, type RawTree, shapeECF, type Tree } from './shape.ts';

const MAX_DEPTH = 12;
/** Maximum number of errors of form that are reported. */
const MOST_ERRORS = 100;
/** Maximum number of characters of a path or a message that are reported: both may quote the input. */
export const mostShown = 1_000;

/**
 * Reads the JSON of an emission into a tree.
 *
 * Accepted: the e-CF tree itself (with or without the `ECF` wrapper), and the specification's credit-note body
 * (`IdDoc.encf`, `DetallesItems.Items`, `Referencia`, foreign-currency amounts inside `Totales`).
 * Values are fitted to their element as those of a workbook are ({@link readLeaf}): 1 is the code `01`, 2026-11-25 the
 * day 25-11-2026, true the 1 of an indicator. A text that was changed has an aviso. Null, blank texts and empty objects
 * count as absent elements. A single element where a list is allowed becomes a list of one, because XML-to-JSON
 * converters produce that.
 *
 * @returns a tree of which every known element has the shape of the schema; elements of another shape are left out and
 * reported
 * @source specification 001 §3, "Credit-note request"
 */
export function draftFromBody(body: unknown): { tree: Tree; errores: ErrorDeDocumento[] } {
  const errores: ErrorDeDocumento[] = [];
  const wrapper = Object.keys(isRecord(body) ? body : {}).find((name) => name.toUpperCase() === 'ECF');
  if (wrapper !== undefined && wrapper !== 'ECF') report(errores, misspelt(wrapper, wrapper, 'ECF'));
  const root = wrapper === undefined ? body : (body as Record<string, unknown>)[wrapper];
  const tree = isRecord(root) ? (present(root, '', 0, errores) ?? {}) : {};
  const say: Report = (error) => report(errores, error);
  if (wrapper !== undefined)
    for (const name of Object.keys(body as object)) if (isSection(name)) say(twice(name, name, 'ECF'));
  return { tree: shapeECF(renameClassic(tree as RawTree, say), say), errores };
}

function report(errores: ErrorDeDocumento[], error: ErrorDeDocumento & { readonly campo: string }): void {
  const { campo, mensaje } = error;
  if (errores.length < MOST_ERRORS)
    errores.push({ ...error, campo: campo.slice(0, mostShown), mensaje: mensaje.slice(0, mostShown) });
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a value is a text without anything to see. */
const isBlank = (value: unknown): boolean =>
  typeof value === 'string' && !/[!-~]/.test(value) && bareText(value) === '';

/** The JSON without its absent elements: null, blank texts, empty lists and empty objects. */
function present(
  value: unknown,
  path: string,
  depth: number,
  errores: ErrorDeDocumento[],
): RawTree[string] | undefined {
  if (value === null || value === undefined || isBlank(value)) return undefined;
  if (depth > MAX_DEPTH) {
    report(errores, {
      codigo: 'JSON-PROFUNDO',
      campo: path,
      mensaje: 'El JSON está anidado más de lo que admite un e-CF',
    });
    return undefined;
  }
  if (Array.isArray(value)) {
    const items = value.map((item, i) => present(item, `${path}[${i + 1}]`, depth + 1, errores));
    const filled = items.filter((item) => item !== undefined);
    return filled.length === 0 ? undefined : filled;
  }
  if (typeof value !== 'object') return value as RawLeaf;
  const tree: RawTree = {};
  for (const [name, child] of Object.entries(value)) {
    const read = present(child, path === '' ? name : `${path}.${name}`, depth + 1, errores);
    if (read !== undefined) tree[name] = read;
  }
  return Object.keys(tree).length === 0 ? undefined : tree;
}

const inTotales: ReadonlySet<string> = new Set(otraMonedaEnTotales);
const inItem: ReadonlySet<string> = new Set(otraMonedaEnItem);
const sections: ReadonlySet<string> = new Set(trees.ECF.map(({ name }) => name));
const isSection = (name: string): boolean => sections.has(name);

/** Renames the specification's names of the credit-note body to the official ones. */
function renameClassic(tree: RawTree, say: Report): RawTree {
  const result: RawTree = { ...tree };
  rename(result, 'Referencia', 'InformacionReferencia', '', say);
  const encabezado = child(result, 'Encabezado');
  if (encabezado) {
    const idDoc = child(encabezado, 'IdDoc');
    for (const alias of ['encf', 'ENCF']) if (idDoc) rename(idDoc, alias, 'eNCF', 'Encabezado.IdDoc.', say);
    const totales = child(encabezado, 'Totales');
    if (totales) moveInto(totales, inTotales, encabezado, 'OtraMoneda', 'Encabezado.Totales.', say);
  }
  const detalles = child(result, 'DetallesItems');
  if (detalles) rename(detalles, 'Items', 'Item', 'DetallesItems.', say);
  for (const [i, item] of itemsOf(result).entries())
    moveInto(item, inItem, item, 'OtraMonedaDetalle', `DetallesItems.Item[${i + 1}].`, say);
  return result;
}

/** Renames an element. @param path of its parent, with the point that follows */
function rename(parent: RawTree, alias: string, name: string, path: string, say: Report): void {
  const { [alias]: value } = parent;
  if (value === undefined) return;
  if (!isSame(parent[name] ?? value, value)) say(twice(`${path}${alias}`, alias, name));
  parent[name] ??= value;
  delete parent[alias];
}

/** Moves elements into another one. @param path of the element that has them, with the point that follows */
function moveInto(
  from: RawTree,
  names: ReadonlySet<string>,
  parent: RawTree,
  target: string,
  path: string,
  say: Report,
): void {
  const moved = Object.entries(from).filter(([name]) => names.has(name));
  if (moved.length === 0) return;
  const own = child(parent, target);
  for (const [name, value] of moved) {
    if (!isSame(own?.[name] ?? value, value)) say(twice(`${path}${name}`, name, `${target}.${name}`));
    delete from[name];
  }
  parent[target] = { ...Object.fromEntries(moved), ...own };
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The error of an element that is there under two names, with different values. */
const twice = (campo: string, alias: string, name: string) => ({
  codigo: 'JSON-DOBLE',
  campo,
  mensaje: `Vienen «${alias}» y «${name}», que son lo mismo, con valores distintos: deje uno solo`,
});

/** The child of that name, if it is an element. */
function child(tree: RawTree | undefined, name: string): RawTree | undefined {
  const value = tree?.[name];
  return typeof value === 'object' && !Array.isArray(value) ? value : undefined;
}

/** The lines of a document that are objects. A single line need not be in a list. */
function itemsOf(tree: RawTree): RawTree[] {
  const lines = [child(tree, 'DetallesItems')?.Item ?? []].flat();
  return lines.filter((line): line is RawTree => typeof line === 'object' && !Array.isArray(line));
}

/** The text of a leaf by its path, e.g. `Encabezado.IdDoc.TipoeCF`. */
export function leaf(tree: Tree, path: string): string | undefined {
  const names = path.split('.');
  const last = names.pop() ?? '';
  const parent = names.reduce<RawTree | undefined>((at, name) => child(at, name), tree);
  const value = parent?.[last];
  return typeof value === 'string' ? value : undefined;
}

/** `dd-MM-yyyy` (the form in documents) or ISO → ISO for the database; undefined if it is not a date. */
export function isoDate(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const fecha = parseFecha(text) ?? parseISODate(text);
  return fecha === undefined ? undefined : formatISODate(fecha);
}
