import pino from 'pino';
import type { Config } from '../domain/config.ts';
import type { Context } from '../features/context.ts';
import type { Http } from '../platform/http/register.ts';
import type { Runner } from '../platform/jobs/runner.ts';
import { createClosing } from './closing.ts';
import { createDomain } from './domain.ts';
import type { Overrides } from './overrides.ts';
import { createPlatform } from './platform.ts';
import { serve } from './serve.ts';

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

/**
 * Assembles the application: database, keys, features. If it fails, what was opened is closed.
 *
 * @param onLost called when the embedded database dies while the application runs: the process has to end
 * @throws FolderInUse when another process has the data folder; ConfigError when the master key is not the data's, or a
 * folder of the configuration cannot be used
 */
export async function createApp(config: Config, overrides: Overrides, onLost: (error: Error) => void): Promise<App> {
  const log =
    overrides.log ??
    pino({ level: config.logLevel, redact: ['req.headers.authorization', 'req.headers["x-api-key"]'] });
  const closing = createClosing(log);
  try {
    const platform = await createPlatform(config, overrides, log, onLost, closing);
    const domain = await createDomain(platform, overrides, closing);
    const served = await serve(domain, platform.onWarning, closing);
    return { context: domain.context, ...served, close: closing.close };
  } catch (error) {
    await closing.close().catch((failure) => log.warn({ err: failure }, 'what was opened did not close'));
    throw error;
  }
}
