import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { open, seal } from './envelope.ts';
import { createKeyring, createWrapping } from './keyring.ts';
import { loadMasterKey, masterKeyFile } from './master-key.ts';
import { checkPassword, hashPassword } from './password.ts';

const key = Buffer.alloc(32, 7);
const secret = Buffer.from('contraseña del certificado');
const keyringOf = (masterKey: Buffer) => createKeyring(createWrapping(masterKey), masterKey);

describe('a sealed secret', () => {
  test('a sealed secret opens with its key in its place', () => {
    expect(open(key, seal(key, secret, 'a|1|clave'), 'a|1|clave')).toEqual(secret);
    expect(open(key, seal(key, Buffer.alloc(0), 'x'), 'x')).toHaveLength(0);
  });

  test('a sealed secret does not open in the place of another company, row or column', () => {
    const sealed = seal(key, secret, 'a|1|clave');
    for (const place of ['b|1|clave', 'a|2|clave', 'a|1|llave', '']) expect(() => open(key, sealed, place)).toThrow();
  });

  test('a sealed secret does not open with another key, nor with any byte changed', () => {
    const sealed = seal(key, secret, 'x');
    expect(() => open(Buffer.alloc(32, 8), sealed, 'x')).toThrow();
    for (let i = 0; i < sealed.length; i++) {
      const changed = Buffer.from(sealed);
      changed[i]! ^= 1;
      expect(() => open(key, changed, 'x')).toThrow();
    }
    expect(() => open(key, sealed.subarray(0, 20), 'x')).toThrow();
  });

  test('a secret is never sealed twice alike', () => {
    expect(seal(key, secret, 'x').equals(seal(key, secret, 'x'))).toBe(false);
  });
});

describe('the keyring', () => {
  test('a company’s key opens for that company and under that master key only', () => {
    const keyring = keyringOf(key);
    const wrapped = keyring.newDataKey('a');
    expect(keyring.unwrap('a', wrapped)).toHaveLength(32);
    expect(() => keyring.unwrap('b', wrapped)).toThrow();
    expect(() => keyringOf(Buffer.alloc(32, 8)).unwrap('a', wrapped)).toThrow();
  });

  test('a key that was never issued is recognised without a look-up', () => {
    const [one, two] = [keyringOf(key), keyringOf(Buffer.alloc(32, 8))];
    const made = one.newKey('ses');
    expect(made).toMatch(/^ses_[\w-]{54}$/);
    expect(one.newKey('ses')).not.toBe(made);
    expect([one.madeKey(made), two.madeKey(made)]).toEqual([true, false]);
    const changed = made.slice(0, 10) + (made[10] === 'A' ? 'B' : 'A') + made.slice(11);
    for (const other of [
      changed,
      made.replace('ses_', 'tmb_'),
      made.slice(0, -1),
      `${made}A`,
      `ses_${'A'.repeat(54)}`,
      '',
    ])
      expect(one.madeKey(other)).toBe(false);
  });

  test('digests for look-ups and derived passwords differ between master keys', () => {
    const [one, two] = [keyringOf(key), keyringOf(Buffer.alloc(32, 8))];
    expect(one.hmac('ses_x')).toEqual(keyringOf(key).hmac('ses_x'));
    expect(one.hmac('ses_x').equals(two.hmac('ses_x'))).toBe(false);
    expect(one.passwordFor('demo')).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/);
    expect(one.passwordFor('demo')).not.toBe(two.passwordFor('demo'));
    expect(one.passwordFor('demo')).not.toBe(one.passwordFor('otra'));
  });
});

describe('the master key', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'timbre-key-'));
  });
  afterEach(() => rmSync(dataDir, { recursive: true }));

  test('the master key is created once, readable by its owner only', () => {
    const made = loadMasterKey({ masterKey: undefined, masterKeyFile: undefined, dataDir });
    expect(made).toHaveLength(32);
    expect(loadMasterKey({ masterKey: undefined, masterKeyFile: undefined, dataDir })).toEqual(made);
    expect(statSync(join(dataDir, masterKeyFile)).mode & 0o777).toBe(0o600);
  });

  test('a master key of the configuration leaves no file', () => {
    expect(loadMasterKey({ masterKey: key, masterKeyFile: undefined, dataDir })).toEqual(key);
    expect(existsSync(join(dataDir, masterKeyFile))).toBe(false);
  });

  test('a master key file that the configuration names is read there, and never created', () => {
    const masterKeyFile = join(dataDir, 'llave');
    const config = { masterKey: undefined, masterKeyFile, dataDir };
    expect(() => loadMasterKey(config)).toThrow('No se puede leer la llave maestra');
    writeFileSync(masterKeyFile, `${key.toString('base64')}\n`, { mode: 0o600 });
    expect(loadMasterKey(config)).toEqual(key);
  });

  test('a master key file that others can read, or that is damaged, is refused and left as it was', () => {
    loadMasterKey({ masterKey: undefined, masterKeyFile: undefined, dataDir });
    const path = join(dataDir, masterKeyFile);
    chmodSync(path, 0o644);
    expect(() => loadMasterKey({ masterKey: undefined, masterKeyFile: undefined, dataDir })).toThrow(
      'Otros usuarios pueden leer',
    );
    writeFileSync(path, 'corta', { mode: 0o600 });
    chmodSync(path, 0o600);
    expect(() => loadMasterKey({ masterKey: undefined, masterKeyFile: undefined, dataDir })).toThrow(
      'no contiene una llave maestra',
    );
    expect(readFileSync(path, 'utf8')).toBe('corta');
  });
});

describe('passwords', () => {
  test('passwords are stored as argon2id of 19 MiB and two passes, and only the right one matches', async () => {
    const stored = await hashPassword('correcta');
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await checkPassword(stored, 'correcta')).toBe(true);
    expect(await checkPassword(stored, 'incorrecta')).toBe(false);
    expect(await checkPassword(undefined, 'correcta')).toBe(false);
  });

  test('passwords are checked one at a time with twenty in line; further ones are refused', async () => {
    const stored = await hashPassword('x');
    const results = await Promise.allSettled(Array.from({ length: 30 }, () => checkPassword(stored, 'x')));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(21);
    expect(results.filter((each) => each.status === 'rejected' && each.reason.name === 'TooBusy')).toHaveLength(9);
    expect(await checkPassword(stored, 'x')).toBe(true);
  });

  test('strangers, however many, neither block known users nor make them wait', async () => {
    const stored = await hashPassword('x');
    const order: string[] = [];
    const ask = (who: 'known' | 'strangers') => checkPassword(stored, 'x', { line: who }).then(() => order.push(who));
    const strangers = Promise.allSettled(Array.from({ length: 30 }, () => ask('strangers')));
    await Promise.all([ask('known'), ask('known')]);
    // First the check that was running when they arrived, then their own.
    expect(order).toEqual(['strangers', 'known', 'known']);
    expect((await strangers).filter(({ status }) => status === 'rejected')).toHaveLength(9);
  });
});
