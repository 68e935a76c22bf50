/**
 * The settings by name. `valor`: shown as it is, since it can only be a number, a day or a word of a table. `fijada`:
 * only whether it is set, since it is a secret, an address, a path or a name.
 */
const settings = {
  HOST: 'fijada',
  PORT: 'valor',
  DATABASE_URL: 'fijada',
  TIMBRE_DATA_DIR: 'fijada',
  TIMBRE_FSYNC: 'valor',
  TIMBRE_JOURNAL: 'fijada',
  TIMBRE_ANCHORS: 'fijada',
  TIMBRE_MASTER_KEY: 'fijada',
  TIMBRE_MASTER_KEY_FILE: 'fijada',
  TIMBRE_ROOT_LOGIN: 'fijada',
  TIMBRE_ROOT_PASSWORD: 'fijada',
  TIMBRE_AUTHORITY: 'valor',
  TIMBRE_SIMULATOR_URL: 'fijada',
  TIMBRE_DEMO: 'valor',
  TIMBRE_PUBLIC_URL: 'fijada',
  QUICKBOOKS_CLIENT_ID: 'fijada',
  QUICKBOOKS_CLIENT_SECRET: 'fijada',
  QUICKBOOKS_BASE_URL: 'fijada',
  SMTP_URL: 'fijada',
  SMTP_FROM: 'fijada',
  ANTHROPIC_BASE_URL: 'fijada',
  TIMBRE_RECEIVER_CA: 'fijada',
  TIMBRE_METRICS_TOKEN: 'fijada',
  TIMBRE_DGII_STATUS_KEY: 'fijada',
  TIMBRE_LOG_LEVEL: 'valor',
  TIMBRE_TEST_EXPIRY: 'valor',
  TIMBRE_CONTINGENCY_HOURS: 'valor',
  TIMBRE_UNKNOWN_DAYS: 'valor',
  TIMBRE_TRUSTED_PROXIES: 'valor',
} as const satisfies Record<string, 'valor' | 'fijada'>;

/** The names of the settings that the bundle tells. */
export const settingNames = Object.keys(settings);

/** A value that may be shown: short, and of the characters of numbers, days and words. */
const plain = /^[a-z0-9-]{1,12}$/;

/** The settings of a process, by name: a value, `fijada` or `no fijada`. */
export function tellSettings(env: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> {
  const entries = Object.entries(settings).map(([name, how]) => {
    const value = env[name];
    if (value === undefined || value === '') return [name, 'no fijada'];
    return [name, how === 'valor' && plain.test(value) ? value : 'fijada'];
  });
  return Object.fromEntries(entries) as Record<string, string>;
}
