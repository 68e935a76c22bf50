import { createSigner, signXml } from '@timbre/xml/node';
import { makeCertificate } from '@timbre/xml/testing/certificates';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ecfXml, justNow, xmlForm } from '../../apps/server/src/main/testing/xml.ts';
import type { BuiltServer } from '../built-server.ts';
import { receiverToken } from '../door.ts';
import { Client } from './client.ts';
import { makePlace, type Place } from './rig.ts';

// The receiver is killed between judging a document and responding. The sender, without a response, sends it again, and
// only one document is stored.

let place: Place;
const signer = createSigner(makeCertificate());
const sign = async (xml: string) => (await signXml(xml, signer)).xml;

beforeAll(async () => {
  place = await makePlace();
});
afterAll(() => place.leave());

/** Sends an e-CF. Returns the acknowledgement; undefined if the server ended without one. */
async function send({ address }: BuiltServer, token: string, xml: string): Promise<string | undefined> {
  try {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${address}/fe/recepcion/api/ecf`, { method: 'POST', headers, body: xmlForm(xml) });
    return await answer.text();
  } catch {
    return undefined;
  }
}

interface Listed {
  readonly data: readonly { readonly encF: string }[];
}

test.each([
  ['receive-signed', 0],
  ['receive-stored', 0],
  ['receive-committed', 1],
])('a server killed at %s has not answered, and the retry makes one document', async (point, storedBefore) => {
  const eNCF = `E31000000000${['receive-signed', 'receive-stored', 'receive-committed'].indexOf(point) + 1}`;
  const armed = (await place.start({ TIMBRE_FAILPOINT: point }))!;
  const unsigned = ecfXml({ rnc: '131880600', eNCF, fechaFirma: justNow() });
  const xml = await sign(unsigned.replace(/(<RNCComprador>)\d+/, `$1${armed.login}`));
  // The token belongs to the installation and remains valid after the process has ended.
  const token = await receiverToken(armed.address, signer);
  expect(await send(armed, token, xml)).toBeUndefined();
  expect(await armed.ended).toBe('SIGKILL');

  const server = (await place.start())!;
  const client = new Client();
  const listed = async () => (await client.call<Listed>(server, 'GET', `/api/facturas/recibidas?encf=${eNCF}`))?.data;
  expect(await listed()).toHaveLength(storedBefore);
  const acuse = await send(server, token, xml);
  expect(acuse).toContain('<Estado>0</Estado>');
  expect(await send(server, token, xml)).toBe(acuse);
  expect(await listed()).toHaveLength(1);
  await server.kill('SIGTERM');
});
