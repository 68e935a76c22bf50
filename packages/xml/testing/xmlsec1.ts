import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inTemporaryFolder, type TestIdentity } from './certificates.ts';

/** Whether xmlsec1 verifies the document's signature, trusting this root certificate (PEM). `options`: others of its own. */
export function xmlsec1Verifies(xml: string | Uint8Array, root: string, options: readonly string[] = []): boolean {
  return inTemporaryFolder((folder) => {
    const at = (name: string) => join(folder, name);
    writeFileSync(at('document.xml'), xml);
    writeFileSync(at('root.pem'), root);
    try {
      execFileSync('xmlsec1', ['--verify', ...options, '--trusted-pem', at('root.pem'), at('document.xml')], {
        stdio: 'pipe',
      });
      return true;
    } catch (error) {
      if (error instanceof Error && 'status' in error && typeof error.status === 'number') return false;
      throw error;
    }
  });
}

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

/** The document, signed by xmlsec1. Its root must have a closing tag. */
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
