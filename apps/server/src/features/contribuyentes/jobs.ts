import { importRegister } from '../../domain/taxpayers/import-register.ts';
import { dropFile, endImportacion, readFile } from '../../domain/taxpayers/import-repo.ts';
import { ReaderDied, readInWorker } from '../../domain/taxpayers/read-in-worker.ts';
import { RegisterRefused } from '../../domain/taxpayers/register-refused.ts';
import { platformRecord } from '../../platform/events/events.ts';
import type { Job } from '../../platform/jobs/queue.ts';
import type { JobHandler } from '../../platform/jobs/runner.ts';
import type { Context } from '../context.ts';

/** The class of the job that imports an uploaded register; its subject is the upload. */
export const IMPORT = 'contribuyentes';

/** Times that the reader may die on one file. The cause may be temporary, or the file itself. */
const mostDeaths = 3;

/** Imports the uploaded register. After a restart it begins again. */
export const jobs = (ctx: Context): readonly JobHandler[] => [
  {
    clase: IMPORT,
    concurrency: 1,
    async handle(_record, all) {
      for (const job of all) {
        await importUpload(ctx, job);
        await ctx.db.system(async (tx) => {
          await dropFile(tx, job.sujeto);
          await ctx.queue.finish(tx, [job]);
        });
      }
    },
  },
];

/** Imports the file of a job. A refused file ends the job: its failure is recorded. */
async function importUpload(ctx: Context, { sujeto, datos, intentos }: Job): Promise<void> {
  const { archivo, por, ip } = datos as Readonly<Record<'archivo' | 'por' | 'ip', string>>;
  const bytes = await ctx.db.system((tx) => readFile(tx, sujeto));
  if (bytes === undefined) return;
  try {
    await importRegister(ctx, {
      sujeto,
      archivo,
      read: (reading) => readInWorker({ bytes }, reading),
      async onSwitched(tx, { filas, ending }) {
        const facts = { archivo, filas, rechazadas: ending.refused, por, ip };
        await ctx.events.append(tx, platformRecord, [{ tipo: 'contribuyentes.importado', sujeto, datos: facts }]);
      },
    });
  } catch (error) {
    if (error instanceof RegisterRefused) return;
    if (!(error instanceof ReaderDied) || intentos < mostDeaths) throw error;
    const fallo = 'La lectura del archivo se interrumpió varias veces. Descárguelo de nuevo de la DGII.';
    await ctx.db.system((tx) => endImportacion(tx, { sujeto }, fallo, ctx.clock.now()));
  }
}
