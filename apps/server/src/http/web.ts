import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isNavigation } from './addresses.ts';
import { pagePolicy } from './headers.ts';

/** Where the build leaves the web application: beside the server's bundle; from the sources, in dist. */
const places = ['../web/', '../../../../dist/web/'].map((place) => fileURLToPath(new URL(place, import.meta.url)));

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

interface WebFile {
  readonly bytes: Buffer;
  /** The same in brotli, where the build made it. */
  readonly brotli: Buffer | undefined;
  readonly type: string;
  readonly tag: string;
  /** Its name changes with its content. */
  readonly immutable: boolean;
}

/** The page that the server's build lacks its web application. */
const missingPage =
  '<!doctype html><html lang="es"><meta charset="utf-8"><title>Timbre</title><p>La aplicación web no está compilada. Ejecute <code>npm run build</code>.';

const noncePlace = '__NONCE__';

/** Answers a request that is for the web application; undefined when it is not. */
export type Web = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined;

/**
 * The web application, read once into memory: a request is a look-up in a table, never a path of the disk.
 *
 * Its front page is for whoever asks, its screens for navigations.
 *
 * @param folder where it was built; where it was not, its page says so
 */
export function createWeb(folder = places.find((place) => existsSync(join(place, 'index.html')))): Web {
  const files = new Map<string, WebFile>(folder === undefined ? [] : readFiles(folder));
  const page = (files.get('/index.html')?.bytes.toString('utf8') ?? missingPage).split(noncePlace);

  return (request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
    const path = request.url.split('?', 1)[0]!;
    const file = path === '/index.html' ? undefined : files.get(path);
    if (file !== undefined) return sendFile(file, request, reply);
    if (path !== '/' && (/^\/(api|fe|assets)(\/|$)/i.test(path) || !isNavigation(request.raw))) return undefined;
    return sendPage(reply, (nonce) => page.join(nonce));
  };
}

/** Answers with a page that may load what is ours, and whose styles carry `nonce`. */
export function sendPage(reply: FastifyReply, pageWith: (nonce: string) => string): FastifyReply {
  const nonce = randomBytes(16).toString('base64url');
  return reply
    .code(200)
    .headers({ 'content-security-policy': pagePolicy(nonce), 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(pageWith(nonce));
}

function sendFile(file: WebFile, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.headers({
    'cache-control': file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    etag: file.tag,
    vary: 'accept-encoding',
  });
  if (request.headers['if-none-match'] === file.tag) return reply.code(304).send();
  const brotli = /\bbr\b/.test(String(request.headers['accept-encoding'])) ? file.brotli : undefined;
  if (brotli !== undefined) reply.header('content-encoding', 'br');
  return reply
    .code(200)
    .type(file.type)
    .send(brotli ?? file.bytes);
}

function readFiles(folder: string): [string, WebFile][] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.flatMap((name): [string, WebFile][] => {
    const type = types[extname(name)];
    if (type === undefined) return [];
    const path = join(folder, name);
    const bytes = readFileSync(path);
    const url = `/${relative(folder, path).split(sep).join('/')}`;
    const brotli = existsSync(`${path}.br`) ? readFileSync(`${path}.br`) : undefined;
    const tag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
    return [[url, { bytes, brotli, type, tag, immutable: url.startsWith('/assets/') }]];
  });
}
