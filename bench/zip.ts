// A package with the XML and the PDF of 1,000 invoices, streamed by the server on PostgreSQL: how much the server's
// memory grows, and how many invoices it packs per second.
import { readFileSync } from 'node:fs';
import { crc32, inflateRawSync } from 'node:zlib';
import { packedBytes, readDirectory } from '../packages/workbook/src/zip/directory.ts';
import { draft } from './emission.ts';
import { startIssuingServer } from './issuing-server.ts';
import type { BenchResult } from './measure.ts';
import { withDatabase } from './own-database.ts';

const invoices = 1_000;
/** Most that the server's memory may grow, in MB. */
const limitMB = 200;

export default function zip(): Promise<BenchResult> {
  return withDatabase(async (databaseUrl) => {
    const issuing = await startIssuingServer({ env: { DATABASE_URL: databaseUrl }, connections: 16 });
    const { server } = issuing;
    try {
      for (let done = 0; done < invoices; done += 20)
        await Promise.all(
          Array.from({ length: 20 }, () =>
            issuing.call('POST', '/fe/api/emision/ecf/EnviarFactura', JSON.stringify(draft())),
          ),
        );
      const body = JSON.stringify({ correo: server.login, contrasena: server.password });
      const json = { 'content-type': 'application/json' };
      const login = await fetch(`${server.address}/api/auth/login`, { method: 'POST', headers: json, body });
      const { apiKey } = (await login.json()) as { apiKey: string };

      const before = rssOf(server.pid);
      let most = before;
      const looking = setInterval(() => {
        most = Math.max(most, rssOf(server.pid));
      }, 20);
      const start = performance.now();
      const answer = await fetch(`${server.address}/api/facturas/exportacion`, {
        method: 'POST',
        headers: { ...json, authorization: `Bearer ${apiKey}` },
        body: JSON.stringify({ formato: 'zip' }),
      });
      if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
      const bytes = Buffer.from(await answer.arrayBuffer());
      const seconds = (performance.now() - start) / 1_000;
      clearInterval(looking);
      const parts = readDirectory(bytes, 2 * invoices);
      for (const part of parts.values()) {
        const packed = packedBytes(bytes, part);
        if (crc32(part.method === 0 ? packed : inflateRawSync(packed)) !== part.crc)
          throw new Error('A part is damaged');
      }
      if (parts.size !== 2 * invoices) throw new Error(`The package has ${parts.size} parts`);
      const value = most - before;
      const detail = {
        invoices,
        'invoices/s': invoices / seconds,
        'package, MB': bytes.length / 1e6,
        'resident before, MB': before,
        'resident at most, MB': most,
      };
      return { name: 'zip', value, unit: 'MB', limit: limitMB, ratio: limitMB / Math.max(value, 1), target: 1, detail };
    } finally {
      await issuing.stop();
    }
  });
}

const rssOf = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1_024;
