import { resolve } from 'node:path';
import { type ArmedFailpoint, failpoints } from './failpoint.ts';

/** How this process is set up; every value comes from an environment variable (docs of each in the README). */
export interface Config {
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  /** PostgreSQL; undefined = the embedded engine. */
  readonly databaseUrl: string | undefined;
  /** 32 bytes; undefined = a file in the data folder. */
  readonly masterKey: Buffer | undefined;
  readonly root: { readonly login: string; readonly password: string } | undefined;
  readonly authority: 'simulador' | 'dgii';
  /** A simulator that runs elsewhere, as several servers on one database need; undefined = one of this process. */
  readonly simulatorUrl: string | undefined;
  /** Make the demonstration company; undefined = where the authority is the simulator and no company exists. */
  readonly demo: boolean | undefined;
  /** The issue journal's file; undefined = in the data folder. */
  readonly journalFile: string | undefined;
  /** Where the crash tests end the process. Never with the real authority. */
  readonly failpoint: ArmedFailpoint | undefined;
  /** Where people reach this server, without a final slash; undefined = as each request says. */
  readonly publicUrl: string | undefined;
}

/** The environment says something that cannot be. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the configuration.
 *
 * @param env the process's environment; an empty value is as none
 * @throws ConfigError naming the variable and what it takes
 */
export function readConfig(env: Environment): Config {
  const text = (name: string) => env[name]?.trim() || undefined;
  const login = text('TIMBRE_ROOT_LOGIN');
  const password = text('TIMBRE_ROOT_PASSWORD');
  if ((login === undefined) !== (password === undefined))
    throw new ConfigError('TIMBRE_ROOT_LOGIN y TIMBRE_ROOT_PASSWORD van juntas: falta una de las dos');
  if (password !== undefined && password.length < 12)
    throw new ConfigError('TIMBRE_ROOT_PASSWORD debe tener al menos 12 caracteres');
  const authority = oneOf('TIMBRE_AUTHORITY', text('TIMBRE_AUTHORITY') ?? 'simulador', ['simulador', 'dgii']);
  const journalFile = text('TIMBRE_JOURNAL');
  const publicUrl = url('TIMBRE_PUBLIC_URL', text('TIMBRE_PUBLIC_URL'));
  if (authority === 'dgii' && publicUrl?.startsWith('http:'))
    throw new ConfigError(
      'Con la DGII real, TIMBRE_PUBLIC_URL debe empezar por https://: las contraseñas viajan por ella',
    );
  return {
    host: text('HOST') ?? '127.0.0.1',
    port: port(text('PORT')),
    dataDir: resolve(text('TIMBRE_DATA_DIR') ?? './data'),
    databaseUrl: databaseUrl(text('DATABASE_URL')),
    masterKey: masterKey(text('TIMBRE_MASTER_KEY')),
    root: login === undefined || password === undefined ? undefined : { login, password },
    authority,
    demo: flag('TIMBRE_DEMO', text('TIMBRE_DEMO')),
    simulatorUrl: url('TIMBRE_SIMULATOR_URL', text('TIMBRE_SIMULATOR_URL')),
    journalFile: journalFile === undefined ? undefined : resolve(journalFile),
    failpoint: failpoint(text('TIMBRE_FAILPOINT'), authority),
    publicUrl,
  };
}

function port(text: string | undefined): number {
  if (text === undefined) return 3000;
  const value = Number(text);
  if (!/^\d{1,5}$/.test(text) || value > 65_535) throw new ConfigError('PORT debe ser un puerto, de 0 a 65535');
  return value;
}

function databaseUrl(text: string | undefined): string | undefined {
  if (text !== undefined && !/^postgres(ql)?:\/\//.test(text))
    throw new ConfigError('DATABASE_URL debe empezar por postgres:// o postgresql://');
  return text;
}

function masterKey(text: string | undefined): Buffer | undefined {
  if (text === undefined) return undefined;
  const key = Buffer.from(text, 'base64');
  if (key.length !== 32)
    throw new ConfigError('TIMBRE_MASTER_KEY debe ser 32 bytes en base64 (por ejemplo, de: openssl rand -base64 32)');
  return key;
}

function url(name: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new ConfigError(`${name} debe ser una dirección http:// o https://`);
  return text.replace(/\/+$/, '');
}

function failpoint(text: string | undefined, authority: Config['authority']): ArmedFailpoint | undefined {
  if (text === undefined) return undefined;
  if (authority === 'dgii') throw new ConfigError('TIMBRE_FAILPOINT es solo para pruebas con el simulador');
  const [name = '', passing = '1'] = text.split(':');
  if (!/^[1-9]\d{0,4}$/.test(passing)) throw new ConfigError('TIMBRE_FAILPOINT se escribe nombre:vez, con vez desde 1');
  return { name: oneOf('TIMBRE_FAILPOINT', name, failpoints), passing: Number(passing) };
}

function flag(name: string, text: string | undefined): boolean | undefined {
  return text === undefined ? undefined : oneOf(name, text, ['0', '1']) === '1';
}

function oneOf<const T extends string>(name: string, text: string, allowed: readonly T[]): T {
  const found = allowed.find((value) => value === text);
  if (found === undefined) throw new ConfigError(`${name} debe ser ${allowed.join(' o ')}`);
  return found;
}
