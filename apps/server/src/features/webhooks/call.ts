import type { lookup } from 'node:dns';
import * as http from 'node:http';
import * as https from 'node:https';
import { isIP } from 'node:net';
import { AddressRefused, isLoopback, isPrivate, lookupWithin } from '@timbre/authority';

/** The outcome of one call: the status and the beginning of the answer, or why there was none, in Spanish. */
export interface Called {
  readonly ms: number;
  readonly estado: number | null;
  readonly error: string | null;
  readonly respuesta: string | null;
}

/** Calls the addresses entered by companies. */
export interface Caller {
  /** Why an address may not be called, in Spanish; undefined if nothing forbids it before its name is resolved. */
  refusalOf(url: string): string | undefined;
  /** Posts JSON. Follows no redirect, never retries, never throws. */
  post(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<Called>;
}

interface CallerOptions {
  /**
   * Whether this machine may be called, also over http and at any port: only with the simulator, on a server that only
   * this machine reaches.
   */
  readonly allowLoopback: boolean;
  /** Resolves names, instead of the system's resolver. */
  readonly resolve?: typeof lookup;
  /** Trusted root certificates, instead of the system's. */
  readonly ca?: string;
  readonly withinMs?: number;
}

/** Maximum bytes of an answer that are read. */
const mostRead = 4 * 1024;
/** Ports of https that receivers use. */
const ports = ['', '8443'];

/**
 * Makes the caller of webhooks. A name is resolved once, for the connection, and the resolved address is checked there.
 */
export function createCaller({ allowLoopback, resolve, ca, withinMs = 10_000 }: CallerOptions): Caller {
  const isAllowed = (address: string) => !isPrivate(address) || (allowLoopback && isLoopback(address));
  const isOwn = (host: string) => allowLoopback && (host === 'localhost' || (isIP(host) !== 0 && isLoopback(host)));
  const options = { agent: false, lookup: lookupWithin(isAllowed, resolve), ...(ca === undefined ? {} : { ca }) };
  const refusalOf = (text: string) => refusalOfAddress(text, isOwn, isAllowed);
  return {
    refusalOf,
    async post(url, headers, body) {
      const startMs = performance.now();
      const refusal = refusalOf(url);
      const result = refusal === undefined ? await postTo(url, headers, body, options, withinMs) : { error: refusal };
      return { estado: null, error: null, respuesta: null, ...result, ms: Math.round(performance.now() - startMs) };
    },
  };
}

/** Why an address is not called, in Spanish; undefined if it may be called. */
function refusalOfAddress(
  text: string,
  isOwn: (host: string) => boolean,
  isAllowed: (address: string) => boolean,
): string | undefined {
  // A URL is parsed without its control characters, so it would differ from the one shown.
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)) return 'La dirección tiene saltos de línea u otros caracteres de control';
  if (!URL.canParse(text)) return 'Escriba una dirección completa: https://…';
  const { protocol, hostname, port, username, password } = new URL(text);
  const host = hostname.replace(/^\[|\]$/g, '');
  const own = isOwn(host);
  if (protocol !== 'https:' && !(own && protocol === 'http:')) return 'La dirección debe comenzar con https://';
  if (username !== '' || password !== '') return 'La dirección no puede llevar usuario ni contraseña';
  if (!own && !ports.includes(port)) return 'El puerto debe ser 443 u 8443';
  if (isIP(host) !== 0 && !isAllowed(host)) return 'La dirección no es pública';
  return undefined;
}

/** Posts a body. A failure of the connection is a result too. */
function postTo(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  options: https.RequestOptions,
  withinMs: number,
): Promise<Partial<Called>> {
  return new Promise((done) => {
    const { request } = url.startsWith('http:') ? http : https;
    const sent = request(url, {
      ...options,
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
    });
    const late = setTimeout(() => {
      done({ error: `No respondió en ${withinMs / 1_000} s` });
      sent.destroy();
    }, withinMs);
    sent.on('close', () => {
      clearTimeout(late);
      // After an answer or an error this has no effect.
      done({ error: words.ECONNRESET! });
    });
    sent.on('error', (error) => done({ error: wordsOf(error) }));
    sent.on('response', (answer) => {
      const { statusCode: estado = 0 } = answer;
      const chunks: Buffer[] = [];
      let bytes = 0;
      const finish = () => {
        const text = Buffer.concat(chunks).subarray(0, mostRead).toString('utf8');
        done({ estado, error: faultOf(estado), respuesta: storable(text) });
        sent.destroy();
      };
      answer.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        bytes += chunk.length;
        if (bytes >= mostRead) finish();
      });
      answer.on('end', finish);
      answer.on('error', (error) => done({ error: wordsOf(error) }));
    });
    sent.end(body);
  });
}

/** PostgreSQL stores no NUL in a text. */
const storable = (text: string): string => text.replaceAll('\0', '\u{FFFD}');

function faultOf(estado: number): string | null {
  if (estado >= 200 && estado < 300) return null;
  return estado >= 300 && estado < 400 ? `Respondió ${estado}: no se siguen redirecciones` : `Respondió ${estado}`;
}

const words: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Rechazó la conexión',
  ECONNRESET: 'Cortó la conexión',
  ENOTFOUND: 'El nombre no existe',
  EAI_AGAIN: 'No se pudo resolver el nombre',
  ETIMEDOUT: 'No respondió',
  EHOSTUNREACH: 'No se pudo llegar a la dirección',
  ENETUNREACH: 'No se pudo llegar a la dirección',
  HPE_INVALID_CONSTANT: 'La respuesta no es HTTP',
};

function wordsOf(error: Error): string {
  if (error instanceof AddressRefused) return 'La dirección no es pública';
  const { code = '' } = error as NodeJS.ErrnoException;
  if (words[code] !== undefined) return words[code];
  if (/CERT|SSL|TLS|SIGNATURE/.test(code)) return `El certificado TLS no sirve (${code})`;
  if (code.startsWith('HPE_')) return 'La respuesta no es HTTP';
  return `No se pudo conectar${code === '' ? '' : ` (${code})`}`;
}
