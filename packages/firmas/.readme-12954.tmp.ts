import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createSigner } from '@timbre/xml/node';
import { makeCertificate } from '@timbre/xml/testing/certificates';
import { inspectCms, signCms } from '@timbre/firmas';

const signer = createSigner(makeCertificate()); // made by OpenSSL for this example
const text = Buffer.from('Declaro que…');
const digest = createHash('sha256').update(text).digest();

const p7s = await signCms({ digest, signingTime: new Date() }, signer);
assert.equal(inspectCms(p7s, [text]).signatures[0]?.fault, undefined);
assert.equal(inspectCms(p7s, [Buffer.from('Declaro otra cosa')]).signatures[0]?.fault, 'alterado');
