import { execFileSync, spawnSync } from 'node:child_process';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inTemporaryFolder, type TestIdentity } from './certificates.ts';
import type { Form, Shape } from './shapes.ts';
import { xmlsec1Verdicts } from './xmlsec1.ts';

/** A signer and the authority that issued its certificate. */
export interface Certified {
  readonly leaf: TestIdentity;
  readonly root: TestIdentity;
}

/** A program that signs and verifies XML. */
export interface Stack {
  readonly name: string;
  readonly isInstalled: boolean;
  /** Documents that it is known to write in a non-standard canonical form, which the others refuse. */
  readonly misreads?: RegExp;
  /** Signs each document in its shape. */
  readonly sign: (shapes: readonly Shape[], by: Certified) => Buffer[];
  /** Whether the key of the signer's certificate made each document's signature, and the document is as signed. */
  readonly verify: (documents: readonly (string | Uint8Array)[], by: Certified) => boolean[];
}

const runs = (command: string, ...args: string[]) => spawnSync(command, args).status === 0;
const inTesting = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Writes documents to files, runs a command on them and reads one verdict a line. */
function verdictsOf(
  documents: readonly (string | Uint8Array)[],
  run: (files: readonly string[], at: (name: string) => string) => string,
): boolean[] {
  return inTemporaryFolder((folder) => {
    const at = (name: string) => join(folder, name);
    const files = documents.map((document, index) => {
      writeFileSync(at(`${index}.xml`), document);
      return at(`${index}.xml`);
    });
    const lines = run(files, at).trim().split('\n');
    return documents.map((_, index) => lines[index]?.trim() === 'true');
  });
}

/** Writes documents and a list of jobs to files, runs a command on them and reads its results. */
function signedOf(shapes: readonly Shape[], run: (jobs: string, at: (name: string) => string) => void): Buffer[] {
  return inTemporaryFolder((folder) => {
    const at = (name: string) => join(folder, name);
    const lines = shapes.map(({ document, canonicalization, second, keyInfo, id, prefix }, index) => {
      writeFileSync(at(`${index}.xml`), document);
      const words = [canonicalization.algorithm, canonicalization.prefixes, second?.algorithm, second?.prefixes];
      return [at(`${index}.xml`), at(`${index}.signed.xml`), ...words, keyInfo, id, prefix].join('\t');
    });
    writeFileSync(at('jobs'), lines.join('\n'));
    run(at('jobs'), at);
    return shapes.map((_, index) => readFileSync(at(`${index}.signed.xml`)));
  });
}

const der = ({ certificate }: TestIdentity) => new X509Certificate(certificate).raw;
const javaProgram = inTesting('./XmlSignatures.java');
const chainOf = ({ leaf, root }: Certified) => leaf.certificate + root.certificate;

/** The JDK, javax.xml.crypto. */
export const jdk: Stack = {
  name: 'JDK',
  isInstalled: runs('java', '-version') && runs('javac', '-version'),
  sign: (shapes, by) =>
    signedOf(shapes, (jobs, at) => {
      writeFileSync(at('chain.pem'), chainOf(by));
      writeFileSync(at('key.der'), createPrivateKey(by.leaf.key).export({ type: 'pkcs8', format: 'der' }));
      execFileSync('java', [javaProgram, 'sign', at('chain.pem'), at('key.der'), jobs], { stdio: 'pipe' });
    }),
  verify: (documents, by) =>
    verdictsOf(documents, (files, at) => {
      writeFileSync(at('chain.pem'), chainOf(by));
      return execFileSync('java', [javaProgram, 'verify', at('chain.pem'), ...files], {
        encoding: 'utf8',
        stdio: 'pipe',
      });
    }),
};

/** Mono's SignedXml: another implementation of the class that the DGII's own examples call. */
const mono: Stack = {
  name: 'Mono',
  isInstalled: runs('mono', '--version') && runs('mcs', '--version'),
  // It writes tabs and carriage returns differently, inherits `xml:` attributes in the exclusive form, and repeats
  // listed prefixes that are declared again.
  misreads: /&#(?:9|13|x9|xD);|[\t\r]| xml:|xmlns:(\w+)=.*xmlns:\1=/is,
  // Mono writes its signatures without a prefix.
  sign: (shapes, { leaf, root }) =>
    signedOf(shapes, (jobs, at) => {
      writeFileSync(at('leaf.der'), der(leaf));
      writeFileSync(at('root.der'), der(root));
      writeFileSync(at('key.xml'), keyValueOf(leaf));
      runMono(at, ['sign', at('leaf.der'), at('root.der'), at('key.xml'), jobs]);
    }),
  verify: (documents, { leaf }) =>
    verdictsOf(documents, (files, at) => {
      writeFileSync(at('leaf.der'), der(leaf));
      return runMono(at, ['verify', at('leaf.der'), ...files]);
    }),
};

