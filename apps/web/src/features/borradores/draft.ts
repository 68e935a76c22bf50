import type { SchemaNode } from '@timbre/ecf';
import { trees } from '@timbre/ecf';
import { daysBetween, type Fecha, parseFecha, type TipoECF } from '@timbre/values';
import { listAt, type Node, nodeAt, pruned, type Tree, textAt, withAt } from './tree.ts';

export const items = 'DetallesItems.Item';
export const tipoPath = 'Encabezado.IdDoc.TipoeCF';

/** Lines of which one tax is withheld for one reason: what a person decides of them together. */
export type WithheldGroupId = 'ITBISServicios' | 'ITBISBienes' | 'ISR';

/**
 * What a person decides of the withholdings of a draft. It is stored with it, and is no part of the document; another type of
 * document begins without it.
 */
const decisions = 'retenciones';
export const withholdingPaths = {
  /** `si` or `no`: whether the company withholds, said for this document. */
  retiene: `${decisions}.retiene`,
  /** The kind of income, where it is not the usual one. */
  clase: `${decisions}.clase`,
  /** Why nothing is withheld of a group. */
  motivo: (id: WithheldGroupId) => `${decisions}.motivo.${id}`,
} as const;

/** Why a draft withholds less than the law, in the words of the person; '' where it does not. */
export const reasonsOf = (draft: Tree): string =>
  [...new Set(Object.values((nodeAt(draft, `${decisions}.motivo`) as Tree | undefined) ?? {}))]
    .join('; ')
    .slice(0, 250);

/** Whether the schema of a type has an element. @param path without occurrences */
export function occurs(tipo: TipoECF, path: string): boolean {
  const node = schemaAt(path);
  return node !== undefined && node.occurs(tipo)[1] > 0;
}

/** The element of the schema at a path. @param path with or without occurrences */
export function schemaAt(path: string): SchemaNode | undefined {
  let nodes: readonly SchemaNode[] = trees.ECF;
  let found: SchemaNode | undefined;
  for (const step of path.replace(/\[\d+\]/g, '').split('.')) {
    found = nodes.find(({ name }) => name === step);
    nodes = found?.children ?? [];
  }
  return found;
}

/** A line as it begins. */
export const emptyLine: Tree = {
  IndicadorFacturacion: '1',
  IndicadorBienoServicio: '1',
  CantidadItem: '1',
  UnidadMedida: '43',
};

/** Whether nobody has written anything in a line. */
export const isEmptyLine = (line: Node): boolean =>
  typeof line === 'object' && !textAt(line as Tree, 'NombreItem') && !textAt(line as Tree, 'PrecioUnitarioItem');

/** A new draft of a type. */
export const newDraft = (tipo: TipoECF): Tree => ofType({ DetallesItems: { Item: [emptyLine] } }, tipo);

/** The draft as one of another type: what that type does not have goes, and what it needs has its usual value. */
export function ofType(tree: Tree, tipo: TipoECF): Tree {
  let next = withAt((allowed(tree, trees.ECF, tipo) as Tree | undefined) ?? {}, tipoPath, tipo);
  for (const [path, value] of usual) if (occurs(tipo, path) && !textAt(next, path)) next = withAt(next, path, value);
  return listAt(next, items).length === 0 ? withAt(next, items, [emptyLine]) : next;
}

/** Values that a new document has, where its type has the element. */
const usual = [
  ['Encabezado.IdDoc.TipoIngresos', '01'],
  ['Encabezado.IdDoc.TipoPago', '1'],
] as const;

