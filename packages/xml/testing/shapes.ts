import fc from 'fast-check';
import { readXml } from '../src/index.ts';
import { arbitraryXml } from './arbitrary-xml.ts';

const inclusive = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';

/** A canonical form by its name in XML-DSig; `prefixes`: the list of the exclusive form, '' = none. */
export interface Form {
  readonly algorithm: string;
  readonly prefixes: string;
}

/** A form of signature that XML-DSig allows, and a document to be signed with it. */
export interface Shape {
  readonly document: string;
  /** Canonical form of SignedInfo. */
  readonly canonicalization: Form;
  /** Transform after the enveloped-signature transform. */
  readonly second: Form | undefined;
  /** Parts of KeyInfo, by the names that the signing programs use. */
  readonly keyInfo: (typeof keyInfos)[number];
  readonly id: string;
  readonly prefix: string;
}

const forms: readonly Form[] = [
  { algorithm: inclusive, prefixes: '' },
  { algorithm: `${inclusive}#WithComments`, prefixes: '' },
  { algorithm: exclusive, prefixes: '' },
  { algorithm: exclusive, prefixes: 'xsi' },
  { algorithm: exclusive, prefixes: 'xsd p q' },
  { algorithm: `${exclusive}WithComments`, prefixes: '' },
];

const keyInfos = [
  'X509Certificate',
  'chain',
  'chain-reversed',
  'KeyValue X509Certificate',
  'KeyName X509Certificate',
  'X509SubjectName X509Certificate',
  'X509IssuerSerial X509Certificate',
  'KeyName KeyValue X509SubjectName X509IssuerSerial chain',
] as const;

/** Documents with namespaces that are used late or not at all, with comments between elements, or both. */
const documents = [
  '<ECF><Encabezado><MontoTotal>100.00</MontoTotal></Encabezado></ECF>',
  '<ECF xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xsi:noNamespaceSchemaLocation="e-CF 31.xsd"><a>1</a></ECF>',
  '<!-- antes --><ECF xmlns:xsd="http://www.w3.org/2001/XMLSchema"><!-- uno --><a>Peña &amp; Hijos</a>\n<!-- dos --> <b/></ECF>',
  '<ECF xmlns:p="urn:p" xmlns:q="urn:q" xml:lang="es"><p:a q:b="1" c="2"><a xmlns:p="urn:otro"><p:a/></a></p:a><q:a xml:space="preserve"> </q:a></ECF>',
  '<ECF xmlns="urn:ecf" xmlns:q="urn:q"><a xmlns=""><q:b xmlns="urn:ecf"><c/></q:b></a><q:d xmlns:q="urn:q"/></ECF>',
  '<p:ECF xmlns:p="urn:p" xmlns="urn:x" p:z="1" a="2"><b xmlns="urn:y" p:a="&lt;&#9;"/><p:c>\u2028\u0085 🧾</p:c></p:ECF>',
];

/** The shape of a document that the DGII prescribes. */
export const prescribed = (document: string): Shape => ({
  document,
  canonicalization: forms[0]!,
  second: undefined,
  keyInfo: 'X509Certificate',
  id: '',
  prefix: '',
});

const isReadable = (xml: string): boolean => {
  try {
    return readXml(xml, { comments: 'between' }).name !== '';
  } catch {
    return false;
  }
};

/** Every pair of canonical forms, with one or with every form of KeyInfo. The other properties depend on a seed. */
export function shapesOf(seed: number, { every }: { every: boolean }): readonly Shape[] {
  const pairs = forms.flatMap((canonicalization) =>
    [undefined, ...forms].map((second) => ({ canonicalization, second })),
  );
  const all = pairs.flatMap((pair, at) =>
    (every ? keyInfos : [keyInfos[(at * 3) % keyInfos.length]!]).map((keyInfo) => ({ ...pair, keyInfo })),
  );
  const drawn = fc.sample(
    fc.record({
      document: fc.oneof(fc.constantFrom(...documents), arbitraryXml.filter(isReadable)),
      id: fc.constantFrom('', 'firma-1'),
      prefix: fc.constantFrom('', 'ds'),
    }),
    { seed, numRuns: all.length },
  );
  return all.map((shape, at) => ({ ...shape, ...drawn[at]! }));
}
