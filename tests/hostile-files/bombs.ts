import { deflateSync } from 'node:zlib';
import { sheetXml, textRow, xlsxParts, zipOf } from '@timbre/workbook/testing/workbooks';
import { packedZeros, pdfOfTable } from '../../packages/firmas/testing/bombs.ts';

/** The calls to which a file is sent. */
export type Door =
  | 'verificar'
  | 'ensayo'
  | 'firmar'
  | 'cuentas'
  | 'mapeo'
  | 'importar'
  | 'semilla'
  | 'recepcion'
  | 'aprobacion';

/** A file that is made to consume time or memory. */
export interface Bomb {
  readonly kind: string;
  readonly door: Door;
  readonly name: string;
  readonly bytes: Buffer;
}

const megabyte = 1024 * 1024;
/** Packed zeros, reused by all bombs, because packing them takes longer than sending them. */
const zeros = new Map<string, Buffer>();

function zerosOf(octets: number, times: number): Buffer {
  const key = `${octets} ${times}`;
  const made = zeros.get(key) ?? packedZeros(octets, times);
  zeros.set(key, made);
  return made;
}

/** Makes bombs of every kind in turn, each with random sizes. @param chance returns a number from 0 to 1 */
export function* bombs(chance: () => number): Generator<Bomb, never> {
  const below = (most: number) => Math.floor(chance() * most);
  const one = <T>(...choices: readonly T[]): T => choices[below(choices.length)]!;
  const size = () => one(1, 8, 31, 33, 40) * megabyte;
  const many = (most: number) => Math.ceil(most ** (0.3 + 0.7 * chance()));
  const flate = () => one('/FlateDecode', '/Flate#44ecode', '/#46lateDecode');

  const pdf: Readonly<Record<string, () => Buffer>> = {
    'filters in a chain': () => {
      const times = 2 + below(3);
      return pdfOfTable(zerosOf(size(), times), `[${Array.from({ length: times }, flate).join(' ')}]`);
    },
    'a chain that another object names': () => pdfOfTable(zerosOf(size(), 2), `${4 + below(9)} 0 R`),
    'a large table': () => pdfOfTable(zerosOf(size(), 1), flate(), one('', '/Subtype /Image ', '/Type /ObjStm ')),
    'members one after the other': () =>
      pdfOfTable(Buffer.concat(Array.from({ length: many(60) }, () => zerosOf(8 * megabyte, 1))), flate()),
    'a predictor of wide rows': () =>
      pdfOfTable(
        zerosOf(8 * megabyte, 1),
        flate(),
        `/DecodeParms << /Predictor ${one(2, 12, 15)} /Columns ${many(1e9)} /Colors ${many(1e6)} >> `,
      ),
    'wide entries': () =>
      pdfOfTable(zerosOf(megabyte, 1), flate(), `/Size ${many(2 ** 31)} /Index [0 ${many(2 ** 31)}] `),
    'a filter of another kind': () =>
      pdfOfTable(
        Buffer.alloc(many(megabyte), one(0x81, 0x80, 0xff)),
        one('/RunLengthDecode', '/LZWDecode', '/ASCII85Decode'),
      ),
    'deep arrays': () => pdfOf(`${one('[', '<< /A ', '[ << /B [ ').repeat(many(300_000))}`),
    'deep arrays that end': () => {
      const deep = many(100_000);
      return pdfOf('['.repeat(deep) + ']'.repeat(deep));
    },
    'pages that are their own parent': () => pdfOf('null', '<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 2 >>'),
    'many objects': () =>
      pdfOf(Array.from({ length: many(60_000) }, (_, i) => `endobj\n${9 + i} 0 obj\n<< >>`).join('\n')),
    'a long text': () => pdfOf(`(${'('.repeat(many(megabyte))}`),
  };
  const cms: Readonly<Record<string, () => Buffer>> = {
    'nested without lengths': () => Buffer.from('3080'.repeat(many(megabyte)), 'hex'),
    'nested with lengths': () => nested(many(20_000)),
    'a length that is not there': () => Buffer.from(`3084${one('7fffffff', 'ffffffff', '00ffffff')}0609`, 'hex'),
    'a long identifier': () => tlv(0x30, tlv(0x06, Buffer.alloc(many(4 * megabyte), 0xff))),
    'many values': () => tlv(0x30, tlv(0x31, Buffer.from('0500'.repeat(many(megabyte)), 'hex'))),
    'base64 of nothing': () => Buffer.from(`-----BEGIN CMS-----\n${'MIAA'.repeat(many(megabyte))}`),
  };
  const xml: Readonly<Record<string, () => string>> = {
    entities: () =>
      `<!DOCTYPE a [<!ENTITY e0 "x">${Array.from({ length: many(40) }, (_, i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(10)}">`).join('')}]><a>&e9;</a>`,
    depth: () => '<a>'.repeat(many(600_000)),
    attributes: () => `<a ${Array.from({ length: many(100_000) }, (_, i) => `a${i}="${i}"`).join(' ')}/>`,
    namespaces: () => Array.from({ length: many(20_000) }, (_, i) => `<a xmlns:n${i}="urn:${i}">`).join(''),
    elements: () => `<a>${'<b/>'.repeat(many(900_000))}</a>`,
    'line ends': () => `<a>${'\r\n'.repeat(many(2_000_000))}</a>`,
    references: () => `<a>${'&#13;&amp;'.repeat(many(400_000))}</a>`,
    'a long name': () => `<${'n'.repeat(many(4 * megabyte))}/>`,
    comments: () => `<a>${'<!--x-->'.repeat(many(500_000))}</a>`,
    'a long value': () => `<ECF><Encabezado><Version>${'9'.repeat(many(4 * megabyte))}</Version></Encabezado></ECF>`,
    signatures: () =>
      `<a>${'<Signature xmlns="http://www.w3.org/2000/09/xmldsig#"><SignedInfo/></Signature>'.repeat(many(40_000))}</a>`,
  };
  const book: Readonly<Record<string, () => Buffer>> = {
    'a part that unpacks to much': () =>
      zipOf({ ...xlsxParts({ A: '' }), 'xl/sharedStrings.xml': Buffer.alloc(size()) }),
    'a part that lies about its size': () =>
      zipOf(
        { ...xlsxParts({ A: '' }), 'xl/worksheets/sheet1.xml': Buffer.alloc(size()) },
        { 'xl/worksheets/sheet1.xml': { announcedSize: below(1_000) } },
      ),
    'many parts': () =>
      zipOf({
        ...xlsxParts({ A: '' }),
        ...Object.fromEntries(Array.from({ length: many(20_000) }, (_, i) => [`xl/p${i}.xml`, 'x'])),
      }),
    'many shared texts': () => zipOf(xlsxParts({ A: '' }, { strings: `${'<si/>'.repeat(many(1_500_000))}` })),
    'far columns': () =>
      zipOf({
        ...xlsxParts({ A: '' }),
        'xl/worksheets/sheet1.xml': sheetXml(
          Array.from(
            { length: many(8_000) },
            (_, i) => `<row r="${i + 1}"><c r="${one('XFD', 'ZZ', 'IW', 'IV')}${i + 1}"><v>1</v></c></row>`,
          ).join(''),
        ),
      }),
    'many sheets': () =>
      zipOf(
        xlsxParts(Object.fromEntries(Array.from({ length: many(300) }, (_, i) => [`H${i}`, textRow(1, ['1', 'a'])]))),
      ),
    'many rows': () => zipOf(xlsxParts({ A: '<row><c><v>1</v></c></row>'.repeat(many(200_000)) })),
    'a long text': () => zipOf(xlsxParts({ A: textRow(1, ['Código', 'x'.repeat(many(8 * megabyte))]) })),
    'a package in a package': () => {
      const inner = zipOf({ 'a.bin': Buffer.alloc(size()) });
      return zipOf({ ...xlsxParts({ A: '' }), 'xl/worksheets/sheet1.xml': inner });
    },
    'an old workbook whose chain returns': () => oleOfChain(below(4), many(100_000)),
  };
  const csv: Readonly<Record<string, () => string>> = {
    'many columns': () => `${','.repeat(many(500_000))}1\n`.repeat(3),
    'many rows': () => '1,a\n'.repeat(many(500_000)),
    'a quotation that does not end': () => `"${'""'.repeat(many(megabyte))}`,
  };

  for (;;) {
    for (const [kind, make] of Object.entries(pdf))
      yield { kind: `PDF, ${kind}`, door: one('verificar', 'firmar'), name: 'a.pdf', bytes: make() };
    for (const [kind, make] of Object.entries(cms))
      yield { kind: `CMS, ${kind}`, door: 'verificar', name: 'a.p7m', bytes: make() };
    for (const [kind, make] of Object.entries(xml))
      yield {
        kind: `XML, ${kind}`,
        door: one('verificar', 'ensayo', 'firmar', 'semilla', 'recepcion', 'aprobacion'),
        name: 'a.xml',
        bytes: Buffer.from(make()),
      };
    for (const [kind, make] of Object.entries(book))
      yield { kind: `workbook, ${kind}`, door: one('cuentas', 'mapeo', 'importar'), name: 'a.xlsx', bytes: make() };
    for (const [kind, make] of Object.entries(csv))
      yield { kind: `CSV, ${kind}`, door: one('cuentas', 'mapeo'), name: 'a.csv', bytes: Buffer.from(make()) };
  }
}

