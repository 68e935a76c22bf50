import { X509Certificate } from 'node:crypto';
import { readFileSync, realpathSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { largoDeContrasena } from '@timbre/contract';
import { addressesAt, intuit } from '@timbre/quickbooks';
import { parseISODate } from '@timbre/values';
import { passwordFault } from '../platform/crypto/password-rules.ts';
import { parseHosts } from '../platform/db/hosts.ts';
import { ConfigError } from '../platform/process/config-error.ts';
import { type ArmedFailpoint, failpoints } from '../platform/process/failpoint.ts';
import { describingFileErrors } from '../platform/process/file-fault.ts';
import { isAddress } from './mail/address.ts';
import { parseSmtp, type Smtp } from './mail/smtp-url.ts';

/** Configuration of this process; every value comes from an environment variable (see the README). */
export interface Config {
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  /** PostgreSQL; undefined = the embedded engine. */
  readonly databaseUrl: string | undefined;
  /** The embedded engine forces each commit to the disk; false only for trials, which a power cut may end. */
  readonly fsync: boolean;
  /** 32 bytes; undefined = in a file. */
  readonly masterKey: Buffer | undefined;
  /** The file of the master key, which must exist; undefined = one in the data folder, created if missing. */
  readonly masterKeyFile: string | undefined;
  readonly root: { readonly login: string; readonly password: string } | undefined;
  readonly authority: 'simulador' | 'dgii';
  /** A simulator that runs elsewhere, which several servers on one database need; undefined = one in this process. */
  readonly simulatorUrl: string | undefined;
  /**
   * Create the demonstration: `1` or, without its history, `vacia`; `0` none; undefined = as `1`, if the authority is the
   * simulator and no company exists.
   */
  readonly demo: '0' | '1' | 'vacia' | undefined;
  /** The issue journal's file; undefined = in the data folder. */
  readonly journalFile: string | undefined;
  /** Folder for the daily signed ends of the event records; undefined = in the data folder. */
  readonly anchorFolder: string | undefined;
  /** Where the crash tests end the process. Never with the real authority. */
  readonly failpoint: ArmedFailpoint | undefined;
  /** Address at which people reach this server, without a final slash; undefined = as in each request. */
  readonly publicUrl: string | undefined;
  /** Number of our proxies before this server, whose statement of the client address is trusted. */
  readonly trustedProxies: number;
  /** With this token `/metrics` is readable from anywhere; undefined = only from this machine. */
  readonly metricsToken: string | undefined;
  /** Key of the DGII's service of states, which the DGII grants on request; undefined = none is sent. */
  readonly statusKey: string | undefined;
  /** Hours within which documents issued while the DGII did not answer must reach it. */
  readonly contingencyHours: number;
  /** Expiry of the numbers that the DGII lets everybody use in testecf, yyyy-MM-dd. */
  readonly testExpiry: string;
  /** The certification authorities whose certificates other taxpayers may sign with, as PEM; none = any issuer's. */
  readonly receiverRoots: readonly string[];
  /** Days after which the bytes of a received e-CF that the DGII does not know are removed. */
  readonly unknownDays: number;
  /** The mail server; undefined = mail is stored in the data folder. */
  readonly smtp: Smtp | undefined;
  /** The address that mail comes from. */
  readonly mailFrom: string;
  /** QuickBooks Online: the credentials of our application, and its URLs if they are not Intuit's own. */
  readonly quickbooks: {
    readonly app: { readonly clientId: string; readonly clientSecret: string } | undefined;
    readonly baseUrl: string | undefined;
  };
  /** Where browsers reach the provider of the language model, without a final slash. */
  readonly assistantUrl: string;
  /** The lowest level that is logged. */
  readonly logLevel: LogLevel;
}

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
type LogLevel = (typeof logLevels)[number];

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the configuration.
 *
 * @param env the process's environment; an empty value counts as none
 * @throws ConfigError naming the variable and its accepted values
 */
export function readConfig(env: Environment): Config {
  const text = (name: string) => env[name]?.trim() || undefined;
  const login = text('TIMBRE_ROOT_LOGIN');
  const password = text('TIMBRE_ROOT_PASSWORD');
  if ((login === undefined) !== (password === undefined))
    throw new ConfigError('TIMBRE_ROOT_LOGIN y TIMBRE_ROOT_PASSWORD van juntas: falta una de las dos');
  if (password !== undefined && password.length < largoDeContrasena.minimo)
    throw new ConfigError(`TIMBRE_ROOT_PASSWORD debe tener al menos ${largoDeContrasena.minimo} caracteres`);
  const authority = oneOf('TIMBRE_AUTHORITY', text('TIMBRE_AUTHORITY') ?? 'simulador', ['simulador', 'dgii']);
  const journalFile = text('TIMBRE_JOURNAL');
  const anchorFolder = text('TIMBRE_ANCHORS');
  const masterKeyFile = text('TIMBRE_MASTER_KEY_FILE');
  const smtp = smtpOf(text('SMTP_URL'));
  const config: Config = {
    host: text('HOST') ?? '127.0.0.1',
    port: port(text('PORT')),
    dataDir: resolve(text('TIMBRE_DATA_DIR') ?? './data'),
    databaseUrl: databaseUrl(text('DATABASE_URL')),
    fsync: flag('TIMBRE_FSYNC', text('TIMBRE_FSYNC')) ?? true,
    masterKey: masterKey(text('TIMBRE_MASTER_KEY')),
    masterKeyFile: masterKeyFile === undefined ? undefined : resolve(masterKeyFile),
    root: login === undefined || password === undefined ? undefined : { login, password },
    authority,
    demo: demo(text('TIMBRE_DEMO')),
    simulatorUrl: url('TIMBRE_SIMULATOR_URL', text('TIMBRE_SIMULATOR_URL')),
    journalFile: journalFile === undefined ? undefined : resolve(journalFile),
    anchorFolder: anchorFolder === undefined ? undefined : resolve(anchorFolder),
    failpoint: failpoint(text('TIMBRE_FAILPOINT'), authority),
    publicUrl: url('TIMBRE_PUBLIC_URL', text('TIMBRE_PUBLIC_URL')),
    trustedProxies: trustedProxies(text('TIMBRE_TRUSTED_PROXIES')),
    metricsToken: metricsToken(text('TIMBRE_METRICS_TOKEN')),
    statusKey: statusKey(text('TIMBRE_DGII_STATUS_KEY')),
    contingencyHours: contingencyHours(text('TIMBRE_CONTINGENCY_HOURS')),
    testExpiry: testExpiry(text('TIMBRE_TEST_EXPIRY')),
    receiverRoots: receiverRoots(text('TIMBRE_RECEIVER_CA')),
    unknownDays: unknownDays(text('TIMBRE_UNKNOWN_DAYS')),
    smtp,
    mailFrom: mailFrom(text('SMTP_FROM') ?? smtp?.user, smtp),
    quickbooks: quickbooks(
      text('QUICKBOOKS_CLIENT_ID'),
      text('QUICKBOOKS_CLIENT_SECRET'),
      url('QUICKBOOKS_BASE_URL', text('QUICKBOOKS_BASE_URL')),
    ),
    assistantUrl: assistantUrl(text('ANTHROPIC_BASE_URL')),
    logLevel: oneOf('TIMBRE_LOG_LEVEL', text('TIMBRE_LOG_LEVEL') ?? 'info', logLevels),
  };
  if (config.masterKey !== undefined && config.masterKeyFile !== undefined)
    throw new ConfigError('TIMBRE_MASTER_KEY y TIMBRE_MASTER_KEY_FILE dicen lo mismo: fije una sola');
  if (smtp !== undefined && config.publicUrl === undefined && !loopback.test(config.host))
    throw new ConfigError('SMTP_URL necesita TIMBRE_PUBLIC_URL: los enlaces de los correos llevan esa dirección');
  return config;
}

/**
 * Refuses to serve with the real DGII on a configuration that is unsafe for real documents.
 *
 * @throws ConfigError with the remedy
 */
export function demandSafe(config: Config): void {
  if (config.authority !== 'dgii') return;
  const refused = demandsOfDgii.find(({ holds }) => !holds(config));
  if (refused !== undefined) throw new ConfigError(`Con la DGII real ${refused.otherwise}`);
}

/** Requirements for issuing real documents. */
const demandsOfDgii: readonly { readonly holds: (config: Config) => boolean; readonly otherwise: string }[] = [
  {
    holds: ({ databaseUrl }) => databaseUrl !== undefined,
    otherwise:
      'hace falta PostgreSQL: fije DATABASE_URL, porque la base embebida no se copia mientras el servidor trabaja ni la comparten varios',
  },
  {
    holds: ({ masterKey, masterKeyFile, dataDir }) =>
      masterKey !== undefined || (masterKeyFile !== undefined && !isInside(dataDir, masterKeyFile)),
    otherwise:
      'la llave maestra no puede estar en la carpeta de datos: fije TIMBRE_MASTER_KEY, o TIMBRE_MASTER_KEY_FILE con un archivo fuera de ella',
  },
  {
    holds: ({ publicUrl }) => !publicUrl?.startsWith('http:'),
    otherwise: 'TIMBRE_PUBLIC_URL debe empezar por https://, porque las contraseñas viajan por ella',
  },
  {
    holds: ({ quickbooks: { baseUrl } }) => !baseUrl?.startsWith('http:'),
    otherwise: 'QUICKBOOKS_BASE_URL debe empezar por https://, porque los permisos de QuickBooks viajan por ella',
  },
  {
    holds: ({ host, publicUrl }) => loopback.test(host) || publicUrl !== undefined,
    otherwise:
      'el servidor no escucha fuera de esta máquina (HOST) sin una dirección segura: fije TIMBRE_PUBLIC_URL con https://',
  },
  {
    holds: ({ root }) => root === undefined || passwordFault(root.password, [root.login]) === undefined,
    otherwise: `TIMBRE_ROOT_PASSWORD es fácil de adivinar: elija otra, de ${largoDeContrasena.minimo} caracteres o más que no sean palabras comunes`,
  },
];

const loopback = /^(127\.\d+\.\d+\.\d+|::1|localhost)$/;

/** Whether only this machine reaches the server: it listens on loopback, and has no public address in front of it. */
export const isLocalOnly = ({ host, publicUrl }: Pick<Config, 'host' | 'publicUrl'>): boolean =>
  loopback.test(host) &&
  (publicUrl === undefined || loopback.test(new URL(publicUrl).hostname.replace(/^\[|\]$/g, '')));

/** Whether the file is in the folder, after resolving links. */
function isInside(folder: string, file: string): boolean {
  const within = relative(realOf(folder), realOf(file));
  return within !== '' && !within.startsWith('..');
}

function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function trustedProxies(text: string | undefined): number {
  if (text !== undefined && !/^\d$/.test(text))
    throw new ConfigError('TIMBRE_TRUSTED_PROXIES debe ser cuántos proxies hay delante del servidor, de 0 a 9');
  return Number(text ?? 0);
}

/** @source FACTS §11: 72 hours by Decreto 587-24, arts. 39-43, a rule of 2026 that is not in the texts of before */
function contingencyHours(text: string | undefined): number {
  if (text === undefined) return 72;
  if (!/^[1-9]\d{0,2}$/.test(text))
    throw new ConfigError('TIMBRE_CONTINGENCY_HOURS debe ser un número de horas, de 1 a 999');
  return Number(text);
}

function unknownDays(text: string | undefined): number {
  if (text === undefined) return 30;
  if (!/^[1-9]\d{0,3}$/.test(text))
    throw new ConfigError('TIMBRE_UNKNOWN_DAYS debe ser un número de días, de 1 a 9999');
  return Number(text);
}

/** @source the DGII's certification workbooks, `FechaVencimientoSecuencia`; the Descripción técnica v1.6 says 31-12-2025 */
function testExpiry(text = '2028-12-31'): string {
  if (parseISODate(text) === undefined) throw new ConfigError('TIMBRE_TEST_EXPIRY debe ser una fecha, como 2028-12-31');
  return text;
}

function port(text: string | undefined): number {
  if (text === undefined) return 3000;
  const value = Number(text);
  if (!/^\d{1,5}$/.test(text) || value > 65_535) throw new ConfigError('PORT debe ser un puerto, de 0 a 65535');
  return value;
}

function databaseUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  try {
    parseHosts(text);
  } catch (error) {
    throw new ConfigError(`DATABASE_URL ${(error as Error).message}`);
  }
  return text;
}

