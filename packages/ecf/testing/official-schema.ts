// The official schemas in the form of our rows, read from the XSD files themselves.
import { readXml, type XmlElement } from '@timbre/xml';
import type { DocumentKey } from '../src/index.ts';
import { officialXsd, readableXsd } from './official.ts';

/** The facets of an official simple type. */
export interface OfficialType {
  readonly name: string;
  readonly base: string;
  /** Its enumeration; a short range of whole numbers counts as an enumeration. */
  readonly codes: readonly string[];
  readonly length: readonly [least: number, most: number];
}

/** An element of an official schema. */
export interface OfficialRow {
  readonly path: string;
  readonly least: number;
  readonly most: number;
  /** Undefined for an element that holds elements. */
  readonly type: OfficialType | undefined;
}

/** The simple types of a document's XSD, rewritten so that libxml2 can read them. */
export function simpleTypesXsd(document: DocumentKey): string {
  const xsd = readableXsd(document);
  return [...xsd.matchAll(/<xs:simpleType[\s\S]*?<\/xs:simpleType>/g)].map(([text]) => text).join('\n');
}

const elements = (parent: XmlElement, local: string): XmlElement[] =>
  parent.children.filter((child): child is XmlElement => typeof child !== 'string' && child.local === local);

const attribute = (element: XmlElement, name: string): string | undefined =>
  element.attributes.find(({ local }) => local === name)?.value.trim();

/** The elements under the root of a document's schema, in order, and whether the Signature is required. */
export function officialRows(document: DocumentKey): { rows: OfficialRow[]; signature: 'required' | 'optional' } {
  const schema = readXml(officialXsd(document));
  const types = new Map(elements(schema, 'simpleType').map((type) => [attribute(type, 'name'), type]));
  const rows: OfficialRow[] = [];

  const typeOf = (name: string): OfficialType => {
    if (name.startsWith('xs:')) return { name, base: name, codes: [], length: [0, Number.POSITIVE_INFINITY] };
    const restriction = elements(types.get(name)!, 'restriction')[0]!;
    const facet = (local: string): string | undefined => {
      const element = elements(restriction, local)[0];
      return element && attribute(element, 'value');
    };
    return {
      name,
      base: attribute(restriction, 'base') ?? '',
      codes:
        facet('minInclusive') === '0' && facet('maxInclusive') === '1'
          ? ['0', '1']
          : elements(restriction, 'enumeration').map((code) => attribute(code, 'value') ?? ''),
      length: [Number(facet('minLength') ?? 0), Number(facet('maxLength') ?? Number.POSITIVE_INFINITY)],
    };
  };

  const walk = (element: XmlElement, path: string): void => {
    const sequence = elements(elements(element, 'complexType')[0]!, 'sequence')[0]!;
    for (const child of elements(sequence, 'element')) {
      const childPath = [path, attribute(child, 'name')].filter(Boolean).join('.');
      const type = attribute(child, 'type');
      rows.push({
        path: childPath,
        least: Number(attribute(child, 'minOccurs') ?? 1),
        most: Number(attribute(child, 'maxOccurs') ?? 1),
        type: type === undefined ? undefined : typeOf(type),
      });
      if (type === undefined) walk(child, childPath);
    }
  };

  const root = elements(schema, 'element')[0]!;
  walk(root, '');
  const any = elements(elements(elements(root, 'complexType')[0]!, 'sequence')[0]!, 'any')[0]!;
  return { rows, signature: attribute(any, 'minOccurs') === '0' ? 'optional' : 'required' };
}
