import { type ErrorDeDocumento, otraMonedaEnItem, otraMonedaEnTotales } from '@timbre/contract';
import { numberFitter } from '@timbre/ecf';
import { formatISODate, parseFecha, parseISODate } from '@timbre/values';
import { shapeECF, type Tree } from './shape.ts';

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
 * Numbers become their shortest decimal text, fitted to their element as those of a workbook are (1 is the code `01`);
 * null, empty text and empty objects count as absent elements. No element is a boolean: it is reported. A single element
 * where a list is allowed becomes a list of one, because XML-to-JSON converters produce that.
 *
 * @returns a tree of which every known element has the shape of the schema; elements of another shape are left out and
 * reported
 * @source specification 001 §3, "Credit-note request"
 */
export function draftFromBody(body: unknown): { tree: Tree; errores: ErrorDeDocumento[] } {
  const errores: ErrorDeDocumento[] = [];
  const root = isRecord(body) && isRecord(body.ECF) ? body.ECF : body;
  const tree = isRecord(root) ? (toTree(root, '', 0, errores) ?? {}) : {};
  return { tree: shapeECF(renameClassic(tree as Tree), (error) => report(errores, error)), errores };
}

function report(errores: ErrorDeDocumento[], error: ErrorDeDocumento & { readonly campo: string }): void {
  if (errores.length < MOST_ERRORS) errores.push({ ...error, campo: error.campo.slice(0, mostShown) });
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function toTree(value: unknown, path: string, depth: number, errores: ErrorDeDocumento[]): Tree[string] | undefined {
  if (value === null || value === undefined) return undefined;
  if (depth > MAX_DEPTH) {
    report(errores, {
      codigo: 'JSON-PROFUNDO',
      campo: path,
      mensaje: 'El JSON está anidado más de lo que admite un e-CF',
    });
    return undefined;
  }
  if (Array.isArray(value)) {
    const items = value.map((item, i) => toTree(item, `${path}[${i + 1}]`, depth + 1, errores));
    const present = items.filter((item) => item !== undefined);
    return present.length === 0 ? undefined : (present as Tree[] | string[]);
  }
  if (typeof value === 'object') {
    const tree: Tree = {};
    for (const [name, child] of Object.entries(value)) {
      const read = toTree(child, path === '' ? name : `${path}.${name}`, depth + 1, errores);
      if (read !== undefined) tree[name] = read;
    }
    return Object.keys(tree).length === 0 ? undefined : tree;
  }
  if (typeof value === 'number') return numberText(value, path, errores);
  if (typeof value === 'boolean') {
    const mensaje = `${path} dice ${value} (verdadero o falso) y debe ser un texto o un número`;
    report(errores, { codigo: 'JSON-TIPO', campo: path, mensaje: mensaje.slice(0, mostShown) });
    return undefined;
  }
  const text = String(value);
  return text === '' ? undefined : text;
}

/** JSON numbers lose digits past 15: larger amounts must be sent as text. */
function numberText(value: number, path: string, errores: ErrorDeDocumento[]): string | undefined {
  const text = String(value);
  if (/^-?\d{1,15}(\.\d{1,6})?$/.test(text) && text.replace(/\D/g, '').length <= 15)
    return numberFitter('ECF', /(\w*)(?:\[\d+\])?$/.exec(path)![1]!)(text);
  report(errores, {
    codigo: 'JSON-NUMERO',
    campo: path,
    mensaje: `El número ${text} no cabe con exactitud en JSON; envíelo como texto`,
  });
  return undefined;
}

const inTotales: ReadonlySet<string> = new Set(otraMonedaEnTotales);
const inItem: ReadonlySet<string> = new Set(otraMonedaEnItem);

/** Renames the specification's names of the credit-note body to the official ones. */
function renameClassic(tree: Tree): Tree {
  const { Referencia, ...rest } = tree;
  const result: Tree = { ...rest };
  if (Referencia !== undefined && result.InformacionReferencia === undefined) result.InformacionReferencia = Referencia;

  const encabezado = child(result, 'Encabezado');
  if (encabezado) {
    const idDoc = child(encabezado, 'IdDoc');
    for (const alias of ['encf', 'ENCF']) {
      if (idDoc?.[alias] === undefined) continue;
      idDoc.eNCF ??= idDoc[alias];
      delete idDoc[alias];
    }
    const totales = child(encabezado, 'Totales');
    if (totales) moveInto(totales, inTotales, encabezado, 'OtraMoneda');
  }

  const detalles = child(result, 'DetallesItems');
  if (detalles?.Items !== undefined) {
    detalles.Item ??= detalles.Items;
    delete detalles.Items;
  }
  for (const item of itemsOf(result)) moveInto(item, inItem, item, 'OtraMonedaDetalle');
  return result;
}

function moveInto(from: Tree, names: ReadonlySet<string>, parent: Tree, target: string): void {
  const moved = Object.entries(from).filter(([name]) => names.has(name));
  if (moved.length === 0) return;
  parent[target] = { ...Object.fromEntries(moved), ...child(parent, target) };
  for (const [name] of moved) delete from[name];
}

/** The child of that name, if it is an element. */
function child(tree: Tree | undefined, name: string): Tree | undefined {
  const value = tree?.[name];
  return typeof value === 'object' && !Array.isArray(value) ? value : undefined;
}

/** The lines of a document that are objects. A single line need not be in a list. */
function itemsOf(tree: Tree): Tree[] {
  const lines = [child(tree, 'DetallesItems')?.Item ?? []].flat();
  return lines.filter((line): line is Tree => typeof line === 'object' && !Array.isArray(line));
}

/** The text of a leaf by its path, e.g. `Encabezado.IdDoc.TipoeCF`. */
export function leaf(tree: Tree, path: string): string | undefined {
  const names = path.split('.');
  const last = names.pop() ?? '';
  const parent = names.reduce<Tree | undefined>((at, name) => child(at, name), tree);
  const value = parent?.[last];
  return typeof value === 'string' ? value : undefined;
}

/** `dd-MM-yyyy` (the form in documents) or ISO → ISO for the database; undefined if it is not a date. */
export function isoDate(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const fecha = parseFecha(text) ?? parseISODate(text);
  return fecha === undefined ? undefined : formatISODate(fecha);
}
