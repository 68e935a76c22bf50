import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryDamagedXml, arbitraryXml } from '../testing/arbitrary-xml.ts';
import { hardDocuments } from '../testing/hard-documents.ts';
import { canonicalByLibxml2 } from '../testing/libxml2.ts';
import { countPlainElements } from './plain.ts';

const count = (text: string) => countPlainElements(text, 'Signature');

/** If the elements of a text are counted, it must be XML, equal its canonical form, and have that many elements. */
function expectCanonicalIfCounted(text: string): boolean {
  const elements = count(text);
  if (elements === undefined) return false;
  expect(canonicalByLibxml2(text)).toBe(text);
  expect(text.match(/<\w/g)?.length).toBe(elements);
  expect(text).not.toContain('<Signature>');
  return true;
}

describe('countPlainElements', () => {
  it('the elements of plain texts are counted', () => {
    expect(count('<a></a>')).toBe(1);
    expect(count('<ECF>\n  <a>1 &lt; 2 &amp; 3 &gt; 2 "ñ"</a>\t<b-1.x></b-1.x>x</ECF>')).toBe(3);
  });

  it.each([
    '',
    'x',
    '<',
    '<a',
    '<a>',
    '<a/>',
    '</a>',
    '<a></b>',
    '<a></a >',
    '<a ></a>',
    ' <a></a>',
    '<a></a> ',
    '<a></a><b></b>',
    '<a></a></a>',
    '<a><b></a></b>',
    '<a>></a>',
    '<a>]]></a>',
    '<a>&quot;</a>',
    '<a>&#65;</a>',
    '<a>&</a>',
    '<a>& lt;</a>',
    '<a>\r</a>',
    '<a>\u0001</a>',
    '<a>🧾</a>',
    '<a b="1"></a>',
    '<p:a></p:a>',
    '<a xmlns="urn:a"></a>',
    '<1></1>',
    '<></>',
    '<!--a--><a></a>',
    '<a><![CDATA[x]]></a>',
    '<?a?><a></a>',
    '<!DOCTYPE a><a></a>',
    '<a><Signature></Signature></a>',
    `${'<a>'.repeat(65)}${'</a>'.repeat(65)}`,
  ])('the text %j is left to others', (text) => {
    expect(count(text)).toBeUndefined();
  });

  it('only texts that are canonical by libxml2 are counted: hard, generated and damaged documents', () => {
    for (const xml of Object.values(hardDocuments)) expectCanonicalIfCounted(xml);
    const any = fc.oneof(arbitraryXml, arbitraryDamagedXml);
    fc.assert(
      fc.property(any, (xml) => void expectCanonicalIfCounted(xml)),
      { numRuns: 2000 },
    );
  });

  it('only texts that are canonical by libxml2 are counted: 5,000 texts of pieces that look right', () => {
    const pieces = ['<a>', '</a>', '<b>', '</b>', 'x', '&amp;', '&gt;', '>', '\n', '<b></b>', '<a>1</a>', 'ñ', ']]>'];
    const seen = { counted: 0, left: 0 };
    const text = fc.array(fc.constantFrom(...pieces), { maxLength: 6 }).map((inside) => `<r>${inside.join('')}</r>`);
    fc.assert(
      fc.property(text, (xml) => {
        seen[expectCanonicalIfCounted(xml) ? 'counted' : 'left'] += 1;
      }),
      { numRuns: 5000 },
    );
    expect(Math.min(seen.counted, seen.left)).toBeGreaterThan(500);
  });
});
