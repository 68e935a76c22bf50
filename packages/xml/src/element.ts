/** An attribute that is not a namespace declaration. `value` is normalised and its references are resolved. */
export interface XmlAttribute {
  readonly name: string;
  readonly local: string;
  readonly namespace: string;
  readonly value: string;
}

/** A namespace declaration: `prefix` is '' for the default namespace, `uri` is '' if the default is removed. */
export interface XmlDeclaration {
  readonly prefix: string;
  readonly uri: string;
}

/**
 * A parsed element. `name` is as written (prefix included), `namespace` is '' if it has none.
 * `children` has no two adjacent texts and no empty text.
 * `offset` is the position of its `<` in the text; `positionAt` converts it to line and column.
 */
export interface XmlElement {
  readonly name: string;
  readonly local: string;
  readonly namespace: string;
  readonly declarations: readonly XmlDeclaration[];
  readonly attributes: readonly XmlAttribute[];
  readonly children: readonly XmlChild[];
  readonly offset: number;
}

/** A child of an element: text or element. */
export type XmlChild = string | XmlElement;

/** The text of an element without child elements ('' if empty); undefined if it has child elements. */
export function leafText(element: XmlElement): string | undefined {
  const { children } = element;
  if (children.length === 0) return '';
  const [only] = children;
  return children.length === 1 && typeof only === 'string' ? only : undefined;
}

const onlyWhitespace = /^[ \t\r\n]+$/;

/**
 * The same tree without the texts that are only blanks, as a .NET XmlDocument reads it by default.
 * Texts under `xml:space="preserve"` are retained.
 * @source Firmado de e-CF, PreserveWhitespace = false
 */
export function dropWhitespace(element: XmlElement, preserved = false): XmlElement {
  const space = element.attributes.find((attribute) => attribute.name === 'xml:space');
  const keep = space === undefined ? preserved : space.value === 'preserve';
  const children: XmlChild[] = [];
  for (const child of element.children) {
    if (typeof child !== 'string') children.push(dropWhitespace(child, keep));
    else if (keep || !onlyWhitespace.test(child)) children.push(child);
  }
  return { ...element, children };
}
