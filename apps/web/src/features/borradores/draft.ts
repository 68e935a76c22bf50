import type { SchemaNode } from '@timbre/ecf';
import { trees } from '@timbre/ecf';
import { daysBetween, type Fecha, isTipoECF, parseFecha, type TipoECF } from '@timbre/values';
import { listAt, type Node, nodeAt, pruned, type Tree, textAt, withAt } from './tree.ts';

export const items = 'DetallesItems.Item';
export const tipoPath = 'Encabezado.IdDoc.TipoeCF';

/** Lines from which one tax is withheld for one reason. The user decides about them together. */
export type WithheldGroupId = 'ITBISServicios' | 'ITBISBienes' | 'ISR';

/**
 * Key of the user's decisions on the withholdings of a draft. They are stored with the draft but are not part of the
 * document. Changing the type of document drops them.
 */
const decisions = 'retenciones';
export const withholdingPaths = {
  /** `si` or `no`: whether the company withholds, as answered for this document. */
  retiene: `${decisions}.retiene`,
  /** The kind of income, if it is not the usual one. */
  clase: `${decisions}.clase`,
  /** Why nothing is withheld from a group. */
  motivo: (id: WithheldGroupId) => `${decisions}.motivo.${id}`,
} as const;

/**
 * Key of the number on paper that the user compared with its paper: nobody else can. Stored with the draft, not part of
 * the document.
 */
const compared = 'comprobado';
export const comparedPath = `${compared}.ncf`;

/** Why a draft withholds less than the law, as the user wrote it; '' where it does not. */
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
  let node: SchemaNode | undefined;
  for (const step of path.replace(/\[\d+\]/g, '').split('.')) {
    node = nodes.find(({ name }) => name === step);
    nodes = node?.children ?? [];
  }
  return node;
}

/** A new line. */
export const emptyLine: Tree = {
  IndicadorFacturacion: '1',
  IndicadorBienoServicio: '1',
  CantidadItem: '1',
  UnidadMedida: '43',
};

/** The total of the amounts of each IndicadorFacturacion; the usual values first. */
const totalOfIndicador = [
  ['1', 'MontoGravadoI1'],
  ['2', 'MontoGravadoI2'],
  ['4', 'MontoExento'],
  ['3', 'MontoGravadoI3'],
  ['0', 'MontoNoFacturable'],
] as const;

/** The values of IndicadorFacturacion that lines of a type may have: those whose total the type has. */
export const indicadoresOf = (tipo: TipoECF): readonly string[] =>
  totalOfIndicador.flatMap(([code, total]) => (occurs(tipo, `Encabezado.Totales.${total}`) ? code : []));

/**
 * The lines as a type may have them: one that it does not tax becomes exempt, an export has rate 0.
 *
 * @param before the type for which they were written; what it left no choice about gets its usual value again
 */
export function linesFor(lines: readonly Node[], tipo: TipoECF, before?: string): readonly Node[] {
  const possible = indicadoresOf(tipo);
  const [usualNow = ''] = possible;
  const [onlyBefore, ...others] = isTipoECF(before ?? '')
    ? indicadoresOf(before as TipoECF).filter((one) => one !== '0')
    : [];
  const stays = (indicador: string) => possible.includes(indicador) && (others.length > 0 || indicador !== onlyBefore);
  return lines.map((line) => {
    const indicador = typeof line === 'object' ? textAt(line as Tree, 'IndicadorFacturacion') : '';
    return indicador === '' || stays(indicador) ? line : { ...(line as Tree), IndicadorFacturacion: usualNow };
  });
}

/** Whether a line has neither a product name nor a price. */
export const isEmptyLine = (line: Node): boolean =>
  typeof line === 'object' && !textAt(line as Tree, 'NombreItem') && !textAt(line as Tree, 'PrecioUnitarioItem');

/** A new draft of a type. */
export const newDraft = (tipo: TipoECF): Tree => ofType({ DetallesItems: { Item: [emptyLine] } }, tipo);

