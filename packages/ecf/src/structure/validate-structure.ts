import { isTipoECF, type TipoECF } from '@timbre/values';
import { type Fault, mostFaults } from '../fault.ts';
import { TipoeCF } from '../schema/codes/indicadores.ts';
import type { DocumentKey, DocumentKind } from '../schema/documents.ts';
import type { SchemaNode } from '../schema/tree.ts';
import { treeOf } from '../schema/tree.ts';
import type { StructureCode } from './codes.ts';
import type { Shape } from './shape.ts';
import { nameOf, shapeOf } from './shape.ts';

interface Check {
  readonly document: DocumentKey;
  readonly faults: Fault[];
}

type Branch = Readonly<Record<string, unknown>>;

const isBranch = (value: unknown): value is Branch =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const at = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

function report({ faults }: Check, code: StructureCode, path: string, message: string): void {
  if (faults.length < mostFaults) faults.push({ code, path, message });
}

/** TipoeCF as the tree states it; undefined when it has none. */
function declaredTipo(tree: unknown): string | undefined {
  const encabezado = isBranch(tree) ? tree.Encabezado : undefined;
  const idDoc = isBranch(encabezado) ? encabezado.IdDoc : undefined;
  const tipo = isBranch(idDoc) ? idDoc.TipoeCF : undefined;
  return typeof tipo === 'string' ? tipo : undefined;
}

/** The e-CF type that a stated TipoeCF means, in any spelling (` 031 `): the document is checked against its schema. */
function tipoMeant(declared: string): TipoECF | undefined {
  const tipo = declared.trim().replace(/^\+?0*/, '');
  return isTipoECF(tipo) ? tipo : undefined;
}

/**
 * Checks a tree against the schema of its document: required and allowed elements, their number, and every text.
 * The tree may come from any source, so its type is not trusted to be the declared one. The Signature is not part of it.
 * @returns the faults, at most 1,000; none when the document, once signed, is valid for the official XSD
 * @source XSD v1.0 of each document; the stricter rules are listed in {@link strictCodes}
 */
export function validateStructure(kind: DocumentKind, tree: unknown): Fault[] {
  const faults: Fault[] = [];
  let document: DocumentKey;
  if (kind === 'ECF') {
    const declared = declaredTipo(tree);
    const tipo = declared === undefined ? undefined : tipoMeant(declared);
    if (tipo === undefined) return [noTipo(declared)];
    document = tipo;
  } else document = kind;
  checkChildren({ document, faults }, shapeOf(document), tree, '');
  return faults;
}

function noTipo(declared: string | undefined): Fault {
  const types = Object.entries(TipoeCF).map(([code, label]) => `${code} (${label})`);
  const problem = declared === undefined ? 'Falta TipoeCF' : `«${declared.slice(0, 60)}» no es un tipo de e-CF`;
  const code: StructureCode = declared === undefined ? 'XSD-FALTA' : 'XSD-CODIGO';
  return { code, path: 'Encabezado.IdDoc.TipoeCF', message: `${problem}: debe ser ${types.join(', ')}` };
}

function checkChildren(check: Check, shapes: readonly Shape[], value: unknown, path: string): void {
  if (!isBranch(value)) {
    report(check, 'XSD-TIPO', path, 'Debe contener elementos, no un valor');
    return;
  }
  let present = 0;
  let missing = 0;
  for (const shape of shapes) {
    const child = value[shape.name];
    if (child === undefined || (shape.repeats && Array.isArray(child) && child.length === 0)) {
      if (!shape.required) continue;
      missing++;
      report(
        check,
        'XSD-FALTA',
        at(path, shape.name),
        `Falta ${shape.name}: es obligatorio en ${nameOf(check.document)}`,
      );
    } else {
      present++;
      if (shape.repeats) checkRepeated(check, shape, child, at(path, shape.name));
      else if (shape.leaf === undefined) checkChildren(check, shape.children, child, at(path, shape.name));
      else if (typeof child !== 'string' || !shape.leaf.accepts(child))
        refuseLeaf(check, shape, child, at(path, shape.name));
    }
  }
  if (present < Object.keys(value).length) refuseStrangers(check, shapes, value, path);
  if (present + missing === 0) report(check, 'ESTRICTO-VACIO', path, 'Está vacío: lo que no se usa se omite');
}

function checkRepeated(check: Check, shape: Shape, value: unknown, path: string): void {
  if (!Array.isArray(value)) {
    report(check, 'XSD-TIPO', path, 'Debe ser una lista');
    return;
  }
  if (value.length > shape.most)
    report(check, 'XSD-REPETIDO', path, `${shape.name} aparece ${value.length} veces: se admiten ${shape.most}`);
  const count = Math.min(value.length, shape.most);
  for (let i = 0; i < count && check.faults.length < mostFaults; i++) {
    const one: unknown = value[i];
    if (shape.leaf === undefined) checkChildren(check, shape.children, one, `${path}[${i + 1}]`);
    else if (typeof one !== 'string' || !shape.leaf.accepts(one)) refuseLeaf(check, shape, one, `${path}[${i + 1}]`);
  }
}

function refuseLeaf(check: Check, shape: Shape, value: unknown, path: string): void {
  if (typeof value !== 'string') {
    report(check, 'XSD-TIPO', path, 'Debe ser un texto');
    return;
  }
  const { code, message } = shape.leaf!.explain(value);
  report(check, code, path, message);
}

/** Reports the keys that none of the shapes has. */
function refuseStrangers(check: Check, shapes: readonly Shape[], value: Branch, path: string): void {
  for (const name of Object.keys(value)) {
    if (value[name] === undefined || shapes.some((shape) => shape.name === name)) continue;
    const elsewhere = nodeAt(treeOf(check.document), path)?.some((node) => node.name === name);
    const reason = elsewhere ? `no se admite en ${nameOf(check.document)}` : 'no existe en este lugar';
    report(check, 'XSD-SOBRA', at(path, name.slice(0, 60)), `${name.slice(0, 60)} ${reason}`);
  }
}

/** The rows under a path such as `DetallesItems.Item[3]`. */
function nodeAt(nodes: readonly SchemaNode[], path: string): readonly SchemaNode[] | undefined {
  if (path === '') return nodes;
  let inside: readonly SchemaNode[] | undefined = nodes;
  for (const step of path.replace(/\[\d+\]/g, '').split('.'))
    inside = inside?.find(({ name }) => name === step)?.children;
  return inside;
}
