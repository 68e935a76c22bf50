import { createApp } from './app.ts';
import { ConfigError, readConfig } from './config.ts';
import { FolderInUse } from './db/folder-lock.ts';
import { databaseDangers } from './db/safety.ts';
import { armFailpoint } from './failpoint.ts';
import { type Credentials, ensureDemo, ensureRoot } from './first-start.ts';

const closeWithinMs = 15_000;
const embeddedNotice =
  'Base de datos embebida: no resiste un corte de energía. Para comprobantes reales use PostgreSQL (DATABASE_URL).';

start().catch((error: Error & { code?: string }) => {
  console.error(error instanceof ConfigError ? `Configuración: ${error.message}` : explain(error));
  process.exit(1);
});

async function start(): Promise<void> {
  const config = readConfig(process.env);
  armFailpoint(config.failpoint);
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
  const notices = app.context.db.engine === 'embebida' ? [embeddedNotice] : dangers;
  console.log(banner(config.publicUrl ?? address, root, demo, notices));
}

/** On SIGTERM or SIGINT everything in course is finished; on the second one, or after 15 s, it is not. */
function closeOnSignal(close: () => Promise<void>): void {
  let closing = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (closing) process.exit(1);
      closing = true;
      setTimeout(() => process.exit(1), closeWithinMs).unref();
      close().then(
        () => process.exit(0),
        (error) => {
          console.error(error);
          process.exit(1);
        },
      );
    });
  }
}

function explain(error: Error & { code?: string }): string {
  if (error instanceof FolderInUse)
    return `Otro proceso de Timbre usa la carpeta ${error.folder}. Deténgalo, o elija otra con TIMBRE_DATA_DIR o TIMBRE_JOURNAL.`;
  if (error.code === 'ECONNREFUSED') return 'PostgreSQL no responde en la dirección de DATABASE_URL.';
  if (error.code === 'EADDRINUSE') return 'El puerto está ocupado. Elija otro con PORT.';
  return error.stack ?? String(error);
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
