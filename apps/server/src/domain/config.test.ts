import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { makeCertificate } from '@timbre/xml/testing/certificates';
import { describe, expect, test } from 'vitest';
import { ConfigError } from '../platform/process/config-error.ts';
import { demandSafe, readConfig } from './config.ts';

test('the default is port 3000 of this machine, with the embedded database and the simulator', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '  ' })).toEqual({
    host: '127.0.0.1',
    port: 3000,
    dataDir: resolve('data'),
    databaseUrl: undefined,
    fsync: true,
    masterKey: undefined,
    masterKeyFile: undefined,
    root: undefined,
    authority: 'simulador',
    contingencyHours: 72,
    testExpiry: '2028-12-31',
    simulatorUrl: undefined,
    demo: undefined,
    publicUrl: undefined,
    trustedProxies: 0,
    metricsToken: undefined,
    statusKey: undefined,
    receiverRoots: [],
    unknownDays: 30,
    mailFrom: 'timbre@localhost',
    quickbooks: { app: undefined, baseUrl: undefined },
    assistantUrl: 'https://api.anthropic.com',
    logLevel: 'info',
  });
});

test('the authorities of the receiver are read from a file of certificates, and from no other file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'timbre-ca-'));
  try {
    const file = join(folder, 'ca.pem');
    const authorities = [1, 2].map(() => makeCertificate({ isAuthority: true }).certificate);
    writeFileSync(file, `Avansi\n${authorities.join('\n')}`);
    expect(readConfig({ TIMBRE_RECEIVER_CA: file }).receiverRoots).toEqual(authorities.map((pem) => pem.trim()));
    for (const text of ['', 'nada', authorities[0]!.replace('MII', 'AAA')]) {
      writeFileSync(file, text);
      expect(() => readConfig({ TIMBRE_RECEIVER_CA: file })).toThrow(ConfigError);
    }
    expect(() => readConfig({ TIMBRE_RECEIVER_CA: join(folder, 'otro.pem') })).toThrow(ConfigError);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('all settings are read', () => {
  const key = Buffer.alloc(32, 1);
  expect(
    readConfig({
      HOST: '0.0.0.0',
      PORT: '0',
      TIMBRE_DATA_DIR: '/var/lib/timbre',
      DATABASE_URL: 'postgresql://u@h/d',
      TIMBRE_MASTER_KEY: key.toString('base64'),
      TIMBRE_ROOT_LOGIN: 'admin',
      TIMBRE_ROOT_PASSWORD: 'una contraseña larga',
      TIMBRE_AUTHORITY: 'dgii',
      TIMBRE_SIMULATOR_URL: 'http://127.0.0.1:4000/',
      ANTHROPIC_BASE_URL: 'http://127.0.0.1:9/',
      TIMBRE_DEMO: '0',
      TIMBRE_FSYNC: '0',
      TIMBRE_PUBLIC_URL: 'https://timbre.ejemplo//',
      TIMBRE_TRUSTED_PROXIES: '2',
      TIMBRE_METRICS_TOKEN: 'm'.repeat(32),
      TIMBRE_DGII_STATUS_KEY: 'clave-de-estatus',
      QUICKBOOKS_CLIENT_ID: 'ABc',
      QUICKBOOKS_CLIENT_SECRET: 'secreto',
      QUICKBOOKS_BASE_URL: 'https://sandbox-quickbooks.api.intuit.com/',
      TIMBRE_TEST_EXPIRY: '2027-12-31',
      TIMBRE_LOG_LEVEL: 'warn',
    }),
  ).toEqual({
    host: '0.0.0.0',
    port: 0,
    dataDir: '/var/lib/timbre',
    databaseUrl: 'postgresql://u@h/d',
    fsync: false,
    masterKey: key,
    masterKeyFile: undefined,
    testExpiry: '2027-12-31',
    root: { login: 'admin', password: 'una contraseña larga' },
    authority: 'dgii',
    contingencyHours: 72,
    simulatorUrl: 'http://127.0.0.1:4000',
    demo: '0',
    publicUrl: 'https://timbre.ejemplo',
    trustedProxies: 2,
    metricsToken: 'm'.repeat(32),
    statusKey: 'clave-de-estatus',
    receiverRoots: [],
    unknownDays: 30,
    mailFrom: 'timbre@localhost',
    quickbooks: {
      app: { clientId: 'ABc', clientSecret: 'secreto' },
      baseUrl: 'https://sandbox-quickbooks.api.intuit.com',
    },
    assistantUrl: 'http://127.0.0.1:9',
    logLevel: 'warn',
  });
});

test.each([
  [{ PORT: 'ochenta' }, 'PORT debe ser un puerto'],
  [{ PORT: '70000' }, 'PORT debe ser un puerto'],
  [{ TIMBRE_MASTER_KEY: 'corta' }, 'TIMBRE_MASTER_KEY debe ser 32 bytes en base64'],
  [{ TIMBRE_AUTHORITY: 'otra' }, 'TIMBRE_AUTHORITY debe ser simulador o dgii'],
  [{ TIMBRE_DEMO: 'si' }, 'TIMBRE_DEMO debe ser 0 o 1 o vacia'],
  [{ TIMBRE_FSYNC: 'no' }, 'TIMBRE_FSYNC debe ser 0 o 1'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL debe empezar por postgres://'],
  [{ TIMBRE_ROOT_LOGIN: 'root' }, 'TIMBRE_ROOT_LOGIN y TIMBRE_ROOT_PASSWORD van juntas'],
  [{ TIMBRE_ROOT_LOGIN: 'root', TIMBRE_ROOT_PASSWORD: 'corta' }, 'al menos 12 caracteres'],
  [{ TIMBRE_PUBLIC_URL: 'timbre.ejemplo' }, 'TIMBRE_PUBLIC_URL debe ser una dirección http'],
  [{ ANTHROPIC_BASE_URL: 'http://modelo.example' }, 'ANTHROPIC_BASE_URL debe ser una dirección https'],
  [{ TIMBRE_TRUSTED_PROXIES: 'todos' }, 'TIMBRE_TRUSTED_PROXIES debe ser cuántos proxies'],
  [{ TIMBRE_METRICS_TOKEN: 'm'.repeat(31) }, 'TIMBRE_METRICS_TOKEN debe tener al menos 32 caracteres'],
  [{ TIMBRE_DGII_STATUS_KEY: 'con espacio' }, 'TIMBRE_DGII_STATUS_KEY es la clave que entrega la DGII'],
  [
    { TIMBRE_METRICS_TOKEN: `${'m'.repeat(31)} m` },
    'TIMBRE_METRICS_TOKEN debe tener al menos 32 caracteres, sin espacios',
  ],
  [{ TIMBRE_LOG_LEVEL: 'todo' }, 'TIMBRE_LOG_LEVEL debe ser trace o debug o info o warn o error o fatal o silent'],
  [{ TIMBRE_PUBLIC_URL: 'ftp://timbre' }, 'TIMBRE_PUBLIC_URL debe ser una dirección http'],
  [
    { TIMBRE_MASTER_KEY: Buffer.alloc(32, 1).toString('base64'), TIMBRE_MASTER_KEY_FILE: '/etc/timbre/llave' },
    'TIMBRE_MASTER_KEY y TIMBRE_MASTER_KEY_FILE dicen lo mismo',
  ],
])('%j is refused', (env, reason) => {
  expect(() => readConfig(env)).toThrow(ConfigError);
  expect(() => readConfig(env)).toThrow(reason);
});

/** A configuration that may issue with the real DGII. */
const production = {
  TIMBRE_AUTHORITY: 'dgii',
  DATABASE_URL: 'postgresql://u@h/d',
  TIMBRE_MASTER_KEY_FILE: '/etc/timbre/llave',
  TIMBRE_DATA_DIR: '/var/lib/timbre',
  TIMBRE_ROOT_LOGIN: 'admin',
  TIMBRE_ROOT_PASSWORD: 'cacao verde y 9 tinajas',
};

describe('with the real DGII', () => {
  const start = (env: Record<string, string>) => demandSafe(readConfig(env));

  test.each([
    {},
    { HOST: '::1' },
    { HOST: '0.0.0.0', TIMBRE_PUBLIC_URL: 'https://timbre.ejemplo' },
    { TIMBRE_MASTER_KEY: Buffer.alloc(32, 1).toString('base64'), TIMBRE_MASTER_KEY_FILE: '' },
  ])('with the real DGII, %j is accepted', (more) => {
    expect(() => start({ ...production, ...more })).not.toThrow();
  });

  test.each([
    [{ DATABASE_URL: '' }, 'hace falta PostgreSQL'],
    [{ TIMBRE_MASTER_KEY_FILE: '' }, 'la llave maestra no puede estar en la carpeta de datos'],
    [
      { TIMBRE_MASTER_KEY_FILE: '/var/lib/timbre/master.key' },
      'la llave maestra no puede estar en la carpeta de datos',
    ],
    [{ TIMBRE_PUBLIC_URL: 'http://timbre.ejemplo' }, 'TIMBRE_PUBLIC_URL debe empezar por https://'],
    [{ HOST: '0.0.0.0' }, 'fije TIMBRE_PUBLIC_URL con https://'],
    [{ TIMBRE_ROOT_PASSWORD: 'contraseña123' }, 'TIMBRE_ROOT_PASSWORD es fácil de adivinar'],
    [{ TIMBRE_ROOT_PASSWORD: 'admin cacao 9 tinajas' }, 'TIMBRE_ROOT_PASSWORD es fácil de adivinar'],
  ])('with the real DGII, %j is refused', (more, reason) => {
    expect(() => start({ ...production, ...more })).toThrow(ConfigError);
    expect(() => start({ ...production, ...more })).toThrow('Con la DGII real');
    expect(() => start({ ...production, ...more })).toThrow(reason);
  });

  test('a link does not take the master key out of the data folder', { tags: ['P4.5'] }, () => {
    const folder = mkdtempSync(join(tmpdir(), 'timbre-config-'));
    const dataDir = join(folder, 'datos');
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, 'llave'), '');
    symlinkSync(join(dataDir, 'llave'), join(folder, 'llave'));
    const linked = { TIMBRE_DATA_DIR: dataDir, TIMBRE_MASTER_KEY_FILE: join(folder, 'llave') };
    expect(() => start({ ...production, ...linked })).toThrow('la llave maestra no puede estar en la carpeta');
    rmSync(folder, { recursive: true });
  });
});
