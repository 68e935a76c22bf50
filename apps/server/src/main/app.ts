import { dirname } from 'node:path';
import { type AuthorityLimits, createAuthorityClient, type Hosts } from '@timbre/authority';
import { isGranted, menuItems } from '@timbre/contract';
import type { Limits as QuickBooksLimits } from '@timbre/quickbooks';
import { signXml } from '@timbre/xml/node';
import pino, { type Logger } from 'pino';
import { takeProbeTurn } from '../domain/authority/outage-repo.ts';
import { createOutages } from '../domain/authority/outages.ts';
import { createIssuers } from '../domain/companies/issuers.ts';
import { createKeys } from '../domain/companies/keys.ts';
import { openPlatformSecret } from '../domain/companies/platform-secret-repo.ts';
import { createRateLimit } from '../domain/companies/rate-limit.ts';
import { createSecondFactor } from '../domain/companies/second-factor.ts';
import { createSecrets } from '../domain/companies/secrets.ts';
import { createSigners } from '../domain/companies/signers.ts';
import { createStepUp } from '../domain/companies/step-up.ts';
import { buildBlocks } from '../domain/comprobantes/blocks/build.ts';
import { createExciseRates } from '../domain/comprobantes/excise/excise-rates.ts';
import { createEmitter } from '../domain/comprobantes/issue/emit.ts';
import { prune } from '../domain/comprobantes/ledger/prune.ts';
import { type Journal, openJournal } from '../domain/comprobantes/numbers/journal.ts';
import { openQuarantine, quarantineTopic } from '../domain/comprobantes/numbers/quarantine.ts';
import { createDoor } from '../domain/comprobantes/sending/door.ts';
import type { Config } from '../domain/config.ts';
import { createDesk, type Desk } from '../domain/desk/desk.ts';
import { createReceiver } from '../domain/received/receive.ts';
import { forgetUnknown } from '../domain/received/unknown-bytes-repo.ts';
import type { Context } from '../features/context.ts';
import { remind } from '../features/correo/service.ts';
import { mustHaveTotp } from '../features/sesion/dos-pasos.ts';
import { createKeyring, createWrapping } from '../platform/crypto/keyring.ts';
import { loadMasterKey } from '../platform/crypto/master-key.ts';
import { connect } from '../platform/db/connect.ts';
import { migrate } from '../platform/db/migrate.ts';
import { localSignals, sharedSignals } from '../platform/db/signals.ts';
import type { Db } from '../platform/db/transactions.ts';
import { writeAnchor } from '../platform/events/anchors.ts';
import { createEventLog } from '../platform/events/events.ts';
import { createSeals } from '../platform/events/seals.ts';
import { createExports } from '../platform/http/downloads.ts';
import { referenceRoutes } from '../platform/http/reference.ts';
import type { Http } from '../platform/http/register.ts';
import { createHttp } from '../platform/http/server.ts';
import { createWeb } from '../platform/http/web.ts';
import { networkOf } from '../platform/input/client-address.ts';
import { createQueue } from '../platform/jobs/queue.ts';
import { createRunner, type Runner } from '../platform/jobs/runner.ts';
import { type Clock, systemClock } from '../platform/process/clock.ts';
import { databasePlace, journalPlace, watchDiskSpace } from '../platform/process/disk-space.ts';
import { endedWithin } from '../platform/process/ended-within.ts';
import { createInstruments } from '../platform/process/instruments.ts';
import { periodically } from '../platform/process/periodically.ts';
import { featureJobs, featureRoutes } from './features.generated.ts';
import { healthRoutes } from './operation/health.ts';
import { metricsRoutes } from './operation/metrics.ts';
import { anchorFolderOf, journalFileOf, preparePlaces } from './places.ts';
import { reachAuthority, simulatorsApart } from './reach-authority.ts';
import { reachQuickBooks } from './reach-quickbooks.ts';

/** The complete application, not yet listening. */
export interface App {
  readonly context: Context;
  readonly http: Http;
  readonly runner: Runner;
  /**
   * Stops accepting requests and jobs, waits a short while for those in progress, aborts the rest, and closes the
   * database.
   */
  close(): Promise<void>;
}

