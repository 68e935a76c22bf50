import { describe, expect, test } from 'vitest';
import { withServer } from '../testing/server.ts';

async function avisosOf(server: ReturnType<typeof withServer>): Promise<string[]> {
  const { body } = await server.app.http.fastify.inject({ url: '/readyz' });
  return JSON.parse(body).avisos;
}
const ask = (server: ReturnType<typeof withServer>, remoteAddress: string, headers: Record<string, string> = {}) =>
  server.app.http.fastify.inject({ url: '/livez', remoteAddress, headers });
const forwarded = { 'x-forwarded-for': '198.51.100.4' };
const proxies = expect.stringContaining('TIMBRE_TRUSTED_PROXIES');

describe('without a proxy in the configuration', () => {
  const server = withServer();

  test('only a forwarded request from this machine or a private network reveals a proxy', async () => {
    await ask(server, '127.0.0.1');
    await ask(server, '1.1.1.1', forwarded);
    await ask(server, '::ffff:1.1.1.1', forwarded);
    expect(await avisosOf(server)).toEqual([]);
    await ask(server, '::ffff:10.1.2.3', forwarded);
    expect(await avisosOf(server)).toEqual([proxies]);
  });
});

describe('without a proxy in the configuration, on this machine', () => {
  const server = withServer();

  test('a forwarded request is reported where no proxy is configured', async () => {
    await ask(server, '127.0.0.1', forwarded);
    expect(await avisosOf(server)).toEqual([proxies]);
  });
});

describe('with a proxy in the configuration', () => {
  const server = withServer({ trustedProxies: 1 });

  test('a forwarded request is not reported where a proxy is configured', async () => {
    await ask(server, '127.0.0.1', forwarded);
    expect(await avisosOf(server)).toEqual([]);
  });
});
