import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { positionAt, readXml, type XmlElement, XmlError, type XmlErrorCode } from './index.ts';

const latin1 = (text: string) => Buffer.from(text, 'latin1');

describe('readXml reads', () => {
  const accepted: Record<string, [input: string | Uint8Array, children: XmlElement['children']]> = {
    'an empty element': ['<a/>', []],
    'an element opened and closed': ['<a></a >', []],
    text: ['<a>hola</a>', ['hola']],
    'an XML declaration': ['<?xml version="1.0" encoding="utf-8" standalone=\'yes\' ?>\n<a>x</a>', ['x']],
    'a byte order mark in text': ['\ufeff<a>x</a>', ['x']],
    'a byte order mark in bytes': [Buffer.from('\ufeff<?xml version="1.0"?><a>x</a>'), ['x']],
    'accents, enye and beyond the BMP': [Buffer.from('<a>Peña, 東京 🧾</a>'), ['Peña, 東京 🧾']],
    'the five entities': ['<a>&lt;&gt;&amp;&quot;&apos;</a>', ['<>&"\'']],
    'character references': ['<a>&#65;&#x42;&#x1F9FE;&#9;&#xD;</a>', ['AB🧾\t\r']],
    'line ends as one': ['<a>1\r\n2\r3\n4\r\r\n5</a>', ['1\n2\n3\n4\n\n5']],
    'CDATA as text, joined with what surrounds it': ['<a>1<![CDATA[<&]]>]]&gt;</a>', ['1<&]]>']],
    'comments as nothing, without parting the text': ['<!-- x --><a>1<!-- - -->2</a><!---->', ['12']],
    'blanks around the root': ['\n <a>x</a>\n ', ['x']],
    'a lone > in text': ['<a>1 > 0</a>', ['1 > 0']],
    'DEL and C1 controls': ['<a>\u007f\u0085</a>', ['\u007f\u0085']],
  };
  for (const [name, [input, children]] of Object.entries(accepted)) {
    it(name, () => {
      expect(readXml(input)).toMatchObject({ name: 'a', children });
    });
  }

  it('names may have letters of any alphabet, dots, dashes and digits', () => {
    expect(readXml('<_a.b-1><ñandú/><変数/></_a.b-1>').children).toMatchObject([{ name: 'ñandú' }, { name: '変数' }]);
  });

  it('blanks between elements are read', () => {
    expect(readXml('<a>\n  <b/>\n</a>').children).toMatchObject(['\n  ', { name: 'b' }, '\n']);
  });

  it('the blanks of attributes become spaces unless written as references', () => {
    const { attributes } = readXml('<a  b = "1\t2\n3\r\n4"\n c=\'"&#9;&#10;&quot;\'/>');
    expect(attributes).toEqual([
      { name: 'b', local: 'b', namespace: '', value: '1 2 3 4' },
      { name: 'c', local: 'c', namespace: '', value: '"\t\n"' },
    ]);
  });

  it('namespaces are read: by default, by prefix, undone, and restored after the element that changed them', () => {
    const root = readXml(
      '<a xmlns="urn:1" xmlns:p="urn:2"><p:b p:c="" c=""/><d xmlns=""><e/></d><p:f xmlns:p="urn:3"/><p:g/></a>',
    );
    const [b, d, f, g] = root.children as XmlElement[];
    expect(root).toMatchObject({
      namespace: 'urn:1',
      declarations: [
        { prefix: '', uri: 'urn:1' },
        { prefix: 'p', uri: 'urn:2' },
      ],
    });
    expect(b).toMatchObject({ name: 'p:b', local: 'b', namespace: 'urn:2' });
    expect(b?.attributes.map(({ namespace }) => namespace)).toEqual(['urn:2', '']);
    expect(d).toMatchObject({ namespace: '', children: [{ name: 'e', namespace: '' }] });
    expect(f).toMatchObject({ local: 'f', namespace: 'urn:3' });
    expect(g).toMatchObject({ local: 'g', namespace: 'urn:2' });
  });

  it('the xml prefix needs no declaration', () => {
    expect(readXml('<a xml:lang="es"/>').attributes).toMatchObject([
      { namespace: 'http://www.w3.org/XML/1998/namespace' },
    ]);
  });

  it('documents as deep, as many and as long as the limits are read', () => {
    expect(() => readXml(`${'<a>'.repeat(64)}${'</a>'.repeat(64)}`)).not.toThrow();
    expect(() => readXml(`<a>${'<b/>'.repeat(49_999)}</a>`)).not.toThrow();
    expect(() => readXml(`<a>${' '.repeat(4_999_993)}</a>`)).not.toThrow();
  });

  it('each element has its place', () => {
    const input = Buffer.from('\ufeff<a>\r\n  <b>ñ</b><c/>\r</a>');
    const [, b, c] = readXml(input).children as XmlElement[];
    expect(positionAt(input, b?.offset ?? -1)).toEqual({ line: 2, column: 3 });
    expect(positionAt(input, c?.offset ?? -1)).toEqual({ line: 2, column: 11 });
  });
});

