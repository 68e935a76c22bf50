import type { Logger } from 'pino';
import { openPlatformSecret } from '../domain/companies/platform-secret-repo.ts';
import type { Config } from '../domain/config.ts';
import { createKeyring, createWrapping } from '../platform/crypto/keyring.ts';
import { loadMasterKey } from '../platform/crypto/master-key.ts';
import { connect } from '../platform/db/connect.ts';
import { migrate } from '../platform/db/migrate.ts';
import { localSignals, sharedSignals } from '../platform/db/signals.ts';
import { createEventLog } from '../platform/events/events.ts';
import { createSeals } from '../platform/events/seals.ts';
import { createQueue } from '../platform/jobs/queue.ts';
import { systemClock } from '../platform/process/clock.ts';
import { createFailures } from '../platform/process/failures.ts';
import { createInstruments } from '../platform/process/instruments.ts';
import type { Closing } from './closing.ts';
import type { Overrides } from './overrides.ts';
import { preparePlaces } from './places.ts';

export type Platform = Awaited<ReturnType<typeof createPlatform>>;

/**
 * Opens the database and the services below every document: keys, signals between servers, jobs, events.
 *
 * @throws FolderInUse, ConfigError as `createApp`
 */
export async function createPlatform(
  config: Config,
  overrides: Pick<Overrides, 'clock' | 'db'>,
  log: Logger,
  onLost: (error: Error) => void,
  closing: Closing,
) {
  const clock = overrides.clock ?? systemClock;
  const onWarning = (error: Error) => log.warn({ err: error }, 'a connection to the database broke');

  preparePlaces(config);
  const db = closing.add('database', overrides.db ?? (await connect(config, { onWarning, onLost })));
  await migrate(db);
  const signals = closing.add(
    'signals',
    config.databaseUrl === undefined ? localSignals() : sharedSignals(config.databaseUrl, onWarning),
  );
  const masterKey = loadMasterKey(config);
  const wrapping = createWrapping(masterKey);
  const platformSecret = await openPlatformSecret(db, masterKey, wrapping);
  const keyring = createKeyring(wrapping, platformSecret);
  const queue = createQueue({ clock, signals });
  const seals = createSeals(platformSecret);
  const events = createEventLog({ clock, signals, seals, queue });
  const metrics = createInstruments();
  const failures = createFailures(clock);
  return { config, clock, log, onWarning, metrics, failures, db, signals, queue, events, seals, keyring };
}