/** Parses a master key from a variable. @throws ConfigError naming the variable */
export function masterKey(text: string | undefined, name = 'TIMBRE_MASTER_KEY'): Buffer | undefined {
  if (text === undefined) return undefined;
  const key = Buffer.from(text, 'base64');
  if (key.length !== 32)
    throw new ConfigError(`${name} debe ser 32 bytes en base64 (por ejemplo, de: openssl rand -base64 32)`);
  return key;
}

/** A token that is valid in a header. */
function metricsToken(text: string | undefined): string | undefined {
  if (text !== undefined && !/^[\x21-\x7e]{32,}$/.test(text))
    throw new ConfigError(
      'TIMBRE_METRICS_TOKEN debe tener al menos 32 caracteres, sin espacios ni acentos (por ejemplo, de: openssl rand -hex 32)',
    );
  return text;
}

/** A key that is valid in a header. */
function statusKey(text: string | undefined): string | undefined {
  if (text !== undefined && !/^[\x21-\x7e]{1,200}$/.test(text))
    throw new ConfigError('TIMBRE_DGII_STATUS_KEY es la clave que entrega la DGII, sin espacios ni acentos');
  return text;
}

function receiverRoots(file: string | undefined): readonly string[] {
  if (file === undefined) return [];
  const certificates = describingFileErrors('No se pueden leer los certificados de TIMBRE_RECEIVER_CA', () =>
    readFileSync(file, 'latin1'),
  ).match(certificatePem);
  if (certificates === null || !certificates.every(isCertificate))
    throw new ConfigError('TIMBRE_RECEIVER_CA debe ser un archivo con los certificados de las entidades, en PEM');
  return certificates;
}

