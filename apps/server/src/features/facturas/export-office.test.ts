import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { emision } from '@timbre/contract';
import { expect, test } from 'vitest';
import { saleOf } from '../../main/testing/draft.ts';
import { withIssuing } from '../../main/testing/issuing.ts';

const server = withIssuing();

const soffice = spawnSync('soffice', ['--version']).status === 0;
test.skipIf(!soffice)('the invoices of a filter as XLSX open in LibreOffice', async () => {
  const { eNCF } = (await server.call(emision.enviarFactura, { body: saleOf({}) }, server.key)).body;
  const { rawPayload } = await server.app.http.fastify.inject({
    method: 'POST',
    url: '/api/facturas/exportacion',
    payload: { formato: 'xlsx' },
    headers: { authorization: `Bearer ${server.key}` },
  });
  const folder = mkdtempSync(join(tmpdir(), 'timbre-libro-'));
  try {
    writeFileSync(join(folder, 'a.xlsx'), rawPayload);
    execFileSync('soffice', ['--headless', '--convert-to', 'csv', '--outdir', folder, join(folder, 'a.xlsx')]);
    expect(readFileSync(join(folder, 'a.csv'), 'utf8')).toContain(eNCF);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
