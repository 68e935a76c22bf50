/** Documents for which canonicalisation, parsing or signing often fail. */
export const hardDocuments: Readonly<Record<string, string>> = {
  'an empty root': '<ECF/>',
  'an empty root in two tags': '<ECF></ECF>',
  'empty elements, both ways': '<ECF><a/><b></b><c ></c ></ECF>',
  'a carriage return as a reference': '<ECF><a>1&#13;2&#xD;&#xA;3</a></ECF>',
  'line ends of Windows and of old Macs': '<ECF>\r\n<a>1\r2\r\n</a>\r</ECF>\r\n',
  'blanks between elements': '<ECF>\n\t<a>\n\t\t<b> 1 </b>\n\t</a>\n</ECF>\n',
  'blanks alone in a leaf': '<ECF><a> </a><b>\t\n</b></ECF>',
  'xml:space': '<ECF xml:space="preserve"> <a> </a> <b xml:space="default"> </b></ECF>',
  'the no-break space, which is no blank': '<ECF><a>\u00a0</a></ECF>',
  'characters beyond the BMP': '<ECF><a>🧾 𝔘𝔫𝔦 👩‍👩‍👧</a><b c="𐐷"/></ECF>',
  'accents composed and apart': '<ECF><a>Pe\u00f1a</a><a>Pen\u0303a</a></ECF>',
  'the five entities': '<ECF><a b="&lt;&gt;&amp;&quot;&apos;">&lt;&gt;&amp;&quot;&apos;</a></ECF>',
  'character references, decimal and hexadecimal': '<ECF><a>&#65;&#x42;&#241;&#x1F9FE;</a></ECF>',
  CDATA: '<ECF><a><![CDATA[<b>&amp;</b>]]></a></ECF>',
  'CDATA amid text': '<ECF><a>1<![CDATA[ < ]]>2<![CDATA[]]>3</a></ECF>',
  'CDATA that holds its own end': '<ECF><a><![CDATA[]]]]><![CDATA[>]]></a></ECF>',
  'comments in every place': '<!-- 1 --><ECF><!-- 2 --><a>1<!-- 3 -->2</a></ECF><!-- 4 -->',
  'tabs and line ends in attributes': '<ECF a="1\t2\n3\r\n4" b="&#9;&#10;&#13;"/>',
  'single quotes around attributes': "<ECF a='\"' b='it&apos;s'/>",
  'attributes out of order': '<ECF z="1" a="2" B="3" _="4" ñ="5"/>',
  'a default namespace': '<ECF xmlns="urn:ecf"><a/></ECF>',
  'a default namespace undone': '<ECF xmlns="urn:ecf"><a xmlns=""><b xmlns="urn:ecf"/></a></ECF>',
  prefixes: '<e:ECF xmlns:e="urn:ecf"><e:a e:b="1" b="2"/></e:ECF>',
  'prefixes declared again in vain':
    '<e:ECF xmlns:e="urn:ecf"><e:a xmlns:e="urn:ecf"><e:b xmlns:e="urn:otro"/></e:a></e:ECF>',
  'namespaces that nobody uses':
    '<ECF xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"><a/></ECF>',
  'attributes ordered by namespace, not by prefix':
    '<ECF xmlns:a="urn:z" xmlns:z="urn:a"><b a:x="1" z:x="2" x="3" xml:lang="es"/></ECF>',
  'xsi:noNamespaceSchemaLocation':
    '<ECF xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="e-CF 31.xsd"><a/></ECF>',
  'xml:lang at the root': '<ECF xml:lang="es-DO"><a xml:lang="en">x</a></ECF>',
  'a namespace that is a URL': '<ECF xmlns:a="http://example.com/?b=1#c"><a:b/></ECF>',
  'XML declaration, byte order mark':
    '\ufeff<?xml version="1.0" encoding="utf-8" standalone="no"?>\n<ECF><a>ñ</a></ECF>',
  'a > and quotes in text, unescaped': `<ECF><a>1 > 0 "x" 'y' ]] ></a></ECF>`,
  'control characters that XML allows': '<ECF><a>\u007f\u0085\u009f\u2028\ufffd</a></ECF>',
};