/**
 * The draft converted to another type: elements that the type does not have are removed, elements that it needs get
 * their usual value, its lines are taxed as the type may be, and a note's
 * reference stays with notes.
 */
export function ofType(tree: Tree, tipo: TipoECF): Tree {
  const before = textAt(tree, tipoPath);
  let next = withAt((allowed(tree, trees.ECF, tipo) as Tree | undefined) ?? {}, tipoPath, tipo);
  if (before !== '' && isNote(before) !== isNote(tipo)) next = withAt(next, 'InformacionReferencia', undefined);
  for (const [path, value] of usual) if (occurs(tipo, path) && !textAt(next, path)) next = withAt(next, path, value);
  const lines = listAt(next, items);
  return withAt(next, items, linesFor(lines.length === 0 ? [emptyLine] : lines, tipo, before));
}

/** Whether a type is a note, which modifies another receipt. */
export const isNote = (tipo: string): boolean => tipo === '33' || tipo === '34';

/** Values that a new document has, where its type has the element. */
const usual = [
  ['Encabezado.IdDoc.TipoIngresos', '01'],
  ['Encabezado.IdDoc.TipoPago', '1'],
] as const;

function allowed(node: Node, nodes: readonly SchemaNode[], tipo: TipoECF): Node | undefined {
  if (typeof node === 'string') return node;
  if (Array.isArray(node)) return node.flatMap((one) => allowed(one, nodes, tipo) ?? {});
  const entries = Object.entries(node as Tree).flatMap(([name, value]) => {
    const schema = nodes.find((one) => one.name === name);
    if (value === undefined || schema === undefined || schema.occurs(tipo)[1] === 0) return [];
    const inner = schema.type ? value : allowed(value, schema.children, tipo);
    return inner === undefined ? [] : [[name, inner] as const];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/**
 * Paths that a copy of an issued document leaves out: its number, dates, amounts that follow from its lines, and
 * signature.
 */
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
    // The withholding of a purchase is computed from its lines and its date.
    return tipo === '41' || tipo === '47' || Retencion === undefined ? rest : { ...rest, Retencion };
  });
  return ofType(withAt(bare, items, lines), tipo);
}

const days30 = 30;

/**
 * The document that is judged and issued: without empty elements, with numbered lines, and with the values derived from
 * the others.
 *
 * @param today dd-MM-yyyy
 */
export function bodyOf(draft: Tree, today: Fecha): Tree {
  const lines = listAt(draft, items)
    .filter((line) => !isEmptyLine(line))
    .map((line, i) => withRetention(withDiscount({ ...(line as Tree), NumeroLinea: String(i + 1) })));
  const { [decisions]: _, [compared]: _c, ...document } = draft;
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

/** Adds to a line's discount the table that the schema requires with it. */
function withDiscount(line: Tree): Tree {
  const amount = textAt(line, 'DescuentoMonto');
  if (amount === '' || nodeAt(line, 'TablaSubDescuento') !== undefined) return line;
  return { ...line, TablaSubDescuento: { SubDescuento: [{ TipoSubDescuento: '$', MontoSubDescuento: amount }] } };
}

/** Adds to a line's withholding who withholds it: the buyer, who issues this receipt. */
function withRetention(line: Tree): Tree {
  const retencion = nodeAt(line, 'Retencion');
  if (retencion === undefined || textAt(line, 'Retencion.IndicadorAgenteRetencionoPercepcion')) return line;
  return withAt(line, 'Retencion.IndicadorAgenteRetencionoPercepcion', '1');
}

/** The line number in the draft of a line of the body. Only the draft counts empty lines. */
export function lineInDraft(draft: Tree, inBody: number): number {
  const written = listAt(draft, items).flatMap((line, i) => (isEmptyLine(line) ? [] : [i + 1]));
  return written[inBody - 1] ?? inBody;
}
