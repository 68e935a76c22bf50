import { newId } from '../../platform/db/id.ts';
import { type ImportContext, importRegister } from './import-register.ts';
import { readRegistro } from './import-repo.ts';
import { inventedFile, inventedRegister } from './invented.ts';
import { readRegister } from './read-register.ts';

/** Imports the small invented register, for a demonstration. An existing register stays. */
export async function ensureInventedRegister(ctx: ImportContext): Promise<void> {
  const { tabla } = await ctx.db.system(readRegistro);
  if (tabla !== null) return;
  await importRegister(ctx, {
    sujeto: newId(ctx.clock.now()),
    archivo: inventedFile,
    read({ onTotal, onBatch }) {
      const text = inventedRegister();
      onTotal(text.length);
      return readRegister(once(text), onBatch);
    },
  });
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
