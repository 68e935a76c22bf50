import fc from 'fast-check';

/** Source texts of documents with all constructs that the reader accepts. */

const prefixes = ['', 'p', 'q', 'ñ'];
const uris = ['', 'urn:a', 'urn:b', 'x-1.2:c/%20?d=1#e'];
const localName = fc.constantFrom('a', 'b', 'Monto', 'e-CF', 'x.1', 'ñ');
const name = fc
  .tuple(fc.constantFrom('', '', '', 'p', 'q'), localName)
  .map(([prefix, local]) => (prefix ? `${prefix}:${local}` : local));

const piece = fc.oneof(
  fc.stringMatching(/^[a-z0-9 ]{0,8}$/),
  fc.constantFrom('\n', '\r', '\r\n', '\t', '  ', '>', '"', "'", 'ñ', '—', '🧾', '\u0085', '\u2028', '\u007f'),
  fc.constantFrom(
    '&amp;',
    '&lt;',
    '&gt;',
    '&quot;',
    '&apos;',
    '&#13;',
    '&#xA;',
    '&#9;',
    '&#x20;',
    '&#x1F9FE;',
    '&#225;',
  ),
);
const text = fc.array(piece, { maxLength: 5 }).map((pieces) => pieces.join(''));
const cdata = fc.stringMatching(/^[a-z<&>" \n]{0,8}$/).map((inside) => `<![CDATA[${inside}]]>`);
const comment = fc.stringMatching(/^[a-z<&> \n]{0,8}$/).map((inside) => `<!--${inside}-->`);

const attribute = fc
  .tuple(name, text, fc.constantFrom('"', "'"))
  .map(([key, value, quote]) => ` ${key}=${quote}${value.replaceAll(quote, '&#34;')}${quote}`);
const xmlAttribute = fc.constantFrom(' xml:lang="es"', ' xml:space="preserve"', " xml:base='b'");
const declaration = fc
  .tuple(fc.constantFrom(...prefixes), fc.constantFrom(...uris))
  .map(([prefix, uri]) => ` ${prefix ? `xmlns:${prefix}` : 'xmlns'}='${prefix && !uri ? 'urn:c' : uri}'`);

const { element } = fc.letrec<{ element: string; child: string }>((tie) => ({
  child: fc.oneof({ maxDepth: 5, withCrossShrink: true }, text, cdata, comment, tie('element')),
  element: fc
    .tuple(
      name,
      fc.uniqueArray(
        fc.oneof({ weight: 2, arbitrary: declaration }, { weight: 2, arbitrary: attribute }, xmlAttribute),
        {
          maxLength: 5,
          selector: (each) => each.split('=')[0],
        },
      ),
      fc.array(tie('child'), { maxLength: 5 }),
      fc.boolean(),
    )
    .map(([tag, attributes, children, short]) =>
      children.length === 0 && short
        ? `<${tag}${attributes.join('\n')}/>`
        : `<${tag}${attributes.join('')}>${children.join('')}</${tag} >`,
    ),
}));

/** A document: an optional declaration, an optional comment, the root and a final line end. */
export const arbitraryXml = fc
  .tuple(
    fc.constantFrom('', '<?xml version="1.0"?>', "<?xml version='1.0' encoding='UTF-8'?>\n"),
    fc.option(comment),
    element,
  )
  .map(([start, aside, inner]) => `${start}${aside ?? ''}<raíz xmlns:p="urn:p" xmlns:q="urn:q">${inner}</raíz>\n`);

/** The same with a few characters removed, inserted or doubled: most are no longer XML. */
export const arbitraryDamagedXml = fc
  .tuple(
    arbitraryXml,
    fc.array(
      fc.tuple(
        fc.nat(),
        fc.constantFrom('', '<', '>', '&', ';', '"', '=', '/', '!', '-', ']', ' ', ':', '#', 'a', '\u0001'),
      ),
      {
        minLength: 1,
        maxLength: 3,
      },
    ),
  )
  .map(([xml, edits]) =>
    edits.reduce((damaged, [place, insert]) => {
      const at = place % damaged.length;
      return damaged.slice(0, at) + insert + damaged.slice(insert === '' ? at + 1 : at);
    }, xml),
  );
