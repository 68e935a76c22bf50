import { platformRecord } from '../../platform/events/events.ts';
import type { Actor } from '../../platform/input/caller.ts';
import type { Context } from '../context.ts';
import { bundleName, makeFiles, packFiles } from './bundle.ts';

/** A browser waits for it: the command takes longer. */
const checkMs = 20_000;

/** The bundle of this server, for the platform's administrator. It is recorded before it is made. */
export async function supportBundle(
  ctx: Context,
  by: Actor,
): Promise<{ readonly bytes: Buffer; readonly name: string }> {
  await ctx.db.tenant(platformRecord, (tx) =>
    ctx.events.append(tx, platformRecord, [{ tipo: 'soporte.descargado', datos: { ...by } }]),
  );
  const now = ctx.clock.now();
  const files = await makeFiles({
    config: ctx.config,
    env: process.env,
    now,
    where: 'por el servidor en marcha',
    db: ctx.db,
    figures: () => ctx.metrics.registry.metrics(),
    failures: ctx.failures.list(),
    seals: async () => ctx.seals,
    journal: async () => ctx.journal.highest(),
    checkMs,
  });
  return { bytes: await packFiles(files, now), name: bundleName(now) };
}
