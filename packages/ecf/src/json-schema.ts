import type { DocumentKey } from './schema/documents.ts';
import type { SimpleTypeName } from './schema/simple-types.ts';
import { simpleTypeOf } from './schema/simple-types.ts';
import type { SchemaNode } from './schema/tree.ts';
import { treeOf } from './schema/tree.ts';

/** A JSON Schema (draft 2020-12, so OpenAPI 3.1 too) of the kinds used here. */
export interface JsonSchema {
  readonly type: 'object' | 'array' | 'string';
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: false;
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly enum?: readonly string[];
}

/**
 * The JSON Schema of a document's tree, as the API accepts it: elements in schema order, lists where an element
 * repeats, every value a string. It is equivalent to {@link validateStructure} except for the calendar and numeric
 * ranges.
 * @param document an e-CF by its type, or the name of another format
 */
export function jsonSchema(document: DocumentKey): JsonSchema {
  return branchSchema(treeOf(document), document);
}

function branchSchema(nodes: readonly SchemaNode[], document: DocumentKey): JsonSchema {
  const admitted = nodes.filter((node) => node.occurs(document)[1] > 0);
  const required = admitted.filter((node) => node.occurs(document)[0] > 0).map(({ name }) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(admitted.map((node) => [node.name, elementSchema(node, document)])),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

function elementSchema(node: SchemaNode, document: DocumentKey): JsonSchema {
  const schema = node.type === undefined ? branchSchema(node.children, document) : textSchema(node.type, document);
  if (!node.repeats) return schema;
  const [least, most] = node.occurs(document);
  return { type: 'array', items: schema, minItems: least, maxItems: most };
}

/**
 * Classes of characters that many validators of other languages do not know, and the classes that stand for them in the
 * reference: exact up to U+00FF. The rules of the document judge the rest.
 */
const portableClasses: readonly (readonly [from: string, to: string])[] = [
  ['[^\\p{P}\\p{Z}\\p{C}]', '[^\\x00-#%-*,-/:;?@\\[-\\]_{}\\x7f-\\xa1\\xa7\\xab\\xad\\xb6\\xb7\\xbb\\xbf]'],
  ['\\P{Nd}', '[^0-9]'],
];

const portable = (form: string): string =>
  portableClasses.reduce((pattern, [from, to]) => pattern.replaceAll(from, to), form);

function textSchema(name: SimpleTypeName, document: DocumentKey): JsonSchema {
  const { description, form, length, codes, positive } = simpleTypeOf(name, document);
  if (codes !== undefined) {
    const known = Object.entries(codes);
    const labels = known.length > 10 ? '' : known.map(([code, label]) => `${code} ${label}`).join(' · ');
    return { type: 'string', enum: known.map(([code]) => code), ...(labels !== '' && { description: labels }) };
  }
  return {
    type: 'string',
    description,
    ...(form !== undefined && { pattern: `^${positive ? '(?=.*[1-9])' : ''}(?:${portable(form)})$` }),
    ...(length !== undefined && { minLength: Math.max(1, length[0]), maxLength: length[1] }),
  };
}
