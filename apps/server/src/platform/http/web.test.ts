import { createHash } from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { withHttp } from './testing/calls.ts';

const { inject } = withHttp();

describe('the web application', () => {
  test('every screen is the same page, with a nonce of its own each time', async () => {
    const nonces = new Set<string>();
    for (const url of ['/', '/login', '/facturas?estado=aceptado', '/no/existe']) {
      const answer = await inject({ url, headers: { accept: 'text/html' } });
      expect(answer.statusCode).toBe(200);
      const nonce = /content="([^"]+)"/.exec(answer.body)![1]!;
      expect(answer.headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${nonce}'`);
      expect(answer.headers['cache-control']).toBe('no-store');
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(4);
  });

  test('the page allows its two scripts, by their hash, no other inline script and nothing from elsewhere', async () => {
    const { headers } = await inject({ url: '/', headers: { accept: 'text/html' } });
    const policy = String(headers['content-security-policy']);
    const [uno, dos] = ['uno()', 'dos()'].map((code) => createHash('sha256').update(code).digest('base64'));
    expect(policy.split('; ').slice(0, 2)).toEqual([
      "default-src 'none'",
      `script-src 'self' 'sha256-${uno}' 'sha256-${dos}'`,
    ]);
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types 'none'");
  });

  test('the page of Mapeo de Cuentas may call the provider of the language model, and no other page may', async () => {
    const pageOf = (url: string) => inject({ url, headers: { accept: 'text/html' } });
    const reaches = (policy: unknown) => /connect-src ([^;]*)/.exec(String(policy))?.[1];
    const { headers, body } = await pageOf('/cuentas-mapping?tab=607');
    expect(reaches(headers['content-security-policy'])).toBe("'self' https://modelo.example");
    expect(body).toContain('<meta name="asistente" content="https://modelo.example/v">');
    for (const url of ['/', '/reportes-fiscales', '/cuentas-mapping-otra']) {
      const other = await pageOf(url);
      expect(reaches(other.headers['content-security-policy'])).toBe("'self'");
      expect(other.body).not.toContain('asistente');
    }
  });

  test('the page is sent in brotli where it is accepted, with the nonce of this answer', async () => {
    const packed = await inject({ url: '/', headers: { accept: 'text/html', 'accept-encoding': 'gzip, br' } });
    expect(packed.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
    const nonce = /content="([^"]+)"/.exec(brotliDecompressSync(packed.rawPayload).toString())![1]!;
    expect(packed.headers['content-security-policy']).toContain(`'nonce-${nonce}'`);
  });

  test('named files may be cached for good, and are sent in brotli where it is accepted', async () => {
    const url = '/assets/app-abc123.js';
    const plain = await inject(url);
    expect(plain.body).toBe('alert(1)');
    expect(plain.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    });
    const packed = await inject({ url, headers: { 'accept-encoding': 'gzip, br' } });
    expect([packed.body, packed.headers['content-encoding']]).toEqual(['en brotli', 'br']);
    const icon = await inject('/favicon.svg');
    expect(icon.headers['cache-control']).toBe('no-cache');
    const again = await inject({ url: '/favicon.svg', headers: { 'if-none-match': String(icon.headers.etag) } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  test('a file that does not exist is 404, whatever the path to it', async () => {
    for (const url of [
      '/assets/otra.js',
      '/../../package.json',
      '/%2e%2e/package.json',
      '/assets/%2e%2e%2findex.html',
      '/index.html',
    ])
      expect((await inject(url)).statusCode).toBe(404);
    expect((await inject({ url: '/assets/otra.js', headers: { accept: 'text/html' } })).statusCode).toBe(404);
  });
});
