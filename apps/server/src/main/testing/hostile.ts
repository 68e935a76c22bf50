import fc from 'fast-check';
import type { TSchema } from 'typebox';

/** Invalid and unusual values, for robustness tests. */
export const hostileValues: readonly unknown[] = [
  // Values that no column can store come first, so that calls with a limit of tries get these.
  'a\0b',
  'a\ud800b',
  null,
  [],
  {},
  'ñ'.repeat(20_000),
  1e308,
  '',
  ' ',
  '\0',
  '\udc00x',
  '🧾',
  'x'.repeat(300),
  '9'.repeat(400),
  '1e400',
  'NaN',
  '-0',
  '0000-00-00',
  '2026-02-30',
  '99999-12-31',
  '29-02-2025',
  '00000000-0000-0000-0000-000000000000',
  "'; select 1 --",
  '%00',
  '../../etc/passwd',
  '<ECF/>',
  'E310000000001',
  '١٢٣',
  '__proto__',
  'toString',
  0,
  -1,
  1.5,
  2 ** 53,
  -2_147_483_649,
  true,
  false,
  [null],
  [[]],
  [{}],
  ['a', 1, { b: [] }],
  { a: { b: { c: 'd' } } },
  { length: 3, toString: 'x' },
];

const hostile = fc.constantFrom(...hostileValues);
/** Texts that no form expects. */
export const hostileText = fc.oneof(
  fc.constantFrom(...hostileValues.filter((value) => typeof value === 'string')),
  fc.string(),
);

/** Identifiers that exist, so that requests pass the first checks. */
export interface Known {
  readonly rnc: string;
  readonly ids: readonly string[];
  readonly texts: readonly string[];
}

