import { execFileSync } from 'node:child_process';
import { emision } from '@timbre/contract';
import { expect, test } from 'vitest';
import { saleOf } from '../../main/testing/draft.ts';
import { withIssuing } from '../../main/testing/issuing.ts';
import { attachmentsOf } from './documento.ts';

const server = withIssuing();

test('the mail of the first document of an outage has the contingency legend', async () => {
  await server.wire.become('refuse');
  const { id } = (await server.call(emision.enviarFactura, { body: saleOf({}) }, server.key)).body;
  const [pdf] = await attachmentsOf(server.ctx, server.empresaId, id);
  const text = execFileSync('pdftotext', ['-', '-'], { input: pdf!.content, encoding: 'utf8' });
  expect(text).toMatch(/modalidad de\s+Contingencia/);
});