const certificatePem = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g;

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem) !== undefined;
  } catch {
    return false;
  }
}

function url(name: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new ConfigError(`${name} debe ser una dirección http:// o https://`);
  return text.replace(/\/+$/, '');
}

/** People's keys travel to it, so nothing but this machine may take them without encryption. */
function assistantUrl(text: string | undefined): string {
  const address = url('ANTHROPIC_BASE_URL', text) ?? 'https://api.anthropic.com';
  const { protocol, hostname, search, hash } = new URL(address);
  if ((protocol !== 'https:' && !loopback.test(hostname)) || search !== '' || hash !== '')
    throw new ConfigError('ANTHROPIC_BASE_URL debe ser una dirección https://, sin «?» ni «#»');
  return address;
}

function failpoint(text: string | undefined, authority: Config['authority']): ArmedFailpoint | undefined {
  if (text === undefined) return undefined;
  if (authority === 'dgii') throw new ConfigError('TIMBRE_FAILPOINT es solo para pruebas con el simulador');
  const [name = '', passing = '1'] = text.split(':');
  if (!/^[1-9]\d{0,4}$/.test(passing)) throw new ConfigError('TIMBRE_FAILPOINT se escribe nombre:vez, con vez desde 1');
  return { name: oneOf('TIMBRE_FAILPOINT', name, failpoints), passing: Number(passing) };
}

