import { appendFileSync, mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatENCF } from '@timbre/values';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Reception, Registry } from './registry.ts';

let folder: string;
let stateFile: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'timbre-registry-'));
  stateFile = join(folder, 'state.ndjson');
});
afterEach(() => rmSync(folder, { recursive: true }));

const reception = (n: number): Reception => ({
  trackId: `t${n}`,
  service: 'enviarECF',
  ambiente: 'testecf',
  rnc: '101000015',
  eNCF: formatENCF('31', n),
  fileName: `101000015${formatENCF('31', n)}.xml`,
  sha256: 'a'.repeat(64),
  at: n,
  finalAt: n,
  decision: { estado: 'aceptado', mensajes: [{ codigo: '0', valor: 'ñ'.repeat(n % 400) }], secuenciaUtilizada: true },
  facts: { tipo: '31', montoTotal: '100.00' },
});

test('a state file of several megabytes is replayed whole, whatever its chunks cut', () => {
  const first = new Registry(stateFile);
  for (let n = 1; n <= 5000; n += 1) first.receive(reception(n));
  first.close();
  expect(statSync(stateFile).size).toBeGreaterThan(2 * 1024 * 1024);
  const second = new Registry(stateFile);
  expect(second.receptions()).toEqual(first.receptions());
  second.close();
});

test('a state file cut anywhere in its last line loses that line only', () => {
  const first = new Registry(stateFile);
  for (let n = 350; n <= 352; n += 1) first.receive(reception(n));
  first.close();
  const whole = statSync(stateFile).size;
  for (const cut of [1, 2, 3, 500, 900]) {
    truncateSync(stateFile, whole - cut);
    const again = new Registry(stateFile);
    expect(again.receptions().map(({ trackId }) => trackId)).toEqual(['t350', 't351']);
    again.receive(reception(352));
    again.close();
    expect(statSync(stateFile).size).toBe(whole);
  }
});

test('a broken line in the middle is an error', () => {
  appendFileSync(stateFile, '{"reception":\n');
  expect(() => new Registry(stateFile)).toThrow(SyntaxError);
});

test('the first acceptance stands, whatever comes after it', () => {
  const registry = new Registry(undefined);
  const rejected = { estado: 'rechazado', mensajes: [], secuenciaUtilizada: false } as const;
  registry.receive({ ...reception(1), decision: rejected });
  expect(registry.numberOf('testecf', '101000015', formatENCF('31', 1))).toMatchObject({ used: false });
  registry.receive({ ...reception(1), trackId: 'accepted' });
  registry.receive({ ...reception(1), trackId: 'late', decision: rejected });
  expect(registry.numberOf('testecf', '101000015', formatENCF('31', 1))).toMatchObject({
    used: true,
    accepted: { trackId: 'accepted' },
  });
});

test('numbers of environments, issuers and services do not mix', () => {
  const registry = new Registry(undefined);
  registry.receive(reception(1));
  registry.receive({ ...reception(2), service: 'aprobacionComercial' });
  expect(registry.numberOf('ecf', '101000015', formatENCF('31', 1)).used).toBe(false);
  expect(registry.numberOf('testecf', '131000017', formatENCF('31', 1)).used).toBe(false);
  expect(registry.numberOf('testecf', '101000015', formatENCF('31', 2)).used).toBe(false);
});
