import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAuthorityClient } from './client.ts';

const asked: { readonly url: string | undefined; readonly authorization: string | undefined }[] = [];
const server = createServer(({ url, headers }, response) => {
  asked.push({ url, authorization: headers.authorization });
  response.setHeader('content-type', 'application/json').end('[]');
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise((resolve) => server.close(resolve)));

test('the key of the service of states goes with its calls', async () => {
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const options = { hosts: { ecf: base, fc: base, statusecf: base }, sign: async (_: string, xml: string) => xml };
  for (const key of ['clave-de-estatus', undefined]) {
    const client = createAuthorityClient({ ...options, ...(key && { estatusApiKey: key }) });
    await client.estatusServicios();
    await client.close();
  }
  expect(asked.map(({ authorization }) => authorization)).toEqual(['Apikey clave-de-estatus', undefined]);
  expect(asked.every(({ url }) => /estatus/i.test(url ?? ''))).toBe(true);
});
