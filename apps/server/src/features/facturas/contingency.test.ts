import { execFileSync } from 'node:child_process';
import { inflateRawSync } from 'node:zlib';
import { emision } from '@timbre/contract';
import { packedBytes, readDirectory } from '@timbre/workbook';
import { expect, test } from 'vitest';
import { saleOf } from '../../main/testing/draft.ts';
import { withIssuing } from '../../main/testing/issuing.ts';

const server = withIssuing();

test('the first document of an outage has the contingency legend in the ZIP of its invoice', async () => {
  await server.wire.become('refuse');
  await server.call(emision.enviarFactura, { body: saleOf({}) }, server.key);
  const { rawPayload } = await server.app.http.fastify.inject({
    method: 'POST',
    url: '/api/facturas/exportacion',
    payload: { formato: 'zip', orden: 'eNCF' },
    headers: { authorization: `Bearer ${server.key}` },
  });
  const entry = [...readDirectory(rawPayload, 99).values()].find(({ name }) => name.endsWith('.pdf'))!;
  const packed = packedBytes(rawPayload, entry);
  const pdf = entry.method === 0 ? packed : inflateRawSync(packed);
  const text = execFileSync('pdftotext', ['-', '-'], { input: pdf, encoding: 'utf8' });
  expect(text).toMatch(/modalidad de\s+Contingencia/);
});
