// Verifying the signature and the certificate chain of received e-CFs, compared with xmlsec1 doing the same. Both read
// files.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeDocument } from '@timbre/ecf';
import { createSigner, signCanonical, trustChain, verifyXml } from '@timbre/xml/node';
import { makeCertificate } from '../packages/xml/testing/certificates.ts';
import { type BenchResult, measureInTurns, pinToOneCore } from './measure.ts';
import { sampleECF } from './sample-ecf.ts';

/** More issuers than the cache of certificates holds, so that no certificate is ever read from it. */
const issuers = 300;

export default async function benchVerify(): Promise<BenchResult> {
  const folder = mkdtempSync(join(tmpdir(), 'timbre-verify-'));
  try {
    return await compare(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function compare(folder: string): Promise<BenchResult> {
  const pinned = pinToOneCore();
  const authority = makeCertificate({ subject: '/CN=Entidad de Prueba', isAuthority: true });
  const { key } = makeCertificate();
  const root = join(folder, 'root.pem');
  writeFileSync(root, authority.certificate);
  const files: string[] = [];
  for (let index = 0; index < issuers; index++) {
    const signer = createSigner({ key, certificate: makeCertificate({ issuer: authority, key }).certificate });
    const file = join(folder, `${index}.xml`);
    writeFileSync(file, (await signCanonical(writeDocument('ECF', sampleECF(index + 1)), signer)).xml);
    files.push(file);
  }

  const trust = trustChain({ roots: [authority.certificate], at: new Date() });
  const own = (paths: string[]) =>
    secondsOf(() => {
      for (const file of paths) verifyXml(readFileSync(file), { trust });
    });
  const xmlsec1 = (paths: string[]) =>
    secondsOf(() => execFileSync('xmlsec1', ['--verify', '--trusted-pem', root, ...paths], { stdio: 'ignore' }));

  // Warm-up: until the code is compiled and optimised.
  for (let pass = 0; pass < 10; pass += 1) own(files);
  const { value, limit } = await measureInTurns(
    () => issuers / own(files),
    // The start-up time is in both runs and cancels out.
    () => (issuers - 1) / (xmlsec1(files) - xmlsec1(files.slice(0, 1))),
    7,
  );
  const oneIssuer = files.map(() => files[0] ?? '');
  const detail = {
    'one core': pinned ? 'yes' : 'no',
    'documents/s, all of one issuer': Math.round(issuers / own(oneIssuer)),
  };
  return { name: 'verify', value, unit: 'documents/s', limit, ratio: value / limit, target: 1, detail };
}

function secondsOf(work: () => unknown): number {
  const start = performance.now();
  work();
  return (performance.now() - start) / 1000;
}
