import { inspect } from 'node:util';
import type { SignedFile } from '@timbre/authority';
import { signXml } from '@timbre/xml/node';
import { beforeAll, describe, expect, test } from 'vitest';
import { failureOf, who, withSimulator } from '../testing/authority.ts';
import { draftECF, sealed } from './test-company.ts';

const { signer, control, hosts, clientWith, readyClient } = withSimulator();
let file: SignedFile;

beforeAll(async () => {
  file = await sealed(draftECF({ eNCF: 'E310000000001' }), signer);
});

describe('sessions', () => {
  test('a thousand calls of twenty companies authenticate once each', async () => {
    let signed = 0;
    const client = clientWith({
      sign: async (_, xml) => {
        signed += 1;
        return (await signXml(xml, signer)).xml;
      },
    });
    await Promise.all(
      Array.from({ length: 1000 }, (_, index) =>
        client.consultaResultado({ ...who, empresa: `e${index % 20}` }, 'nadie'),
      ),
    );
    expect(signed).toBe(20);
  });

  test('a revoked token is replaced once, without the caller noticing', async () => {
    let signed = 0;
    const client = clientWith({
      sign: async (_, xml) => {
        signed += 1;
        return (await signXml(xml, signer)).xml;
      },
    });
    await client.authenticate(who);
    control.revokeTokens();
    const answers = await Promise.all(Array.from({ length: 50 }, () => client.consultaResultado(who, 'nadie')));
    expect(answers.every((answer) => answer.kind === 'verdict')).toBe(true);
    expect(signed).toBe(2);
  });

  test('a token refused twice is a failure, with nothing sent', async () => {
    const client = await readyClient();
    control.fault({ kind: 'status', status: 401, services: ['enviarECF'] });
    expect(await failureOf(client.enviarECF(who, file))).toMatchObject({
      reason: 'sesion',
      outcome: 'not-sent',
      retryable: true,
    });
    expect(control.log()).toEqual([]);
  });

  test('short-lived tokens are renewed in time: no call uses an expired one', async () => {
    control.settings({ tokenLifeMs: 100_000 });
    let passed = 0;
    const clock = { now: Date.now, monotonic: () => performance.now() + passed, delay: async () => undefined };
    const client = clientWith({ clock });
    let refused = 0;
    for (let i = 0; i < 200; i += 1) {
      const answer = await client.consultaResultado(who, 'nadie');
      if (answer.kind !== 'verdict') refused += 1;
      if (i % 20 === 0) passed += 45_000;
      control.settings({ clockOffsetMs: passed });
    }
    expect(refused).toBe(0);
  });

  test('the token of one environment is invalid in another', async () => {
    const client = await readyClient();
    const seed = await client.semilla('testecf');
    const { token } = await client.validarSemilla('testecf', (await signXml(seed, signer)).xml);
    const ask = (ambiente: string) =>
      fetch(`${hosts().ecf}/${ambiente}/consultaresultado/api/consultas/estado?trackid=x`, {
        headers: { authorization: `Bearer ${token}` },
      });
    expect((await ask('testecf')).status).toBe(200);
    expect((await ask('certecf')).status).toBe(401);
    expect((await ask('ecf')).status).toBe(401);
  });

  test('a seed is valid once, and only if it was issued here', async () => {
    const client = clientWith();
    const signed = (await signXml(await client.semilla('testecf'), signer)).xml;
    await client.validarSemilla('testecf', signed);
    const again = await failureOf(client.validarSemilla('testecf', signed));
    expect(again).toMatchObject({ reason: 'certificado', retryable: false, outcome: 'not-sent', status: 400 });
    const foreign = await signXml(
      '<SemillaModel><valor>otra</valor><fecha>2026-11-21T10:00:00</fecha></SemillaModel>',
      signer,
    );
    expect(await failureOf(client.validarSemilla('testecf', foreign.xml))).toMatchObject({ reason: 'certificado' });
  });

  test('a certificate that the authority does not accept is not retried, and its words are stored', async () => {
    const waits: number[] = [];
    const client = clientWith({
      sign: async () => '<SemillaModel/>',
      clock: {
        now: Date.now,
        monotonic: () => performance.now(),
        delay: async (ms) => {
          waits.push(ms);
        },
      },
    });
    const failure = await failureOf(client.enviarECF(who, file));
    expect(failure).toMatchObject({ reason: 'certificado', retryable: false, outcome: 'not-sent' });
    expect(failure.message).toContain('no está firmado');
    expect(waits).toEqual([]);
  });

  /** A clock whose delays end immediately, and the requested delays. */
  const hurried = () => {
    const waits: number[] = [];
    const clock = {
      now: Date.now,
      monotonic: () => performance.now(),
      delay: async (ms: number) => {
        waits.push(ms);
      },
    };
    return { clock, waits };
  };

  test('a missing seed is requested again ten seconds later, while the authority answers', {
    tags: ['S9-2'],
  }, async () => {
    const { clock, waits } = hurried();
    control.fault({ kind: 'status', status: 500, services: ['semilla'], times: 1 });
    expect(await clientWith({ clock }).authenticate(who)).toEqual({ autenticadoHasta: expect.any(Number) });
    expect(waits).toEqual([10_000]);
  });

  test('calls do not wait for a seed where the authority is known to be down', async () => {
    const { clock, waits } = hurried();
    control.fault({ kind: 'status', status: 500, services: ['semilla'], times: 2 });
    expect(await failureOf(clientWith({ clock }).authenticate(who))).toMatchObject({ reason: 'servidor' });
    expect(waits).toEqual([]);
  });

  test('a document whose authentication failed without an answer was certainly not sent', async () => {
    control.fault({ kind: 'lose', services: ['validarSemilla'], times: 1 });
    expect(await failureOf(clientWith().enviarECF(who, file))).toMatchObject({
      reason: 'cortada',
      outcome: 'not-sent',
    });
  });

  test('an error of signing reaches the caller unchanged', async () => {
    class NoCertificate extends Error {}
    const client = clientWith({ sign: () => Promise.reject(new NoCertificate()) });
    await expect(client.enviarECF(who, file)).rejects.toBeInstanceOf(NoCertificate);
  });

  test.each(['lose', 'status', 'malformed'] as const)(
    'no error and no session ever shows the token: %s',
    async (kind) => {
      const client = await readyClient();
      control.fault({ kind });
      const failure = await failureOf(client.enviarECF(who, file));
      const shown = inspect([failure, client, client.session(who)], { depth: 20, showHidden: true });
      expect(shown).not.toMatch(/bearer|[\w-]{43}/i);
    },
  );
});
