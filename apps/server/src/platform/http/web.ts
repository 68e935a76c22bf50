import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { menuItemOf } from '@timbre/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isNavigation } from './addresses.ts';
import { pagePolicy } from './headers.ts';

/**
 * The folders where the build puts the web application: next to the server's bundle; when run from the sources, in
 * dist.
 */
const places = ['../web/', '../../../../../dist/web/'].map((place) => fileURLToPath(new URL(place, import.meta.url)));

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
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

interface WebFile {
  readonly bytes: Buffer;
  /** The same content in brotli, if the build made it. */
  readonly brotli: Buffer | undefined;
  readonly type: string;
  readonly tag: string;
  /** Its name changes with its content. */
  readonly immutable: boolean;
}

/** The page shown if the build has no web application. */
const missingPage =
  '<!doctype html><html lang="es"><meta charset="utf-8"><title>Timbre</title><p>La aplicación web no está compilada. Ejecute <code>npm run build</code>.';

const noncePlace = '__NONCE__';

/** Answers a request for the web application; undefined if it is for something else. */
export type Web = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined;

/**
 * The web application, read once into memory: a request is a look-up in a table, and never a path on the disk.
 *
 * The front page is served for any request of `/`; for other paths, only for navigations.
 *
 * Only the page of Mapeo de Cuentas may call the provider of the language model, whose address it contains
 * (docs/design/web.md#the-mapping-page).
 *
 * @param assistantUrl address of the provider
 * @param folder where it was built; if it was not, the page states that
 */
export function createWeb(
  assistantUrl: string,
  folder = places.find((place) => existsSync(join(place, 'index.html'))),
): Web {
  const files = new Map<string, WebFile>(folder === undefined ? [] : readFiles(folder));
  const page = files.get('/index.html')?.bytes.toString('utf8') ?? missingPage;
  const scripts = [...page.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, code]) => hashOf(code!));
  const linksOf = readPreloads(files.get(preloadTable)?.bytes);

  return (request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
    const path = request.url.split('?', 1)[0]!;
    const file = path === '/index.html' || path === preloadTable ? undefined : files.get(path);
    if (file !== undefined) return sendFile(file, request, reply);
    if (path !== '/' && (/^\/(api|fe|assets)(\/|$)/i.test(path) || !isNavigation(request.raw))) return undefined;
    // Search engines may show our pages, but not that of a shared document.
    if (!sharedDocument.test(path)) reply.removeHeader('x-robots-tag');
    const reaches = menuItemOf(path)?.id === mapping ? assistantUrl : undefined;
    const withLinks = page.replace('</head>', () => `${linksOf(path)}${assistantMark(reaches)}</head>`);
    const origin = reaches && new URL(reaches).origin;
    return sendPage(request, reply, (nonce) => withLinks.replaceAll(noncePlace, nonce), scripts, origin);
  };
}

/** The address of a document that a company shares. */
const sharedDocument = /^\/f\//i;

/** The item of the menu whose screen uses a language model. */
const mapping = 'mapeo';

/** Contains the provider's address for the screen; its presence also shows that this page may call the provider. */
const assistantMark = (url: string | undefined): string =>
  url === undefined
    ? ''
    : `<meta name="asistente" content="${url.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}">`;

/** Made by the build: for each screen id, the files that it needs besides those named in the page. */
const preloadTable = '/preload.json';

/** The links that announce the files of a screen in its page, so that the browser requests them all at once. */
function readPreloads(table: Buffer | undefined): (path: string) => string {
  const files: Readonly<Record<string, readonly string[]>> = JSON.parse(table?.toString('utf8') ?? '{}');
  const links = new Map(Object.entries(files).map(([id, names]) => [id, names.map(linkTo).join('')]));
  return (path) => links.get(menuItemOf(path)?.id ?? '') ?? '';
}

const linkTo = (name: string): string =>
  name.endsWith('.css')
    ? `<link rel="preload" as="style" crossorigin href="${name}">`
    : `<link rel="modulepreload" crossorigin href="${name}">`;

const hashOf = (script: string): string => `sha256-${createHash('sha256').update(script).digest('base64')}`;

/**
 * Answers with a page that may load only our files, and whose styles carry `nonce`.
 *
 * @param scripts the hashes of the scripts in it
 * @param reaches another origin that it may call
 */
export function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  pageWith: (nonce: string) => string,
  scripts: readonly string[] = [],
  reaches?: string,
): FastifyReply {
  const nonce = randomBytes(16).toString('base64url');
  reply
    .code(200)
    .headers({
      'content-security-policy': pagePolicy(nonce, scripts, reaches),
      'cache-control': 'no-store',
      vary: 'accept-encoding',
    })
    .type('text/html; charset=utf-8');
  const page = pageWith(nonce);
  if (!takesBrotli(request)) return reply.send(page);
  return reply.header('content-encoding', 'br').send(brotliCompressSync(page, pageCompression));
}

/** Each page has a new nonce, so it is compressed at each request, in 1 ms. */
const pageCompression = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

const takesBrotli = ({ headers }: FastifyRequest): boolean => /\bbr\b/.test(String(headers['accept-encoding']));

function sendFile(file: WebFile, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.headers({
    'cache-control': file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    etag: file.tag,
    vary: 'accept-encoding',
  });
  if (request.headers['if-none-match'] === file.tag) return reply.code(304).send();
  const brotli = takesBrotli(request) ? file.brotli : undefined;
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
