// Building and signing an e-CF on one core, compared with RSA alone.
import { generateKeyPairSync } from 'node:crypto';
import { type ECF, writeDocument } from '@timbre/ecf';
import { type Signer, signCanonicalSync } from '@timbre/xml/node';
import { type BenchResult, measureCpuRate, measureInTurns, opensslSpeed, pinToOneCore } from './measure.ts';
import { sampleECF } from './sample-ecf.ts';

export default async function benchSign(): Promise<BenchResult> {
  const pinned = pinToOneCore();
  const signer = makeSigner();
  const trees = Array.from({ length: 500 }, (_, index) => sampleECF(index + 1));
  let next = 0;
  const buildAndSign = () => {
    next = (next + 1) % trees.length;
    return signCanonicalSync(writeDocument('ECF', trees[next] as ECF), signer);
  };
  const { value, limit } = await measureInTurns(
    () => measureCpuRate(buildAndSign, 1),
    () => opensslSpeed(1).sign,
    7,
  );
  const bytes = Buffer.byteLength(buildAndSign().xml);
  const detail = { 'one core': pinned ? 'yes' : 'no', 'bytes of the signed document': bytes };
  return { name: 'sign', value, unit: 'documents/s', limit, ratio: value / limit, target: 0.9, detail };
}

/** Only the key costs time, so that text of the same length stands in for the certificate. */
function makeSigner(): Signer {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { key: privateKey, publicKey, certificate: 'A'.repeat(1600) };
}
