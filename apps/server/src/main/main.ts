import { childGuards } from '@timbre/worker';
import { demandSafe, readConfig } from '../domain/config.ts';
import { databaseDangers } from '../platform/db/safety.ts';
import { ConfigError } from '../platform/process/config-error.ts';
import { endedWithin } from '../platform/process/ended-within.ts';
import { armFailpoint } from '../platform/process/failpoint.ts';
import { createApp } from './app.ts';
import { explain } from './explain.ts';
import { type Credentials, ensureDemo, ensureRoot } from './first-start.ts';

const closeWithinMs = 4_500;

start().catch((error: Error) => {
  console.error(explain(error));
  process.exit(1);
});

async function start(): Promise<void> {
  const config = readConfig(process.env);
  demandSafe(config);
  armFailpoint(config.failpoint);
  // Tests the limits of child processes now, not while a call waits.
  childGuards();
  const app = await createApp(config, {}, (error) => {
    console.error('La base de datos embebida se detuvo; el servidor no puede seguir.', error);
    process.exit(1);
  });
  const dangers = await databaseDangers(app.context.db);
  if (config.authority === 'dgii' && dangers.length > 0) {
    await app.close();
    throw new ConfigError(`Con la DGII real no se inicia así:\n  ${dangers.join('\n  ')}`);
  }
  const root = await ensureRoot(app.context);
  const demo = await ensureDemo(app.context);
  await app.runner.start();
  const address = await app.http.fastify.listen({ port: config.port, host: config.host });
  closeOnSignal(app.close);
  const notices = [...dangers, app.context.quarantine.reason()].filter((notice) => notice !== undefined);
  console.log(banner(config.publicUrl ?? address, root, demo, notices));
}

/**
 * On SIGTERM or SIGINT work in progress is finished, or aborted if it takes too long; a second signal ends the process
 * at once.
 */
function closeOnSignal(close: () => Promise<void>): void {
  let closing = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, async () => {
      if (closing) process.exit(1);
      closing = true;
      try {
        // Work not closed by then is left as after a crash: nothing is lost, and the next start completes it.
        if (!(await endedWithin(close(), closeWithinMs))) console.error('No todo se cerró a tiempo.');
        process.exit(0);
      } catch (error) {
        console.error(error);
        process.exit(1);
      }
    });
  }
}

function banner(address: string, root: Credentials, demo: Credentials | undefined, notices: readonly string[]): string {
  const access = (who: string, { login, password }: Credentials, otherwise: string) =>
    `  ${who.padEnd(15)} ${login}   contraseña: ${password ?? otherwise}`;
  return [
    '',
    `  Timbre está listo: ${address}`,
    '',
    ...(demo === undefined ? [] : [access('Empresa demo', demo, '(la que usted fijó)')]),
    access('Administrador', root, '(la que se fijó al crearlo)'),
    ...(root.password === undefined ? [] : ['  La contraseña del administrador no se volverá a mostrar: guárdela.']),
    ...notices.map((notice) => `\n  Aviso: ${notice}`),
    '',
  ].join('\n');
}
