import { isGranted, menuItems } from '@timbre/contract';
import { createRateLimit } from '../domain/companies/rate-limit.ts';
import { buildBlocks } from '../domain/comprobantes/blocks/build.ts';
import { prune } from '../domain/comprobantes/ledger/prune.ts';
import { anchorFolderOf } from '../domain/own-files.ts';
import { forgetUnknown } from '../domain/received/unknown-bytes-repo.ts';
import type { Context } from '../features/context.ts';
import { remind } from '../features/correo/service.ts';
import { mustHaveTotp } from '../features/sesion/dos-pasos.ts';
import { writeAnchor } from '../platform/events/anchors.ts';
import { referenceRoutes } from '../platform/http/reference.ts';
import type { Http } from '../platform/http/register.ts';
import { createHttp } from '../platform/http/server.ts';
import { createWeb } from '../platform/http/web.ts';
import { networkOf } from '../platform/input/client-address.ts';
import { createRunner, type JobHandler, type Runner } from '../platform/jobs/runner.ts';
import { periodically } from '../platform/process/periodically.ts';
import type { Closing } from './closing.ts';
import { firstPageServed } from './demo/first-page.ts';
import { createMaker } from './demo/maker.ts';
import type { Domain } from './domain.ts';
import { featureJobs, featureRoutes } from './features.generated.ts';
import { healthRoutes } from './operation/health.ts';
import { metricsRoutes } from './operation/metrics.ts';
import type { Platform } from './platform.ts';
import { simulatorsApart } from './reach-authority.ts';

const hourMs = 60 * 60 * 1_000;
const blocksEveryMs = 10 * 60 * 1_000;
/** Wrong integration keys allowed per network: a burst, then one more each second. */
const wrongKeysOfAddress = { burst: 60, perTokenS: 1 };

/** The notice of `/readyz` that requests come through a proxy while no proxy is configured. */
const proxyUnknown =
  'Llegan peticiones con X-Forwarded-For desde esta máquina o su red, y TIMBRE_TRUSTED_PROXIES no está fijada: todos los clientes cuentan como una sola dirección en los límites. Fije TIMBRE_TRUSTED_PROXIES con la cantidad de proxies propios';

/** Makes what works: the calls, the jobs, which do not run yet, and the timers, which do. */
export async function serve(
  domain: Domain,
  onWarning: Platform['onWarning'],
  closing: Closing,
): Promise<{ readonly http: Http; readonly runner: Runner }> {
  const http = await serveCalls(domain, closing);
  const maker = createMaker(domain, firstPageServed(http, domain.context.clock));
  const runner = createJobs(domain, maker);
  closing.add('jobs', {
    async close() {
      await runner.stop(() => domain.authority.close());
      await maker.close();
    },
  });
  await startTimers(domain.context, onWarning, closing);
  return { http, runner };
}

async function serveCalls({ context, isOwnSimulator }: Domain, closing: Closing): Promise<Http> {
  const { config, clock, log, keys, stepUp, issuers, quarantine, door } = context;
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
    onFailure: context.failures.add,
    publicUrl: config.publicUrl,
    web: createWeb(config.assistantUrl),
    trustedProxies: config.trustedProxies,
  });
  closing.add('http', http.fastify);
  healthRoutes(http, {
    ...context,
    simulatorNotice: () => (isOwnSimulator && quarantine.beside() > 0 ? simulatorsApart : undefined),
    addressNotice: () => (isForwarded ? proxyUnknown : undefined),
  });
  metricsRoutes(http, context);
  referenceRoutes(http);
  for (const routes of Object.values(featureRoutes)) routes(http, context);
  http.fastify.addHook('preClose', async () => door.close());
  return http;
}

function createJobs({ context, authority }: Domain, maker: JobHandler): Runner {
  const { space, journal, outages } = context;
  const handlers = [...Object.values(featureJobs).flatMap((jobs) => jobs(context, authority)), maker];
  // No work begins if the disk could not store it or the journal could not record its number.
  const mayWork = () =>
    space.isFull()
      ? Promise.resolve(false)
      : journal.ready().then(
          () => true,
          () => false,
        );
  const jobs = createRunner({ ...context, handlers, mayWork });
  return {
    async start() {
      await outages.start();
      await jobs.start();
    },
    async stop(cut) {
      await outages.stop();
      await jobs.stop(cut);
    },
  };
}

/** Writes the anchors now, and starts what is done every hour or oftener. */
async function startTimers(context: Context, onWarning: Platform['onWarning'], closing: Closing): Promise<void> {
  const { config, db, clock } = context;
  const anchor = () => writeAnchor(context, anchorFolderOf(config), clock.now());
  await anchor().catch(onWarning);
  const stops = [
    periodically(hourMs, anchor, onWarning),
    periodically(hourMs, () => prune(db, clock.now()), onWarning),
    periodically(hourMs, () => forgetUnknown(db, clock.now(), config.unknownDays), onWarning),
    periodically(hourMs, () => remind(context), onWarning),
    periodically(blocksEveryMs, () => buildBlocks(db, clock.now()), onWarning),
  ];
  closing.add('timers', {
    async close() {
      for (const stop of stops) await stop();
    },
  });
}
