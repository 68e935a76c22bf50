import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

test('with nothing set, it listens to this machine on 3000, with the embedded database and the simulator', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '  ' })).toEqual({
    host: '127.0.0.1',
    port: 3000,
    dataDir: resolve('data'),
    databaseUrl: undefined,
    masterKey: undefined,
    root: undefined,
    authority: 'simulador',
    simulatorUrl: undefined,
    demo: undefined,
    publicUrl: undefined,
  });
});

test('all that can be set is read', () => {
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
      TIMBRE_DEMO: '0',
      TIMBRE_PUBLIC_URL: 'https://timbre.ejemplo//',
    }),
  ).toEqual({
    host: '0.0.0.0',
    port: 0,
    dataDir: '/var/lib/timbre',
    databaseUrl: 'postgresql://u@h/d',
    masterKey: key,
    root: { login: 'admin', password: 'una contraseña larga' },
    authority: 'dgii',
    simulatorUrl: 'http://127.0.0.1:4000',
    demo: false,
    publicUrl: 'https://timbre.ejemplo',
  });
});

test.each([
  [{ PORT: 'ochenta' }, 'PORT debe ser un puerto'],
  [{ PORT: '70000' }, 'PORT debe ser un puerto'],
  [{ TIMBRE_MASTER_KEY: 'corta' }, 'TIMBRE_MASTER_KEY debe ser 32 bytes en base64'],
  [{ TIMBRE_AUTHORITY: 'otra' }, 'TIMBRE_AUTHORITY debe ser simulador o dgii'],
  [{ TIMBRE_DEMO: 'si' }, 'TIMBRE_DEMO debe ser 0 o 1'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL debe empezar por postgres://'],
  [{ TIMBRE_ROOT_LOGIN: 'root' }, 'TIMBRE_ROOT_LOGIN y TIMBRE_ROOT_PASSWORD van juntas'],
  [{ TIMBRE_ROOT_LOGIN: 'root', TIMBRE_ROOT_PASSWORD: 'corta' }, 'al menos 12 caracteres'],
  [{ TIMBRE_PUBLIC_URL: 'timbre.ejemplo' }, 'TIMBRE_PUBLIC_URL debe ser una dirección http'],
  [{ TIMBRE_PUBLIC_URL: 'ftp://timbre' }, 'TIMBRE_PUBLIC_URL debe ser una dirección http'],
  [
    { TIMBRE_PUBLIC_URL: 'http://timbre.ejemplo', TIMBRE_AUTHORITY: 'dgii' },
    'TIMBRE_PUBLIC_URL debe empezar por https://',
  ],
])('%j cannot be', (env, reason) => {
  expect(() => readConfig(env)).toThrow(ConfigError);
  expect(() => readConfig(env)).toThrow(reason);
});