function allowed(node: Node, nodes: readonly SchemaNode[], tipo: TipoECF): Node | undefined {
  if (typeof node === 'string') return node;
  if (Array.isArray(node)) return node.flatMap((one) => allowed(one, nodes, tipo) ?? {});
  const kept = Object.entries(node as Tree).flatMap(([name, value]) => {
    const schema = nodes.find((one) => one.name === name);
    if (value === undefined || schema === undefined || schema.occurs(tipo)[1] === 0) return [];
    const inner = schema.type ? value : allowed(value, schema.children, tipo);
    return inner === undefined ? [] : [[name, inner] as const];
  });
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

/** What a copy of an issued document does not take over: its number, dates, amounts that follow from its lines, and signature. */
const ofTheOriginal = [
  'FechaHoraFirma',
  'Paginacion',
  'Subtotales',
  'Encabezado.Version',
  'Encabezado.Totales',
  'Encabezado.Emisor',
  'Encabezado.IdDoc.eNCF',
  'Encabezado.IdDoc.FechaVencimientoSecuencia',
  'Encabezado.IdDoc.IndicadorNotaCredito',
  'Encabezado.IdDoc.FechaLimitePago',
  'Encabezado.IdDoc.TotalPaginas',
  'Encabezado.IdDoc.TablaFormasPago',
];

/** A draft with the buyer and the lines of an issued document. */
export function copyOf(document: Tree, tipo: TipoECF): Tree {
  const bare = ofTheOriginal.reduce((tree, path) => withAt(tree, path, undefined), document);
  const lines = listAt(bare, items).map((line) => {
    const { NumeroLinea: _n, MontoItem: _m, Retencion, ...rest } = line as Tree;
    // What a purchase withholds follows from its lines and its day.
    return tipo === '41' || tipo === '47' || Retencion === undefined ? rest : { ...rest, Retencion };
  });
  return ofType(withAt(bare, items, lines), tipo);
}

const days30 = 30;

/**
 * The document that is judged and issued: without what is empty, its lines numbered, and with what follows from what was written.
 *
 * @param today dd-MM-yyyy
 */
export function bodyOf(draft: Tree, today: Fecha): Tree {
  const lines = listAt(draft, items)
    .filter((line) => !isEmptyLine(line))
    .map((line, i) => withRetention(withDiscount({ ...(line as Tree), NumeroLinea: String(i + 1) })));
  const { [decisions]: _, ...document } = draft;
  let body = withAt(document, items, lines.length === 0 ? undefined : lines);
  if (textAt(draft, tipoPath) === '34') {
    const modified = parseFecha(textAt(draft, 'InformacionReferencia.FechaNCFModificado'));
    const late = modified !== undefined && daysBetween(modified, today) > days30;
    body = withAt(body, 'Encabezado.IdDoc.IndicadorNotaCredito', late ? '1' : '0');
  }
  listAt(body, 'DescuentosORecargos.DescuentoORecargo').forEach((_, i) => {
    body = withAt(body, `DescuentosORecargos.DescuentoORecargo[${i + 1}].NumeroLinea`, String(i + 1));
  });
  return (pruned(body) as Tree | undefined) ?? {};
}

/** A line's discount with the table that the schema wants of it. */
function withDiscount(line: Tree): Tree {
  const amount = textAt(line, 'DescuentoMonto');
  if (amount === '' || nodeAt(line, 'TablaSubDescuento') !== undefined) return line;
  return { ...line, TablaSubDescuento: { SubDescuento: [{ TipoSubDescuento: '$', MontoSubDescuento: amount }] } };
}

/** What is withheld of a line, with who withholds it: the buyer, who issues this receipt. */
function withRetention(line: Tree): Tree {
  const retencion = nodeAt(line, 'Retencion');
  if (retencion === undefined || textAt(line, 'Retencion.IndicadorAgenteRetencionoPercepcion')) return line;
  return withAt(line, 'Retencion.IndicadorAgenteRetencionoPercepcion', '1');
}

/** The line of the draft that a line of the body is: the empty ones between them count in the draft alone. */
export function lineInDraft(draft: Tree, inBody: number): number {
  const written = listAt(draft, items).flatMap((line, i) => (isEmptyLine(line) ? [] : [i + 1]));
  return written[inBody - 1] ?? inBody;
}