/** Makes values that a schema of the contract accepts. @param name of the field, which determines the kind of text */
export function soundValue(schema: TSchema, known: Known, name = ''): fc.Arbitrary<unknown> {
  const { type, properties = {}, required, items, anyOf, enum: values, minimum, maximum } = schema as Schema;
  if (values !== undefined) return fc.constantFrom(...values);
  if (anyOf !== undefined) return fc.oneof(...anyOf.map((one) => soundValue(one, known, name)));
  switch (type) {
    case 'object': {
      const fields = Object.entries(properties).map(([field, one]) => [field, soundValue(one, known, field)]);
      return fc.record(Object.fromEntries(fields), { requiredKeys: [...(required ?? [])] as never[] });
    }
    case 'array':
      return fc.array(items === undefined ? hostile : soundValue(items, known, name), { minLength: 1, maxLength: 3 });
    case 'integer':
      return fc.integer({ min: minimum ?? -5, max: Math.min(maximum ?? 100, 2_000_000_000) });
    case 'number':
      return fc.double({ noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'string':
      return soundText(schema as Schema, known, name);
    default:
      return hostile;
  }
}

function soundText({ format, minLength = 0 }: Schema, known: Known, name: string): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.oneof(fc.constantFrom(...known.ids), fc.uuid());
  if (/rnc/i.test(name)) return fc.constant(known.rnc);
  return fc.oneof(fc.constantFrom(...known.texts), fc.string({ minLength, maxLength: 40 }));
}

interface Schema {
  readonly type?: string;
  readonly properties?: Record<string, TSchema>;
  readonly required?: readonly string[];
  readonly items?: TSchema;
  readonly anyOf?: readonly TSchema[];
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
}

/** A path inside a value. */
export interface Place {
  readonly holder: Record<string, unknown>;
  readonly name: string;
}

/** Lists every path inside a value. */
export function places(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  const holder = value as Record<string, unknown>;
  return Object.keys(holder).flatMap((name) => [{ holder, name }, ...places(holder[name])]);
}

const changes = {
  replace: ({ holder, name }: Place, by: unknown) => {
    holder[name] = by;
  },
  remove: ({ holder, name }: Place) => {
    delete holder[name];
  },
  wrap: ({ holder, name }: Place) => {
    holder[name] = [holder[name]];
  },
  unwrap: ({ holder, name }: Place) => {
    const value = holder[name];
    if (Array.isArray(value)) holder[name] = value[0];
  },
  add: ({ holder, name }: Place, by: unknown) => {
    holder[`${name}X`] = by;
  },
} as const;

/** Returns a value with up to three parts replaced; sometimes an unrelated value. */
export function spoiled(sound: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const change = fc.tuple(fc.nat(), fc.constantFrom(...Object.values(changes)), hostile);
  const changed = fc.tuple(sound, fc.array(change, { maxLength: 3 })).map(([value, all]) => {
    const copy = structuredClone(value);
    for (const [at, apply, by] of all) {
      const parts = places(copy);
      if (parts.length > 0) apply(parts[at % parts.length]!, structuredClone(by));
    }
    return copy;
  });
  return fc.oneof({ weight: 12, arbitrary: changed }, { weight: 1, arbitrary: hostile });
}

const deep = (open: string, close: string, times: number) => open.repeat(times) + close.repeat(times);

/** Bodies that are not JSON, or unusual JSON. */
export const hostileJson: readonly string[] = [
  '',
  ' ',
  '{',
  '"',
  'null',
  '[]',
  '1',
  '"texto"',
  '\ufeff{}',
  '{"__proto__":{"a":1}}',
  '{"constructor":{"prototype":{"a":1}}}',
  '{"a":"\\u0000"}',
  '{"\\ud800":1}',
  deep('[', ']', 20_000),
  `{"a":${deep('{"a":', '}', 5_000).replace('}', '1}')}}`,
  `[${'1e999,'.repeat(20_000)}1]`,
  '{"a":1,"a":2}',
];

const item = '<Item><NumeroLinea>1</NumeroLinea><MontoItem>1.00</MontoItem></Item>';
const inEcf = (inside: string) => `<ECF><Encabezado><IdDoc><TipoeCF>31</TipoeCF></IdDoc></Encabezado>${inside}</ECF>`;

/** Texts that are sent instead of an XML. */
export const hostileXml: readonly string[] = [
  '',
  ' ',
  'texto',
  '\ufeff<ECF/>',
  ...['ECF', 'RFCE', 'ACECF', 'ARECF', 'ANECF', 'SemillaModel', 'Otro', 'ECFx'].flatMap((root) => [
    `<${root}/>`,
    `<${root}>texto</${root}>`,
    `<${root}><Encabezado/></${root}>`,
    `<${root}><Encabezado><IdDoc/><Emisor/><Totales/></Encabezado></${root}>`,
    `<${root}><Encabezado>texto</Encabezado></${root}>`,
    `<${root}><DetalleAprobacionComercial/><DetalleAcusedeRecibo/></${root}>`,
    `<${root} xmlns="urn:x"><Encabezado/></${root}>`,
    `<${root}><Signature xmlns="http://www.w3.org/2000/09/xmldsig#"/></${root}>`,
  ]),
  '<ECF><Encabezado><IdDoc>31</IdDoc></Encabezado></ECF>',
  '<ECF><Encabezado><IdDoc><TipoeCF><a/></TipoeCF></IdDoc></Encabezado></ECF>',
  '<ECF><Encabezado/><Encabezado/></ECF>',
  '<ECF><![CDATA[texto]]></ECF>',
  inEcf(`<DetallesItems>${item.replace('1.00', '<![CDATA[1.00]]>')}</DetallesItems>`),
  inEcf('<DetallesItems><Item><NombreItem>&lt;&amp;&#65;&#x1F9FE;</NombreItem></Item></DetallesItems>'),
  inEcf('<DetallesItems><Item><NombreItem>&#0;</NombreItem></Item></DetallesItems>'),
  inEcf('<DetallesItems><Item><NombreItem>&#xD800;</NombreItem></Item></DetallesItems>'),
  inEcf('<DetallesItems><Item><NombreItem>&otra;</NombreItem></Item></DetallesItems>'),
  `<!DOCTYPE ECF [<!ENTITY a "${'x'.repeat(100)}">]><ECF>&a;</ECF>`,
  inEcf(`<DetallesItems><Item><NombreItem>${'ñ'.repeat(400_000)}</NombreItem></Item></DetallesItems>`),
  inEcf(`<DetallesItems>${item.repeat(10_000)}</DetallesItems>`),
  inEcf(`<DetallesItems>${'<Item/>'.repeat(10_000)}</DetallesItems>`),
  deep('<a>', '</a>', 10_000),
  `<ECF ${Array.from({ length: 200 }, (_, i) => `a${i}="b"`).join(' ')}/>`,
  '<ECF><!-- a --><?b c?></ECF>',
  '<?xml version="1.1"?><ECF/>',
  '<?xml version="1.0" encoding="utf-16"?><ECF/>',
  '<ECF>\0</ECF>',
  '<ECF>',
  '</ECF>',
  '<ECF><Encabezado></ECF>',
];

/** Returns an XML with some parts removed, repeated or replaced. */
export function spoiledXml(sound: readonly string[]): fc.Arbitrary<string> {
  const cut = fc.tuple(
    fc.nat(),
    fc.nat({ max: 60 }),
    fc.oneof(hostileText, fc.constantFrom('<', '>', '&', '<a>', '</ECF>')),
  );
  const changed = fc.tuple(fc.constantFrom(...sound), fc.array(cut, { maxLength: 3 })).map(([xml, cuts]) =>
    cuts.reduce((text, [at, length, by]) => {
      const from = text.length === 0 ? 0 : at % text.length;
      return text.slice(0, from) + by.slice(0, 300) + text.slice(from + length);
    }, xml),
  );
  /** Whole elements, so that it stays well-formed. */
  const pruned = fc.tuple(fc.constantFrom(...sound), fc.nat()).map(([xml, at]) => {
    const leaves = [...xml.matchAll(/<(\w+)>[^<]*<\/\1>/g)];
    const leaf = leaves[at % Math.max(leaves.length, 1)];
    return leaf === undefined
      ? xml
      : xml.replace(leaf[0], at % 2 === 0 ? '' : `<${leaf[1]}>${'9'.repeat(40)}</${leaf[1]}>`);
  });
  return fc.oneof(fc.constantFrom(...hostileXml), changed, pruned);
}
