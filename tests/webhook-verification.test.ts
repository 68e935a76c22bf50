import { createRequire } from 'node:module';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { signatureOf } from '../apps/server/src/features/webhooks/signature.ts';
import { verificacion } from '../apps/web/src/features/webhooks/verificacion.ts';

// Runs the verification code of the screen as it is shown there.

const require = createRequire(import.meta.url);
const esDeTimbre = runInNewContext(`${verificacion}\nesDeTimbre`, { require, Buffer }) as (
  header: string,
  body: string | Buffer,
  secret: string,
) => boolean;

const body = '{"tipo":"recibido.nuevo","datos":{"razonEmisor":"Ñandú"}}';
const now = () => Math.floor(Date.now() / 1_000);

test('a body signed with the secret is accepted, also while the secret is being changed', { tags: ['SI7-3'] }, () => {
  expect(esDeTimbre(signatureOf(now(), body, ['uno']), body, 'uno')).toBe(true);
  const both = signatureOf(now(), body, ['nuevo', 'uno']);
  expect(esDeTimbre(both, Buffer.from(body), 'uno')).toBe(true);
  expect(esDeTimbre(both, body, 'nuevo')).toBe(true);
});

test.each<[string, string, string]>([
  ['another secret', signatureOf(now(), body, ['otro']), body],
  ['another body', signatureOf(now(), body, ['uno']), `${body} `],
  ['an old time', signatureOf(now() - 301, body, ['uno']), body],
  ['a changed time', signatureOf(now() - 1, body, ['uno']).replace(/^t=\d+/, `t=${now()}`), body],
  ['no signature', `t=${now()}`, body],
  ['nonsense', 'x', body],
])('a delivery with %s is refused', (_name, header, sent) => {
  expect(esDeTimbre(header, sent, 'uno')).toBe(false);
});