describe('readXml refuses', () => {
  const deep = (levels: number) => `${'<a>'.repeat(levels)}${'</a>'.repeat(levels)}`;
  const refused: [name: string, input: string | Uint8Array, code: XmlErrorCode, line?: number, column?: number][] = [
    ['nothing', '', 'xml/sin-raiz'],
    ['only blanks', ' \n ', 'xml/sin-raiz'],
    ['only a comment', '<!-- a -->', 'xml/sin-raiz'],
    ['plain text', 'hola', 'xml/texto-fuera', 1, 1],
    ['JSON', '{"a":1}', 'xml/texto-fuera'],
    ['text before the root', ' x<a/>', 'xml/texto-fuera', 1, 2],
    ['text after the root', '<a/>\nx', 'xml/texto-fuera', 2, 1],
    ['a reference outside the root', '<a/>&#32;', 'xml/texto-fuera'],
    ['CDATA outside the root', '<a/><![CDATA[ ]]>', 'xml/cdata'],
    ['two roots', '<a/><b/>', 'xml/varias-raices', 1, 5],
    ['an element never closed', '<a>\n <b>', 'xml/sin-cerrar', 2, 2],
    ['a closing of another', '<a>\n</b>', 'xml/cierre', 2, 1],
    ['a closing that begins alike', '<a></ab>', 'xml/cierre'],
    ['a closing cut short', '<a></a', 'xml/cierre'],
    ['a closing with attributes', '<a></a b="1">', 'xml/cierre'],
    ['a closing too many', '<a></a></a>', 'xml/etiqueta'],
    ['crossed elements', '<a><b></a></b>', 'xml/cierre', 1, 7],
    ['a tag cut short', '<a', 'xml/etiqueta'],
    ['a tag cut short after a blank', '<a ', 'xml/etiqueta'],
    ['a name that begins with a digit', '<1a/>', 'xml/nombre'],
    ['a name with two colons', '<a:b:c xmlns:a="urn:a"/>', 'xml/nombre'],
    ['a name that begins with a colon', '<:a/>', 'xml/nombre'],
    ['a name that ends in a colon', '<a:/>', 'xml/nombre'],
    ['a blank before the name', '< a/>', 'xml/etiqueta'],
    ['an odd character in a name', '<a×b/>', 'xml/nombre'],
    ['a name broken by a tag', '<a<b/>', 'xml/etiqueta'],
    ['a lone <', '<a>1 < 2</a>', 'xml/etiqueta'],
    ['attributes side by side', '<a b="1"c="2"/>', 'xml/etiqueta'],
    ['an attribute without value', '<a b/>', 'xml/atributo'],
    ['an attribute without quotes', '<a b=1/>', 'xml/atributo'],
    ['an attribute never closed', '<a b="1/>', 'xml/atributo'],
    ['< in an attribute', '<a b="<"/>', 'xml/atributo'],
    ['a slash out of place', '<a/ >', 'xml/etiqueta'],
    ['the same attribute twice', '<a b="1" b="1"/>', 'xml/atributo-repetido'],
    [
      'the same attribute by two prefixes',
      '<a xmlns:p="urn:x" xmlns:q="urn:x" p:b="" q:b=""/>',
      'xml/atributo-repetido',
    ],
    ['the same declaration twice', '<a xmlns:p="urn:x" xmlns:p="urn:x"/>', 'xml/atributo-repetido'],
    ['an unknown prefix', '<p:a/>', 'xml/prefijo'],
    ['an unknown prefix on an attribute', '<a p:b=""/>', 'xml/prefijo'],
    ['a prefix out of its element', '<a><b xmlns:p="urn:x"/><p:c/></a>', 'xml/prefijo'],
    ['the xmlns prefix on an element', '<xmlns:a/>', 'xml/prefijo'],
    ['a prefix undone', '<a xmlns:p=""/>', 'xml/espacio-de-nombres'],
    ['a relative namespace', '<a xmlns="relativo"/>', 'xml/espacio-de-nombres'],
    ['the xml prefix bound elsewhere', '<a xmlns:xml="urn:x"/>', 'xml/espacio-de-nombres'],
    ['another prefix for xml', '<a xmlns:p="http://www.w3.org/XML/1998/namespace"/>', 'xml/espacio-de-nombres'],
    ['xmlns declared', '<a xmlns:xmlns="urn:x"/>', 'xml/espacio-de-nombres'],
    ['a DOCTYPE', '<!DOCTYPE a><a/>', 'xml/doctype', 1, 1],
    ['an external entity', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>', 'xml/doctype'],
    ['an external subset', '<!DOCTYPE a SYSTEM "http://127.0.0.1/x.dtd"><a/>', 'xml/doctype'],
    ['a billion laughs', '<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;&b;">]><a>&c;</a>', 'xml/doctype'],
    ['a DOCTYPE inside', '<a><!DOCTYPE a></a>', 'xml/doctype'],
    ['an ENTITY declaration alone', '<!ENTITY a "b"><a/>', 'xml/etiqueta'],
    ['a processing instruction', '<a><?php echo 1 ?></a>', 'xml/instruccion', 1, 4],
    ['a style sheet', '<?xml-stylesheet href="a.xsl"?><a/>', 'xml/instruccion'],
    ['an XML declaration after a blank', ' <?xml version="1.0"?><a/>', 'xml/declaracion-tardia', 1, 2],
    ['an XML declaration after an empty line', '\r\n<?xml version="1.0"?><a/>', 'xml/declaracion-tardia', 2, 1],
    [
      'an XML declaration after two byte order marks',
      '\ufeff\ufeff<?xml version="1.0"?><a/>',
      'xml/declaracion-tardia',
    ],
    ['an XML declaration after a text', 'HTTP\n<?xml version="1.0"?><a/>', 'xml/declaracion-tardia', 2, 1],
    ['an XML declaration after a comment', '<!-- --><?xml version="1.0"?><a/>', 'xml/declaracion-tardia'],
    ['a second XML declaration', '<?xml version="1.0"?><?xml version="1.0"?><a/>', 'xml/declaracion-tardia'],
    ['a document with its declaration inside another', '<a><?xml version="1.0"?><b/></a>', 'xml/declaracion-tardia'],
    ['XML 1.1', '<?xml version="1.1"?><a/>', 'xml/declaracion'],
    ['a declaration without version', '<?xml encoding="utf-8"?><a/>', 'xml/declaracion'],
    ['a declaration cut short', '<?xml version="1.0"', 'xml/declaracion'],
    ['another encoding', '<?xml version="1.0" encoding="ISO-8859-1"?><a/>', 'xml/codificacion'],
    ['bytes in latin-1', latin1('<a>Peña</a>'), 'xml/utf8'],
    ['bytes in UTF-16', Buffer.from('\ufeff<a/>', 'utf16le'), 'xml/utf8'],
    ['an overlong sequence', Buffer.from([0x3c, 0x61, 0x3e, 0xc0, 0xbc]), 'xml/utf8'],
    ['a surrogate written in UTF-8', Buffer.from([0x3c, 0x61, 0x3e, 0xed, 0xa0, 0x80]), 'xml/utf8'],
    ['a NUL', '<a>\0</a>', 'xml/caracter', 1, 4],
    ['a control character', '<a>\n\u0008</a>', 'xml/caracter', 2, 1],
    ['a control character in an attribute', '<a b="\u001b"/>', 'xml/caracter'],
    ['a control character in a comment', '<a><!--\u0001--></a>', 'xml/caracter'],
    ['a lone surrogate', '<a>\ud83e</a>', 'xml/caracter'],
    ['surrogates in the wrong order', '<a>\uddfe\ud83e</a>', 'xml/caracter'],
    ['U+FFFF', '<a>\uffff</a>', 'xml/caracter'],
    ['an unknown entity', '<a>&nbsp;</a>', 'xml/entidad', 1, 4],
    ['an entity named like a property of objects', '<a>&constructor;</a>', 'xml/entidad'],
    ['a lone &', '<a>AT&T</a>', 'xml/entidad'],
    ['a reference without ;', '<a>&amp </a>', 'xml/entidad'],
    ['a reference in pieces', '<a>&am<!-- -->p;</a>', 'xml/entidad'],
    ['a reference to NUL', '<a>&#0;</a>', 'xml/entidad'],
    ['a reference to a control character', '<a>&#8;</a>', 'xml/entidad'],
    ['a reference to a surrogate', '<a>&#xD83E;</a>', 'xml/entidad'],
    ['a reference beyond Unicode', '<a>&#x110000;</a>', 'xml/entidad'],
    ['a reference with a capital X', '<a>&#X41;</a>', 'xml/entidad'],
    ['an unknown entity in an attribute', '<a b="&copy;"/>', 'xml/entidad'],
    [']]> in text', '<a>x]]>y</a>', 'xml/cdata', 1, 5],
    ['CDATA never closed', '<a><![CDATA[x</a>', 'xml/cdata'],
    ['CDATA in lower case', '<a><![cdata[x]]></a>', 'xml/etiqueta'],
    ['a comment never closed', '<a><!-- x</a>', 'xml/comentario-mal-formado'],
    ['-- in a comment', '<a><!-- a -- b --></a>', 'xml/comentario-mal-formado'],
    ['--- at the end of a comment', '<a><!-- a ---></a>', 'xml/comentario-mal-formado'],
    ['65 levels', deep(65), 'xml/profundidad'],
    ['a hundred thousand levels', deep(100_000), 'xml/profundidad'],
    ['65 levels, the last one empty', `${'<a>'.repeat(64)}<a/>`, 'xml/profundidad'],
    ['more than 50,000 elements', `<a>${'<b/>'.repeat(50_000)}</a>`, 'xml/demasiados-nodos'],
    ['more than 50,000 comments', `<a>${'<!---->'.repeat(50_000)}</a>`, 'xml/demasiados-nodos'],
    ['more than 50,000 attributes', `<a>${'<b c="" d=""/>'.repeat(20_000)}</a>`, 'xml/demasiados-nodos'],
    [
      'more than 64 attributes',
      `<a ${Array.from({ length: 65 }, (_, at) => `a${at}=""`).join(' ')}/>`,
      'xml/demasiados-atributos',
    ],
    ['more than 5 MB', ' '.repeat(5_000_001), 'xml/demasiado-grande'],
  ];
  it.each(refused)('the reader refuses %s', (_name, input, code, line, column) => {
    expect(() => readXml(input)).toThrow(
      expect.objectContaining({ name: 'XmlError', code, ...(line && { line }), ...(column && { column }) }),
    );
  });

  it('a reference that is refused is shown to its end, and no further', () => {
    expect(() => readXml('<a>Ferreter&iacute;a y m&aacute;s</a>')).toThrow('(«&iacute;»)');
    expect(() => readXml('<a>AT&T y otros m&aacute;s</a>')).toThrow('(«&T y otros m»)');
  });

  it('comments are refused, where that is requested', () => {
    expect(() => readXml('<a><!-- --></a>', { comments: 'refuse' })).toThrow(
      expect.objectContaining({ code: 'xml/comentario' }),
    );
  });

  it('any octets that are no XML are refused with an XmlError: 4,000 of them', () => {
    const document = Buffer.from(
      '<?xml version="1.0"?><a xmlns:p="urn:p" b="ñ&#10;">1<p:c/><![CDATA[🧾]]><!-- - -->&amp;</a>',
    );
    const change = fc.tuple(fc.nat(document.length - 1), fc.uint8Array({ maxLength: 3 }));
    const seen = { read: 0, refused: 0 };
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
        const changed = changes.reduce(
          (bytes, [at, octets]) => Buffer.concat([bytes.subarray(0, at), octets, bytes.subarray(at + 1)]),
          document,
        );
        try {
          readXml(changed);
          seen.read += 1;
        } catch (error) {
          if (!(error instanceof XmlError)) throw error;
          seen.refused += 1;
        }
      }),
      { numRuns: 4000 },
    );
    expect(seen.read).toBeGreaterThan(10);
    expect(seen.refused).toBeGreaterThan(3000);
  });

  it('refusals are in Spanish, with the piece at fault', () => {
    expect(() => readXml('<a>\n  </b></a>')).toThrow('El cierre «</b>» no corresponde al elemento abierto');
    expect(() => readXml('<a>&nbsp;</a>')).toThrow('«&nbsp;');
  });
});
