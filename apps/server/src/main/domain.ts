import { dirname } from 'node:path';
import { type AuthorityClient, createAuthorityClient, type Hosts } from '@timbre/authority';
import { signXml } from '@timbre/xml/node';
import { takeProbeTurn } from '../domain/authority/outage-repo.ts';
import { createOutages } from '../domain/authority/outages.ts';
import { createIssuers } from '../domain/companies/issuers.ts';
import { createKeys } from '../domain/companies/keys.ts';
import { createSecondFactor } from '../domain/companies/second-factor.ts';
import { createSecrets } from '../domain/companies/secrets.ts';
import { createSigners, type Signers } from '../domain/companies/signers.ts';
import { createStepUp } from '../domain/companies/step-up.ts';
import { createExciseRates } from '../domain/comprobantes/excise/excise-rates.ts';
import { createEmitter } from '../domain/comprobantes/issue/emit.ts';
import { type Journal, openJournal } from '../domain/comprobantes/numbers/journal.ts';
import { openQuarantine, quarantineTopic } from '../domain/comprobantes/numbers/quarantine.ts';
import { createDoor } from '../domain/comprobantes/sending/door.ts';
import { createDesk } from '../domain/desk/desk.ts';
import { journalFileOf } from '../domain/own-files.ts';
import { createReceiver } from '../domain/received/receive.ts';
import type { Context } from '../features/context.ts';
import { createExports } from '../platform/http/downloads.ts';
import { databasePlace, journalPlace, watchDiskSpace } from '../platform/process/disk-space.ts';
import type { Closing } from './closing.ts';
import type { Overrides } from './overrides.ts';
import type { Platform } from './platform.ts';
import { reachAuthority } from './reach-authority.ts';
import { reachQuickBooks } from './reach-quickbooks.ts';

/** The services of the features, and what only the jobs and the operation use. */
export interface Domain {
  readonly context: Context;
  /** With the calls that post documents. */
  readonly authority: AuthorityClient;
  /** True if the authority is a simulator that no other server uses. */
  readonly isOwnSimulator: boolean;
  /** Serves that simulator also with a clock that can be set. */
  readonly listenPast: (() => Promise<Hosts>) | undefined;
}

/** Creates the services of companies, documents and reports, and what they reach outside: the authority and QuickBooks. */
export async function createDomain(platform: Platform, overrides: Overrides, closing: Closing): Promise<Domain> {
  const { config, clock, db, signals, events, keyring, onWarning } = platform;
  const secrets = createSecrets({ db, keyring });
  const secondFactor = createSecondFactor({ db, clock, keyring, secrets, events });
  const companies = {
    secrets,
    secondFactor,
    keys: createKeys({ db, clock, keyring, events, signals }),
    stepUp: createStepUp({ db, clock, events, secondFactor }),
    signers: createSigners({ db, clock, secrets, signals }),
    issuers: createIssuers({ db, clock, signals }),
    exciseRates: createExciseRates({ db, clock, signals }),
  };
  const { hosts, isOwnSimulator, listenPast } =
    overrides.hosts === undefined
      ? closing.add('simulator', await reachAuthority(config))
      : { hosts: overrides.hosts, isOwnSimulator: false, listenPast: undefined };
  const quickbooks = closing.add('quickbooks', reachQuickBooks(config, overrides.quickbooks));
  const authority = clientOf(hosts, platform, companies.signers, overrides.limits);
  const outages = createOutages({ ...platform, authority });
  const journal = closing.add('journal', overrides.journal ?? (await openJournal(journalFileOf(config))));
  const quarantine = closing.add('quarantine', await openQuarantine({ db, journal, events, onWarning }));
  const desk = closing.add('desk', overrides.desk ?? createDesk());
  const space = closing.add('space', watchSpace(platform, overrides.journal));
  signals.on(quarantineTopic, () => {
    quarantine.recheck().catch(onWarning);
  });
  const core = {
    ...platform,
    ...companies,
    checks: new Map(),
    authority,
    outages,
    quickbooks,
    journal,
    quarantine,
    desk,
    space,
  };
  const context: Context = {
    ...core,
    emitter: createEmitter(core),
    door: createDoor(core),
    receiver: createReceiver(core),
    exports: createExports(),
  };
  return { context, authority, isOwnSimulator, listenPast };
}

/** The client of the authority: it authenticates with the certificate of each company, and counts its calls. */
const clientOf = (
  hosts: Hosts,
  { config, db, metrics }: Platform,
  signers: Signers,
  limits: Overrides['limits'],
): AuthorityClient =>
  createAuthorityClient({
    hosts,
    sign: async (empresaId, xml) => (await signXml(xml, (await signers.of(empresaId)).signer)).xml,
    onCall({ ambiente, service: servicio, result: resultado, ms }) {
      metrics.authorityCalls.inc({ ambiente, servicio, resultado });
      if (resultado !== 'circuito') metrics.authoritySeconds.observe({ servicio }, ms / 1_000);
    },
    takeTurn: (ambiente) => db.system((tx) => takeProbeTurn(tx, ambiente)),
    ...(limits === undefined ? {} : { limits }),
    ...(config.statusKey === undefined ? {} : { estatusApiKey: config.statusKey }),
  });

/** Watches the disks of the journal and of the embedded database. A journal that was passed here is not written. */
const watchSpace = ({ config, db }: Platform, journal: Journal | undefined) =>
  watchDiskSpace([
    ...(journal === undefined ? [journalPlace(dirname(journalFileOf(config)))] : []),
    ...(db.engine === 'embebida' ? [databasePlace(config.dataDir)] : []),
  ]);
