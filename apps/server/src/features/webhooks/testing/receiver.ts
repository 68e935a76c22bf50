import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A request that a receiver was sent. */
export interface Hit {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A receiver of webhooks on this machine. */
export interface Receiver {
  readonly url: string;
  readonly port: number;
  readonly hits: Hit[];
  /** How it answers the next requests, in order; then 204. */
  readonly answers: ((response: ServerResponse) => void)[];
  close(): Promise<void>;
}

/** A key and a certificate for this machine and for `receptor.invalid`, in PEM. */
export function makeTls(): { readonly key: string; readonly cert: string } {
  const folder = mkdtempSync(join(tmpdir(), 'timbre-tls-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const names = 'subjectAltName=IP:127.0.0.1,DNS:receptor.invalid';
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const made = ['-subj', '/CN=receptor', '-addext', names, '-keyout', key, '-out', cert];
  execFileSync('openssl', ['req', '-x509', ...kind, ...made], { stdio: 'pipe' });
  const pair = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  rmSync(folder, { recursive: true });
  return pair;
}

/** Starts a receiver: over https with a key and certificate, else over http. */
export async function startReceiver(tls?: { readonly key: string; readonly cert: string }): Promise<Receiver> {
  const hits: Hit[] = [];
  const answers: Receiver['answers'] = [];
  const hear: RequestListener = async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    hits.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
    const answer = answers.shift() ?? ((to: ServerResponse) => to.writeHead(204).end());
    answer(response);
  };
  const server = tls === undefined ? createServer(hear) : createTlsServer(tls, hear);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}/timbre`,
    port,
    hits,
    answers,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Answers with a status and a text. */
export const say =
  (status: number, text = '', headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    response.writeHead(status, headers).end(text);