function quickbooks(
  clientId: string | undefined,
  clientSecret: string | undefined,
  baseUrl: string | undefined,
): Config['quickbooks'] {
  if ((clientId === undefined) !== (clientSecret === undefined))
    throw new ConfigError('QUICKBOOKS_CLIENT_ID y QUICKBOOKS_CLIENT_SECRET van juntas: falta una de las dos');
  const app = clientId === undefined || clientSecret === undefined ? undefined : { clientId, clientSecret };
  if (app === undefined && baseUrl !== undefined && addressesAt(baseUrl).token === intuit.token)
    throw new ConfigError('QUICKBOOKS_BASE_URL es de Intuit: fije QUICKBOOKS_CLIENT_ID y QUICKBOOKS_CLIENT_SECRET');
  return { app, baseUrl };
}

function smtpOf(text: string | undefined): Smtp | undefined {
  try {
    return text === undefined ? undefined : parseSmtp(text);
  } catch (error) {
    throw new ConfigError(`SMTP_URL ${(error as Error).message}`);
  }
}

function mailFrom(text: string | undefined, smtp: Smtp | undefined): string {
  if (text !== undefined && isAddress(text)) return text;
  if (smtp !== undefined || text !== undefined)
    throw new ConfigError('SMTP_FROM debe ser la dirección de la que salen los correos, como facturas@empresa.do');
  return 'timbre@localhost';
}

function demo(text: string | undefined): Config['demo'] {
  return text === undefined ? undefined : oneOf('TIMBRE_DEMO', text, ['0', '1', 'vacia']);
}

function flag(name: string, text: string | undefined): boolean | undefined {
  return text === undefined ? undefined : oneOf(name, text, ['0', '1']) === '1';
}

function oneOf<const T extends string>(name: string, text: string, allowed: readonly T[]): T {
  const match = allowed.find((value) => value === text);
  if (match === undefined) throw new ConfigError(`${name} debe ser ${allowed.join(' o ')}`);
  return match;
}
