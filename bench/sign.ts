// Writing and signing an e-CF as an emission does (on the thread pool, each signature checked before it is returned),
// in processor time of all threads, compared with RSA alone.
import { generateKeyPairSync, sign, verify } from 'node:crypto';
import { type ECF, writeDocument } from '@timbre/ecf';
import { type Signer, signCanonical } from '@timbre/xml/node';
import {
  type BenchResult,
  measureCpuRate,
  measureCpuRateAsync,
  measureInTurns,
  median,
  opensslSpeed,
  pinToOneCore,
} from './measure.ts';
import { sampleECF } from './sample-ecf.ts';

/** Documents signed at once: as many as one transaction of emission takes. */
const batch = 64;

export default async function benchSign(): Promise<BenchResult> {
  const pinned = pinToOneCore();
  const signer = makeSigner();
  const trees = Array.from({ length: 500 }, (_, index) => sampleECF(index + 1));
  let next = 0;
  const following = () => trees[next++ % trees.length] as ECF;
  const buildAndSign = () => signCanonical(writeDocument('ECF', following()), signer);
  const signBatch = () => Promise.all(Array.from({ length: batch }, buildAndSign));
  const info = Buffer.alloc(700, 'x');
  const signature = sign('sha256', info, signer.key);
  const writing: number[] = [];
  const bare: number[] = [];
  const checking: number[] = [];
  const { value, limit } = await measureInTurns(
    () => {
      writing.push(measureCpuRate(() => writeDocument('ECF', following()), 0.3));
      bare.push(measureCpuRate(() => sign('sha256', info, signer.key), 0.5));
      checking.push(measureCpuRate(() => verify('sha256', info, signer.publicKey, signature), 0.3));
      return measureCpuRateAsync(signBatch, 1, batch);
    },
    () => opensslSpeed(1).sign,
    7,
  );
  const detail = {
    'one core': pinned ? 'yes' : 'no',
    'bytes of the signed document': Buffer.byteLength((await buildAndSign()).xml),
    'one document, µs': 1e6 / value,
    'openssl speed, µs': 1e6 / limit,
    "of it, by the same measure: Node's own signature, µs": 1e6 / median(bare),
    'its check, µs': 1e6 / median(checking),
    'writing the document, µs': 1e6 / median(writing),
  };
  return { name: 'sign', value, unit: 'documents/s', limit, ratio: value / limit, target: 0.9, detail };
}

/** A signer with a real key. Only the key costs time, so the certificate is a text of the same length. */
function makeSigner(): Signer {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { key: privateKey, publicKey, certificate: 'A'.repeat(1600) };
}
