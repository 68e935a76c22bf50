import { join } from 'node:path';
import { createAuthorityClient, type Hosts } from '@timbre/authority';
import { alcanza, menuItems } from '@timbre/contract';
import { signXml } from '@timbre/xml/node';
import pino, { type Logger } from 'pino';
import { reachAuthority } from './authority.ts';
import { type Clock, systemClock } from './clock.ts';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import { createKeyring } from './crypto/keyring.ts';
import { loadMasterKey } from './crypto/master-key.ts';
import { createSecrets } from './crypto/secrets.ts';
import { connect } from './db/connect.ts';
import { migrate } from './db/migrate.ts';
import type { Db } from './db/transactions.ts';
import { createEventLog } from './events/events.ts';
import { accesosRoutes } from './features/accesos/routes.ts';
import { aprobacionesRoutes } from './features/aprobaciones/routes.ts';
import { auditoriaRoutes } from './features/auditoria/routes.ts';
import { autoridadRoutes } from './features/autoridad/routes.ts';
import { clientesRoutes } from './features/clientes/routes.ts';
import { configuracionRoutes } from './features/configuracion/routes.ts';
import { documentosRoutes } from './features/documentos/routes.ts';
import { createDelivery } from './features/emision/delivery.ts';
import { type Journal, openJournal } from './features/emision/journal.ts';
import { openQuarantine, quarantineTopic } from './features/emision/quarantine.ts';
import { emisionRoutes } from './features/emision/routes.ts';
import { sendHandler } from './features/emision/sender.ts';
import { createIssuers } from './features/empresa/issuers.ts';
import { empresaRoutes } from './features/empresa/routes.ts';
import { createSigners } from './features/empresa/signers.ts';
import { eventosRoutes } from './features/eventos/routes.ts';
import { facturasRoutes } from './features/facturas/routes.ts';
import { firmaRoutes } from './features/firma/routes.ts';
import { processHandler } from './features/importacion/process.ts';
import { importacionRoutes } from './features/importacion/routes.ts';
import { signHandler } from './features/importacion/sign.ts';
import { inicioRoutes } from './features/inicio/routes.ts';
import { createKeys } from './features/sesion/keys.ts';
import { sesionRoutes } from './features/sesion/routes.ts';
import { createStepUp } from './features/sesion/step-up.ts';
import { usuariosRoutes } from './features/usuarios/routes.ts';
import { checkMasterKey } from './first-start.ts';
import { healthRoutes } from './http/health.ts';
import { referenceRoutes } from './http/reference.ts';
import type { Http } from './http/register.ts';
import { createHttp } from './http/server.ts';
import { createWeb } from './http/web.ts';
import { createQueue } from './jobs/queue.ts';
import { createRunner, type JobHandler, type Runner } from './jobs/runner.ts';
import { localSignals, sharedSignals } from './signals.ts';

/** A part of the product: the calls it answers and the jobs it does. */
interface Feature {
  routes?(http: Http, ctx: Context): void;
  jobs?(ctx: Context): readonly JobHandler[];
}

/** Every feature, in the order of the menu. */
const features: readonly Feature[] = [
  { routes: sesionRoutes },
  { routes: inicioRoutes },
  { routes: empresaRoutes },
  { routes: configuracionRoutes },
  { routes: facturasRoutes },
  { routes: eventosRoutes },
  { routes: emisionRoutes, jobs: (ctx) => [sendHandler(ctx, createDelivery(ctx.authority))] },
  { routes: documentosRoutes },
  { routes: importacionRoutes, jobs: (ctx) => [processHandler(ctx), signHandler(ctx)] },
  { routes: autoridadRoutes },
  { routes: firmaRoutes },
  { routes: usuariosRoutes },
  { routes: auditoriaRoutes },
  { routes: accesosRoutes },
  { routes: aprobacionesRoutes },
  { routes: clientesRoutes },
];

/** The application, complete but not yet listening. */
export interface App {
  readonly context: Context;
  readonly http: Http;
  readonly runner: Runner;
  /** Stops taking requests and jobs, waits for those in course, closes the database. */
  close(): Promise<void>;
}

/** What tests put in the place of the real thing. */
export interface Overrides {
  readonly clock?: Clock;
  /** An open and migrated database. */
  readonly db?: Db;
  readonly log?: Logger;
  readonly hosts?: Hosts;
  readonly journal?: Journal;
}

/** Where the issue journal of this process is: in a folder of its own, which is held for it alone. */
export const journalFileOf = ({ journalFile, dataDir }: Config): string =>
  journalFile ?? join(dataDir, 'diario', 'emision.diario');

/**
 * Puts the application together: database, keys, features.
 *
 * @param onLost called when the embedded database dies under the application: the process can only end
 * @throws FolderInUse when another process has the data folder, ConfigError when the master key is not the data's
 */
export async function createApp(config: Config, overrides: Overrides, onLost: (error: Error) => void): Promise<App> {
  const clock = overrides.clock ?? systemClock;
  const log = overrides.log ?? pino({ redact: ['req.headers.authorization', 'req.headers["x-api-key"]'] });
  const onWarning = (error: Error) => log.warn({ err: error }, 'a connection to the database broke');

  const db = overrides.db ?? (await connect(config, { onWarning, onLost }));
  await migrate(db);
  const signals = config.databaseUrl === undefined ? localSignals() : sharedSignals(config.databaseUrl, onWarning);
  const keyring = createKeyring(loadMasterKey(config));
  await checkMasterKey({ db, keyring });
  const queue = createQueue({ clock, signals });
  const events = createEventLog({ clock, signals });
  const keys = createKeys({ db, clock, keyring, events, signals });
  const stepUp = createStepUp({ db, clock, events });
  const secrets = createSecrets({ db, keyring });
  const signers = createSigners({ db, clock, secrets, signals });
  const checks: Context['checks'] = new Map();
  const issuers = createIssuers({ db, clock, signals });
  const reached = overrides.hosts === undefined ? await reachAuthority(config) : { hosts: overrides.hosts };
  const authority = createAuthorityClient({
    hosts: reached.hosts,
    sign: async (empresaId, xml) => (await signXml(xml, (await signers.of(empresaId)).signer)).xml,
  });
  const journal = overrides.journal ?? (await openJournal(journalFileOf(config)));
  const quarantine = await openQuarantine(db, journal);
  signals.on(quarantineTopic, () => {
    quarantine.recheck().catch(onWarning);
  });
  const context: Context = {
    config,
    clock,
    log,
    db,
    signals,
    queue,
    events,
    keyring,
    keys,
    stepUp,
    secrets,
    signers,
    checks,
    issuers,
    authority,
    journal,
    quarantine,
  };

  const http = await createHttp({
    authenticate: keys.authenticate,
    demandPassword: stepUp.demand,
    async reaches(empresaId, menuId) {
      const item = menuItems.find(({ id }) => id === menuId);
      return item !== undefined && alcanza(item, (await issuers.of(empresaId)).accesos);
    },
    log,
    publicUrl: config.publicUrl,
    web: createWeb(),
  });
  healthRoutes(http, context);
  referenceRoutes(http);
  for (const feature of features) feature.routes?.(http, context);
  const handlers = features.flatMap((feature) => feature.jobs?.(context) ?? []);
  const runner = createRunner({ db, queue, signals, clock, log, handlers });

  return {
    context,
    http,
    runner,
    async close() {
      await http.fastify.close();
      await runner.stop();
      await signals.close();
      await authority.close();
      if ('close' in reached) await reached.close();
      await journal.close();
      await db.close();
    },
  };
}
