import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inTemporaryFolder, type TestIdentity } from './certificates.ts';

/**
 * Verifies each file and prints one verdict a line. A shell starts a program much faster than a large process does.
 */
const verdictOfEach = `command -v xmlsec1 > /dev/null || exit 127
options=$1; root=$2; shift 2
for file; do
  xmlsec1 --verify $options --trusted-pem "$root" "$file" > /dev/null 2>&1 && echo true || echo false
done`;

/**
 * Whether xmlsec1 verifies the signature of each document, trusting a root certificate (PEM). `options`: further
 * options of xmlsec1.
 */
export function xmlsec1Verdicts(
  documents: readonly (string | Uint8Array)[],
  root: string,
  options: readonly string[] = [],
): boolean[] {
  return inTemporaryFolder((folder) => {
    const at = (name: string) => join(folder, name);
    const files = documents.map((document, index) => {
      writeFileSync(at(`${index}.xml`), document);
      return at(`${index}.xml`);
    });
    writeFileSync(at('root.pem'), root);
    const args = ['-c', verdictOfEach, 'sh', options.join(' '), at('root.pem'), ...files];
    const lines = execFileSync('sh', args, { encoding: 'utf8' }).split('\n');
    return files.map((_, index) => lines[index] === 'true');
  });
}

/** The same for one document. */
export const xmlsec1Verifies = (xml: string | Uint8Array, root: string, options?: readonly string[]): boolean =>
  xmlsec1Verdicts([xml], root, options)[0]!;

const namespace = 'http://www.w3.org/2000/09/xmldsig#';

/** A signature template in the DGII's form, which xmlsec1 fills in. */
const template = `<Signature xmlns="${namespace}">
  <SignedInfo>
    <CanonicalizationMethod Algorithm="http://www.w3.org/TR/2001/REC-xml-c14n-20010315"/>
    <SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"/>
    <Reference URI="">
      <Transforms><Transform Algorithm="${namespace}enveloped-signature"/></Transforms>
      <DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/>
      <DigestValue/>
    </Reference>
  </SignedInfo>
  <SignatureValue/>
  <KeyInfo><X509Data><X509Certificate/></X509Data></KeyInfo>
</Signature>`;

/** Signs a document with xmlsec1. Its root must have a closing tag. */
export function xmlsec1Signs(xml: string, identity: TestIdentity): Buffer {
  return inTemporaryFolder((folder) => {
    const at = (name: string) => join(folder, name);
    const end = xml.lastIndexOf('</');
    writeFileSync(at('template.xml'), xml.slice(0, end) + template + xml.slice(end));
    writeFileSync(at('key.pem'), identity.key);
    writeFileSync(at('certificate.pem'), identity.certificate);
    const key = ['--privkey-pem', `${at('key.pem')},${at('certificate.pem')}`];
    execFileSync('xmlsec1', ['--sign', ...key, '--output', at('signed.xml'), at('template.xml')], { stdio: 'pipe' });
    return readFileSync(at('signed.xml'));
  });
}