/** A PDF that contains an object with this source. */
const pdfOf = (source: string, pages = '<< /Type /Pages /Kids [] /Count 0 >>'): Buffer =>
  Buffer.from(
    `%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R /X 3 0 R >>\nendobj\n2 0 obj\n${pages}\nendobj\n3 0 obj\n${source}\nendobj\ntrailer\n<< /Root 1 0 R /Size 4 >>\nstartxref\n0\n%%EOF\n`,
    'latin1',
  );

function tlv(tag: number, content: Buffer): Buffer {
  const head = Buffer.alloc(6);
  head.writeUInt8(tag);
  head.writeUInt8(0x84, 1);
  head.writeUInt32BE(content.length, 2);
  return Buffer.concat([head, content]);
}

/** Nested sequences, each of which states its length. */
function nested(depth: number): Buffer {
  const bytes = Buffer.alloc(depth * 6);
  for (let at = 0; at < bytes.length; at += 6) {
    bytes.writeUInt16BE(0x3084, at);
    bytes.writeUInt32BE(bytes.length - at - 6, at + 2);
  }
  return bytes;
}

/** A compound file whose chain of sectors is circular. @source [MS-CFB] 2.2 and 2.3 */
function oleOfChain(next: number, sectors: number): Buffer {
  const file = Buffer.alloc(512 * 4);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(file);
  file.writeUInt16LE(3, 26);
  file.writeUInt16LE(0xfffe, 28);
  file.writeUInt16LE(9, 30);
  file.writeUInt16LE(6, 32);
  file.writeUInt32LE(sectors, 44);
  file.writeUInt32LE(1, 48);
  file.writeUInt32LE(4096, 56);
  for (let at = 76; at < 512; at += 4) file.writeUInt32LE(at === 76 ? 0 : 0xffffffff, at);
  for (let at = 512; at < 1024; at += 4) file.writeUInt32LE(next, at);
  return Buffer.concat([file, deflateSync(Buffer.alloc(1024))]);
}