/** Replacements used by tests. */
export interface Overrides {
  readonly clock?: Clock;
  /** An open and migrated database. */
  readonly db?: Db;
  readonly log?: Logger;
  readonly hosts?: Hosts;
  readonly journal?: Journal;
  readonly desk?: Desk;
  /** Limits of the traffic with the authority. */
  readonly limits?: Partial<AuthorityLimits>;
  /** Limits of the traffic with QuickBooks. */
  readonly quickbooks?: Partial<QuickBooksLimits>;
}

const hourMs = 60 * 60 * 1_000;
/** Wrong integration keys allowed per network: a burst, then one more each second. */
const wrongKeysOfAddress = { burst: 60, perTokenS: 1 };

/** The notice of `/readyz` that requests come through a proxy while no proxy is configured. */
const proxyUnknown =
  'Llegan peticiones con X-Forwarded-For desde esta máquina o su red, y TIMBRE_TRUSTED_PROXIES no está fijada: todos los clientes cuentan como una sola dirección en los límites. Fije TIMBRE_TRUSTED_PROXIES con la cantidad de proxies propios';
const blocksEveryMs = 10 * 60 * 1_000;

/**
 * Assembles the application: database, keys, features.
 *
 * @param onLost called when the embedded database dies while the application runs: the process has to end
 * @throws FolderInUse when another process has the data folder; ConfigError when the master key is not the data's, or a
 * folder of the configuration cannot be used
 */
