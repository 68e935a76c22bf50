import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type Ambiente, ambientes, type DgiiRoute, type Host, offers, protocol, type Service } from '@timbre/authority';
import type { Controls } from './control.ts';
import type { FaultPlan } from './faults.ts';
import type { Reply, ServiceCall } from './reply.ts';
import { send } from './send.ts';
import { services } from './services.ts';
import type { Holder } from './sessions.ts';
import { spoil } from './spoil.ts';
import { findTaxpayerService } from './taxpayer.ts';
import { taxpayerServices } from './taxpayer-services.ts';
import { readUpload, type Upload } from './upload.ts';
import type { World } from './world.ts';

/** Largest request body: the largest XML plus its multipart wrapping. */
const maxBodyBytes = 6 * 1024 * 1024;

/** Path prefix of each host behind the one address. */
export const prefixOf: Readonly<Record<Host, string>> = { ecf: '', fc: '/fc', statusecf: '/statusecf' };

interface Match {
  readonly service: Service;
  readonly ambiente: Ambiente;
}

/** Method and path of every service in every environment that has it. Paths are in lower case, as in the protocol. */
const routes: ReadonlyMap<string, Match> = new Map(
  (Object.keys(protocol) as Service[]).flatMap((service) => {
    const { host, method, path } = protocol[service];
    return ambientes
      .filter((ambiente) => offers(service, ambiente))
      .map((ambiente): [string, Match] => [
        `${method} ${prefixOf[host]}${host === 'statusecf' ? '' : `/${ambiente}`}${path}`,
        { service, ambiente },
      ]);
  }),
);

/** Dependencies for serving a call. */
interface Front {
  readonly world: World;
  readonly faults: FaultPlan;
  readonly controls: Controls;
  /** Waits for the latency of one answer. */
  readonly latency: () => Promise<void> | undefined;
}

/** The HTTP server of the authority, not yet listening. */
export function createHttp(front: Front): Server {
  const server = createServer((request, response) => {
    serve(request, response, front).catch((error: unknown) => {
      // The caller disconnected before the request was complete.
      if (!request.complete) return response.destroy();
      // A bug of ours: the caller receives an opaque 500, like from the real service.
      console.error(error);
      if (response.headersSent) response.destroy();
      else send(response, request, { status: 500, body: 'Error interno' });
    });
  });
  server.headersTimeout = 10_000;
  server.requestTimeout = 60_000;
  return server;
}

async function serve(request: IncomingMessage, response: ServerResponse, front: Front): Promise<void> {
  const [path = '/', search = ''] = splitOnce(request.url ?? '/', '?');
  if (path.startsWith('/_control/')) return control(request, response, path, front.controls);

  const plainPath = path.toLowerCase().replace(/\/$/, '');
  const match = routes.get(`${request.method} ${plainPath}`);
  const played = findTaxpayerService(request.method ?? '', plainPath, front.world.taxpayers);
  if (played !== undefined) return serveTaxpayer(played, request, response, front);
  if (match === undefined) return send(response, request, notFound);

  const body = await readBody(request);
  await front.latency();
  const fault = front.faults.next(match.service, (eNCF) => isAbout(eNCF, search, body, front.world));
  if (fault !== undefined && fault.processed !== true) return spoil(fault, match.service, undefined, response, request);
  const reply = body === undefined ? tooLarge : answer(match, request, search, body, front.world);
  if (fault !== undefined) return spoil(fault, match.service, reply, response, request);
  send(response, request, reply, match.service);
}

/** Serves a call to a simulated taxpayer, with its fault. */
async function serveTaxpayer(
  { taxpayer, service }: NonNullable<ReturnType<typeof findTaxpayerService>>,
  request: IncomingMessage,
  response: ServerResponse,
  { world, faults, latency }: Front,
): Promise<void> {
  const body = await readBody(request);
  await latency();
  const fault = faults.next(service, (eNCF) => isAbout(eNCF, '', body, world));
  if (fault !== undefined && fault.processed !== true) return spoil(fault, service, undefined, response, request);
  const upload = readUpload(request.headers['content-type'] ?? '', body ?? Buffer.alloc(0));
  const reply =
    body === undefined
      ? tooLarge
      : request.method === 'POST' && upload === undefined
        ? noUpload
        : await taxpayerServices[service](taxpayer, { upload: upload ?? nothing, token: tokenIn(request) }, world);
  if (fault !== undefined) return spoil(fault, service, reply, response, request);
  send(response, request, reply, service === 'tokenDeContribuyente' ? 'validarSemilla' : undefined);
}

