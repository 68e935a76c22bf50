import type { ErrorDeDocumento } from '@timbre/contract';
import { formatISODate, parseFecha, parseISODate } from '@timbre/values';

/** A document's tree as it travels inside the platform: the names and nesting of the XML, leaves as strings. */
export type Tree = { [name: string]: Tree | Tree[] | string | string[] };

const MAX_DEPTH = 12;

/**
 * Reads the JSON of an emission into a tree.
 *
 * Taken: the e-CF tree itself (with or without the `ECF` wrapper), and the specification's credit-note body
 * (`IdDoc.encf`, `DetallesItems.Items`, `Referencia`, foreign-currency amounts inside `Totales`).
 * Numbers become their shortest decimal text; null, empty text and empty objects are absent elements.
 *
 * @source specification 001 §3, "Credit-note request"
 */
export function draftFromBody(body: unknown): { tree: Tree; errores: ErrorDeDocumento[] } {
  const errores: ErrorDeDocumento[] = [];
  const root = isRecord(body) && isRecord(body.ECF) ? body.ECF : body;
  const tree = isRecord(root) ? (toTree(root, '', 0, errores) ?? {}) : {};
  return { tree: renameClassic(tree as Tree), errores };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function toTree(value: unknown, path: string, depth: number, errores: ErrorDeDocumento[]): Tree[string] | undefined {
  if (value === null || value === undefined) return undefined;
  if (depth > MAX_DEPTH) {
    errores.push({
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
  if (typeof value === 'boolean') return value ? '1' : '0';
  const text = String(value);
  return text === '' ? undefined : text;
}

/** JSON numbers lose digits past 15; money that large must travel as text. */
function numberText(value: number, path: string, errores: ErrorDeDocumento[]): string | undefined {
  const text = String(value);
  if (/^-?\d{1,15}(\.\d{1,6})?$/.test(text) && text.replace(/\D/g, '').length <= 15) return text;
  errores.push({
    codigo: 'JSON-NUMERO',
    campo: path,
    mensaje: `El número ${text} no cabe con exactitud en JSON; envíelo como texto`,
  });
  return undefined;
}

/** Amounts that the classic body carries inside Totales and the document keeps in OtraMoneda. */
const otraMonedaNames = new Set([
  'TipoMoneda',
  'TipoCambio',
  'MontoGravadoTotalOtraMoneda',
  'MontoGravado1OtraMoneda',
  'MontoGravado2OtraMoneda',
  'MontoGravado3OtraMoneda',
  'MontoExentoOtraMoneda',
  'TotalITBISOtraMoneda',
  'TotalITBIS1OtraMoneda',
  'TotalITBIS2OtraMoneda',
  'TotalITBIS3OtraMoneda',
  'MontoTotalOtraMoneda',
]);

const otraMonedaDetalleNames = new Set([
  'PrecioOtraMoneda',
  'DescuentoOtraMoneda',
  'RecargoOtraMoneda',
  'MontoItemOtraMoneda',
]);

/** The specification's names of the credit-note body, turned into the official ones. */
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
    if (totales) moveInto(totales, otraMonedaNames, encabezado, 'OtraMoneda');
  }

  const detalles = child(result, 'DetallesItems');
  if (detalles?.Items !== undefined) {
    detalles.Item ??= detalles.Items;
    delete detalles.Items;
  }
  for (const item of itemsOf(result)) moveInto(item, otraMonedaDetalleNames, item, 'OtraMonedaDetalle');
  return result;
}

function moveInto(from: Tree, names: ReadonlySet<string>, parent: Tree, target: string): void {
  const moved = Object.entries(from).filter(([name]) => names.has(name));
  if (moved.length === 0) return;
  parent[target] = { ...Object.fromEntries(moved), ...child(parent, target) };
  for (const [name] of moved) delete from[name];
}

/** The element named, where it is one. */
export function child(tree: Tree | undefined, name: string): Tree | undefined {
  const value = tree?.[name];
  return typeof value === 'object' && !Array.isArray(value) ? value : undefined;
}

/** The lines of a document, where they are lines. */
export function itemsOf(tree: Tree): Tree[] {
  const lines = child(tree, 'DetallesItems')?.Item;
  return Array.isArray(lines) ? lines.filter((line): line is Tree => typeof line === 'object') : [];
}

/** The text of a leaf by its path, e.g. `Encabezado.IdDoc.TipoeCF`. */
export function leaf(tree: Tree, path: string): string | undefined {
  const names = path.split('.');
  const last = names.pop() ?? '';
  const parent = names.reduce<Tree | undefined>((at, name) => child(at, name), tree);
  const value = parent?.[last];
  return typeof value === 'string' ? value : undefined;
}

/** `dd-MM-yyyy` (as documents carry it) or ISO → ISO for the database; undefined when it is no date. */
export function isoDate(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const fecha = parseFecha(text) ?? parseISODate(text);
  return fecha === undefined ? undefined : formatISODate(fecha);
}