export async function createApp(config: Config, overrides: Overrides, onLost: (error: Error) => void): Promise<App> {
  const clock = overrides.clock ?? systemClock;
  const log =
    overrides.log ??
    pino({ level: config.logLevel, redact: ['req.headers.authorization', 'req.headers["x-api-key"]'] });
  const onWarning = (error: Error) => log.warn({ err: error }, 'a connection to the database broke');

  preparePlaces(config);
  const db = overrides.db ?? (await connect(config, { onWarning, onLost }));
  await migrate(db);
  const signals = config.databaseUrl === undefined ? localSignals() : sharedSignals(config.databaseUrl, onWarning);
  const masterKey = loadMasterKey(config);
  const wrapping = createWrapping(masterKey);
  const platformSecret = await openPlatformSecret(db, masterKey, wrapping);
  const keyring = createKeyring(wrapping, platformSecret);
  const queue = createQueue({ clock, signals });
  const seals = createSeals(platformSecret);
  const events = createEventLog({ clock, signals, seals, queue });
  const keys = createKeys({ db, clock, keyring, events, signals });
  const secrets = createSecrets({ db, keyring });
  const secondFactor = createSecondFactor({ db, clock, keyring, secrets, events });
  const stepUp = createStepUp({ db, clock, events, secondFactor });
  const signers = createSigners({ db, clock, secrets, signals });
  const checks: Context['checks'] = new Map();
  const issuers = createIssuers({ db, clock, signals });
  const exciseRates = createExciseRates({ db, clock, signals });
  const reached = overrides.hosts === undefined ? await reachAuthority(config) : { hosts: overrides.hosts };
  const quickbooks = reachQuickBooks(config, overrides.quickbooks);
  const metrics = createInstruments();
  const authority = createAuthorityClient({
    hosts: reached.hosts,
    sign: async (empresaId, xml) => (await signXml(xml, (await signers.of(empresaId)).signer)).xml,
    onCall({ ambiente, service: servicio, result: resultado, ms }) {
      metrics.authorityCalls.inc({ ambiente, servicio, resultado });
      if (resultado !== 'circuito') metrics.authoritySeconds.observe({ servicio }, ms / 1_000);
    },
    takeTurn: (ambiente) => db.system((tx) => takeProbeTurn(tx, ambiente)),
    ...(overrides.limits === undefined ? {} : { limits: overrides.limits }),
  });
  const outages = createOutages({ authority, db, clock, queue, signals, log });
  const journal = overrides.journal ?? (await openJournal(journalFileOf(config)));
  const quarantine = await openQuarantine({ db, journal, events, onWarning });
  const desk = overrides.desk ?? createDesk();
  const space = watchDiskSpace([
    ...(overrides.journal === undefined ? [journalPlace(dirname(journalFileOf(config)))] : []),
    ...(db.engine === 'embebida' ? [databasePlace(config.dataDir)] : []),
  ]);
  signals.on(quarantineTopic, () => {
    quarantine.recheck().catch(onWarning);
  });
  const core = {
    config,
    clock,
    log,
    metrics,
    db,
    signals,
    queue,
    events,
    seals,
    keyring,
    keys,
    secondFactor,
    stepUp,
    secrets,
    signers,
    checks,
    issuers,
    exciseRates,
    authority,
    outages,
    quickbooks,
    journal,
    desk,
    space,
    quarantine,
  };
  const door = createDoor(core);
  const context: Context = {
    ...core,
    emitter: createEmitter(core),
    door,
    receiver: createReceiver(core),
    exports: createExports(),
  };

  let isForwarded = false;
  const wrongKeys = createRateLimit(clock, wrongKeysOfAddress.burst, wrongKeysOfAddress.perTokenS);
  const http = await createHttp({
    authenticate: keys.authenticate,
    countWrongKey: (ip) => wrongKeys.take(networkOf(ip)),
    onForwarded: () => {
      isForwarded = true;
    },
    demandPassword: stepUp.demand,
    mustSetUpTotp: (caller) => !caller.totp && mustHaveTotp({ config }, caller),
    async reaches(empresaId, menuId) {
      const item = menuItems.find(({ id }) => id === menuId);
      return item !== undefined && isGranted(item, (await issuers.of(empresaId)).accesos);
    },
    log,
    publicUrl: config.publicUrl,
    web: createWeb(config.assistantUrl),
    trustedProxies: config.trustedProxies,
  });
  const isOwn = 'isOwnSimulator' in reached && reached.isOwnSimulator;
  healthRoutes(http, {
    ...context,
    simulatorNotice: () => (isOwn && quarantine.beside() > 0 ? simulatorsApart : undefined),
    addressNotice: () => (isForwarded ? proxyUnknown : undefined),
  });
  metricsRoutes(http, context);
  referenceRoutes(http);
  for (const routes of Object.values(featureRoutes)) routes(http, context);
  http.fastify.addHook('preClose', async () => door.close());
  const handlers = Object.values(featureJobs).flatMap((jobs) => jobs(context, authority));
  // No work begins if the disk could not store it or the journal could not record its number.
  const mayWork = () =>
    space.isFull()
      ? Promise.resolve(false)
      : journal.ready().then(
          () => true,
          () => false,
        );
  const jobs = createRunner({ db, queue, signals, clock, log, handlers, mayWork });

  const runner: Runner = {
    async start() {
      await outages.start();
      await jobs.start();
    },
    async stop(cut) {
      await outages.stop();
      await jobs.stop(cut);
    },
  };

  const anchor = () => writeAnchor(context, anchorFolderOf(config), clock.now());
  await anchor().catch(onWarning);
  const stops = [
    periodically(hourMs, anchor, onWarning),
    periodically(hourMs, () => prune(db, clock.now()), onWarning),
    periodically(hourMs, () => forgetUnknown(db, clock.now(), config.unknownDays), onWarning),
    periodically(hourMs, () => remind(context), onWarning),
    periodically(blocksEveryMs, () => buildBlocks(db, clock.now()), onWarning),
  ];

  return {
    context,
    http,
    runner,
    async close() {
      await http.fastify.close();
      await runner.stop(() => authority.close());
      for (const stop of stops) await stop();
      space.close();
      const parts = {
        signals,
        quarantine,
        desk,
        journal,
        quickbooks,
        ...('close' in reached ? { simulator: reached } : {}),
      };
      for (const [name, part] of Object.entries(parts))
        if (!(await endedWithin(part.close(), partWithinMs))) log.warn({ part: name }, 'did not close in time');
      await db.close();
    },
  };
}

/** Time limit for closing the parts other than the database. */
const partWithinMs = 500;