/** Whether a call is about a number: it queries it or one of its trackIds, or sends a file with its name. */
function isAbout(eNCF: string, search: string, body: Buffer | undefined, { registry }: World): boolean {
  const query = queryOf(search);
  const asked = [query('encf'), query('ncfelectronico'), registry.receptionOf(query('trackid'))?.eNCF];
  return asked.includes(eNCF) || (body?.subarray(0, 1_000).includes(`${eNCF}.xml`) ?? false);
}

const notFound: Reply = {
  status: 404,
  html: '<!DOCTYPE html><html><head><title>404</title></head><body><h1>404 - File or directory not found.</h1></body></html>',
};
const tooLarge: Reply = { status: 413, body: 'El archivo excede el tamaño permitido' };
const noUpload: Reply = { status: 400, body: 'Multipart cannot be empty' };
const nothing: Upload = { fileName: '', bytes: Buffer.alloc(0) };
const unauthorized: Reply = { status: 401, body: 'El token no es válido o está vencido' };

/** Checks the token and the file that a service requires, then calls the service. */
function answer(
  { service, ambiente }: Match,
  request: IncomingMessage,
  search: string,
  body: Buffer,
  world: World,
): Reply {
  const spec: DgiiRoute = protocol[service];
  const holder = spec.policy === 'sesion' ? holderOf(request, ambiente, world) : nobody(ambiente);
  if (holder === undefined) return unauthorized;
  let upload: Upload = { ...nothing, bytes: body };
  if (spec.bodyKind === 'multipart') {
    const part = readUpload(request.headers['content-type'] ?? '', body);
    if (part === undefined || part.bytes.length === 0) {
      return noUpload;
    }
    if (!/\.xml$/i.test(part.fileName)) {
      return { status: 400, body: 'Tipo de archivo no válido, favor proveer un XML' };
    }
    upload = part;
  }
  return services[service]({ ambiente, holder, upload, query: queryOf(search) }, world);
}

const nobody = (ambiente: Ambiente): Holder => ({ holderId: '', ambiente });

const tokenIn = (request: IncomingMessage): string | undefined =>
  /^bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];

const holderOf = (request: IncomingMessage, ambiente: Ambiente, { sessions }: World): Holder | undefined => {
  const token = tokenIn(request);
  return token === undefined ? undefined : sessions.holderOf(token, ambiente);
};

function queryOf(search: string): ServiceCall['query'] {
  const values = new Map([...new URLSearchParams(search)].map(([name, value]) => [name.toLowerCase(), value]));
  return (name) => values.get(name.toLowerCase()) ?? '';
}

/** Reads the whole body; undefined if it is too large, and then the rest is read and dropped. */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= maxBodyBytes) chunks.push(chunk);
  }
  return bytes <= maxBodyBytes ? Buffer.concat(chunks) : undefined;
}

/**
 * Runs a command of tests and demonstrations: `POST /_control/{command}` with a JSON body, only from this machine and
 * never from a web page in a browser.
 */
async function control(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  controls: Controls,
): Promise<void> {
  const from = request.socket.remoteAddress ?? '';
  const name = path.slice('/_control/'.length);
  const command = Object.hasOwn(controls, name) ? controls[name as keyof Controls] : undefined;
  const body = await readBody(request);
  const isLocal =
    (from === '::1' || from.replace('::ffff:', '').startsWith('127.')) && request.headers.origin === undefined;
  if (!isLocal || request.method !== 'POST' || command === undefined || body === undefined) {
    return send(response, request, { status: isLocal ? 404 : 403, body: 'No existe' });
  }
  try {
    const argument: unknown = body.length === 0 ? undefined : JSON.parse(body.toString('utf8'));
    const answer = await (command as (argument: unknown) => unknown)(argument);
    send(response, request, { status: 200, body: answer ?? null });
  } catch (error) {
    send(response, request, { status: 400, body: String(error) });
  }
}

const splitOnce = (text: string, mark: string): [string, string?] => {
  const at = text.indexOf(mark);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)];
};
