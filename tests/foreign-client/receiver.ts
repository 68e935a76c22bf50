import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { acknowledgement, type Identity, read, sign } from './xml.ts';
import { verifies } from './xmlsec1.ts';

// The stranger's own receiver: the four addresses of the DGII's text, to which others deliver.

/** A received document, with the name of its file and the response. */
export interface Arrived {
  readonly xml: string;
  readonly fileName: string;
  readonly status: number;
  readonly answer: string;
}

/** A receiver of one taxpayer. */
export class Receiver {
  readonly seeds: string[] = [];
  readonly ecfs: Arrived[] = [];
  readonly approvals: Arrived[] = [];
  readonly #identity: Identity;
  readonly #rnc: string;
  /** Certificates trusted as signers. */
  readonly #trusted: readonly string[];
  readonly #open = new Set<string>();
  readonly #tokens = new Set<string>();
  readonly #server: Server;

  constructor(rnc: string, identity: Identity, trusted: readonly string[]) {
    this.#rnc = rnc;
    this.#identity = identity;
    this.#trusted = trusted;
    this.#server = createServer((request, response) => {
      this.#serve(request, response).catch((error) => this.#say(response, 500, 'text/plain', String(error)));
    });
  }

  /** Starts listening. Returns the address for the directory. */
  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/facturacion`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const called = `${request.method} ${request.url?.toLowerCase()}`;
    const body = await bodyOf(request);
    if (called === 'GET /facturacion/fe/autenticacion/api/semilla') return this.#seed(response);
    const file = fileIn(request.headers['content-type'] ?? '', body);
    if (file === undefined) return this.#say(response, 400, 'text/plain', 'Falta el archivo');
    if (called === 'POST /facturacion/fe/autenticacion/api/validacioncertificado')
      return this.#grant(response, file.xml);
    const token = /^bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    if (token === undefined || !this.#tokens.has(token)) return this.#say(response, 401, 'text/plain', 'Sin token');
    const isGenuine = await verifies(file.xml, ...this.#trusted);
    if (called === 'POST /facturacion/fe/recepcion/api/ecf') {
      const motivo = !isGenuine ? '2' : read(file.xml, 'RNCComprador') === this.#rnc ? undefined : '4';
      const answer = sign(acknowledgement(file.xml, this.#rnc, motivo), this.#identity);
      this.ecfs.push({ ...file, status: 200, answer });
      return this.#say(response, 200, 'application/xml', answer);
    }
    if (called === 'POST /facturacion/fe/aprobacioncomercial/api/ecf') {
      const status = isGenuine && read(file.xml, 'RNCEmisor') === this.#rnc ? 200 : 400;
      this.approvals.push({ ...file, status, answer: '' });
      return this.#say(response, status, 'text/plain', '');
    }
    this.#say(response, 404, 'text/plain', called);
  }

  #seed(response: ServerResponse): void {
    const valor = randomBytes(64).toString('base64');
    this.#open.add(valor);
    const xml = `<?xml version="1.0" encoding="utf-8"?>\r\n<SemillaModel xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema">\r\n  <valor>${valor}</valor>\r\n  <fecha>${new Date().toISOString()}</fecha>\r\n</SemillaModel>`;
    this.#say(response, 200, 'application/xml', xml);
  }

  async #grant(response: ServerResponse, signed: string): Promise<void> {
    this.seeds.push(signed);
    if (!this.#open.delete(read(signed, 'valor') ?? '') || !(await verifies(signed, ...this.#trusted)))
      return this.#say(response, 400, 'text/plain', 'Semilla no válida');
    const token = randomBytes(24).toString('hex');
    this.#tokens.add(token);
    const [expedido, expira] = [0, 3_600_000].map((ms) => `${new Date(Date.now() + ms).toISOString().slice(0, 19)}Z`);
    this.#say(response, 200, 'application/json', JSON.stringify({ token, expira, expedido }));
  }

  #say(response: ServerResponse, status: number, type: string, text: string): void {
    response.writeHead(status, { 'content-type': type }).end(text);
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The file in the part `xml` of a form. */
function fileIn(type: string, body: Buffer): { readonly fileName: string; readonly xml: string } | undefined {
  const boundary = /boundary="?([^";]+)/.exec(type)?.[1];
  const parts = boundary === undefined ? [] : body.toString('utf8').split(`--${boundary}`);
  const part = parts.find((one) => /name="?xml"?[;\r]/.test(one.slice(0, one.indexOf('\r\n\r\n'))));
  const at = part?.indexOf('\r\n\r\n') ?? -1;
  if (part === undefined || at === -1) return undefined;
  return { fileName: /filename="?([^"\r;]+)/.exec(part.slice(0, at))?.[1] ?? '', xml: part.slice(at + 4, -2) };
}