function runMono(at: (name: string) => string, args: readonly string[]): string {
  execFileSync('mcs', [`-out:${at('it.exe')}`, '-r:System.Security.dll', inTesting('./XmlSignatures.cs')], {
    stdio: 'pipe',
  });
  return execFileSync('mono', [at('it.exe'), ...args], { encoding: 'utf8', stdio: 'pipe' });
}

/** A private key in the format of .NET. */
function keyValueOf({ key }: TestIdentity): string {
  const jwk = createPrivateKey(key).export({ format: 'jwk' });
  const names = { Modulus: 'n', Exponent: 'e', P: 'p', Q: 'q', DP: 'dp', DQ: 'dq', InverseQ: 'qi', D: 'd' } as const;
  const parts = Object.entries(names).map(([name, part]) => {
    const base64 = Buffer.from(String(jwk[part]), 'base64url').toString('base64');
    return `<${name}>${base64}</${name}>`;
  });
  return `<RSAKeyValue>${parts.join('')}</RSAKeyValue>`;
}

const signEach = `set -e
while [ $# -gt 0 ]; do xmlsec1 --sign --privkey-pem "$1" --output "$2" "$3"; shift 3; done`;

/** libxmlsec1, used to sign by lxml, PHP and others. */
export const xmlsec1: Stack = {
  name: 'xmlsec1',
  isInstalled: true,
  sign: (shapes, { leaf, root }) =>
    inTemporaryFolder((folder) => {
      const at = (name: string) => join(folder, name);
      writeFileSync(at('key.pem'), leaf.key);
      writeFileSync(at('leaf.pem'), leaf.certificate);
      writeFileSync(at('root.pem'), root.certificate);
      const files = shapes.map((shape, index) => {
        writeFileSync(at(`${index}.xml`), withTemplate(shape));
        const key = ['key.pem', 'leaf.pem', ...(shape.keyInfo.includes('chain') ? ['root.pem'] : [])].map(at);
        return [key.join(','), at(`${index}.signed.xml`), at(`${index}.xml`)];
      });
      execFileSync('sh', ['-c', signEach, 'sh', ...files.flat()], { stdio: 'pipe' });
      return files.map(([, signed]) => readFileSync(signed!));
    }),
  // Other data of KeyInfo are ignored: a KeyValue is not certified by anyone.
  verify: (documents, { root }) => xmlsec1Verdicts(documents, root.certificate, ['--enabled-key-data', 'x509']),
};

/** The document with a signature for xmlsec1 to fill in. */
function withTemplate({ document, canonicalization, second, keyInfo, id, prefix }: Shape): string {
  const p = prefix === '' ? '' : `${prefix}:`;
  const method = (name: string, { algorithm, prefixes }: Form) => {
    const listed = `<ec:InclusiveNamespaces xmlns:ec="http://www.w3.org/2001/10/xml-exc-c14n#" PrefixList="${prefixes}"/>`;
    return `<${p}${name} Algorithm="${algorithm}">${prefixes === '' ? '' : listed}</${p}${name}>`;
  };
  const parts = keyInfo.split(' ').map((part) => (part.startsWith('chain') ? 'X509Certificate' : part));
  const written = (of: (part: string) => boolean) => parts.filter(of).map((part) => `<${p}${part}/>`);
  const enveloped = { algorithm: 'http://www.w3.org/2000/09/xmldsig#enveloped-signature', prefixes: '' };
  const signature = `<${p}Signature xmlns${prefix && `:${prefix}`}="http://www.w3.org/2000/09/xmldsig#"${id && ` Id="${id}"`}>
  <${p}SignedInfo>
    ${method('CanonicalizationMethod', canonicalization)}
    <${p}SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"/>
    <${p}Reference URI="">
      <${p}Transforms>${method('Transform', enveloped)}${second ? method('Transform', second) : ''}</${p}Transforms>
      <${p}DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/>
      <${p}DigestValue/>
    </${p}Reference>
  </${p}SignedInfo>
  <${p}SignatureValue/>
  <${p}KeyInfo>${written((part) => part.startsWith('Key')).join('')}<${p}X509Data>${written((part) => part.startsWith('X509')).join('')}</${p}X509Data></${p}KeyInfo>
</${p}Signature>`;
  const end = document.lastIndexOf('</');
  return document.slice(0, end) + signature + document.slice(end);
}

/** Every program used for comparison. */
export const stacks: readonly Stack[] = [xmlsec1, jdk, mono];
