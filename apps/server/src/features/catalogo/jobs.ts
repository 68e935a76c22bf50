import type { Named, NamedBuyer, NamedProduct } from '../../domain/comprobantes/judge/named.ts';
import type { Tx } from '../../platform/db/transactions.ts';
import type { Job } from '../../platform/jobs/queue.ts';
import type { JobHandler } from '../../platform/jobs/runner.ts';
import type { Context } from '../context.ts';
import { listIssuedSince, newestPlaces } from './issued-repo.ts';
import * as repo from './repo.ts';

/** The class of the job that reads a company's documents into its lists; its subject is the company. */
export const READ = 'catalogo';

/** Documents that are read together. */
const batch = 200;
/** If a company has more documents, only this many of the newest are read. */
const mostRead = 20_000;
/** Documents before the last one read that are read again: their transactions may have ended after its own. */
const readAgain = 500;

/** Reads the documents issued since the last time. After a restart it continues after the last stored batch. */
export const jobs = (ctx: Context): readonly JobHandler[] => [
  {
    clase: READ,
    concurrency: 1,
    async handle(empresaId, all) {
      for (const job of all) await readIssued(ctx, empresaId, job);
    },
  },
];

async function readIssued(ctx: Context, empresaId: string, job: Job): Promise<void> {
  let after = await ctx.db.tenant(empresaId, (tx) => startOf(tx, empresaId));
  while (after !== undefined) {
    const from: number = after;
    const issued = await ctx.db.tenant(empresaId, (tx) => listIssuedSince(tx, empresaId, from, batch));
    const characters = issued.reduce((sum, { xml }) => sum + xml.length, 0);
    const named = await ctx.desk.readNamed(
      characters,
      issued.map(({ xml }) => xml),
    );
    const last = issued.at(-1)?.orden ?? from;
    await ctx.db.tenant(empresaId, async (tx) => {
      await ctx.queue.hold(tx, [job]);
      await repo.storeCompradores(tx, compradores(empresaId, issued, named));
      await repo.storeProductos(tx, productos(empresaId, issued, named));
      await repo.storeLectura(tx, empresaId, last, ctx.clock.now());
    });
    after = issued.length < batch ? undefined : last;
  }
  await ctx.db.tenant(empresaId, async (tx) => {
    await repo.pruneLists(tx, empresaId);
    await ctx.queue.finish(tx, [job]);
  });
}

/** The place after which documents are to be read; undefined if there is nothing new. */
async function startOf(tx: Tx, empresaId: string): Promise<number | undefined> {
  const read = (await repo.findLectura(tx, empresaId))?.orden;
  const recent = await newestPlaces(tx, empresaId, read === undefined ? mostRead : readAgain);
  if (recent === undefined || recent.newest === read) return undefined;
  return Math.min(read ?? recent.before, recent.before);
}

type Issued = readonly { readonly orden: number }[];

function compradores(empresa_id: string, issued: Issued, named: readonly Named[]) {
  const last = new Map<string, NamedBuyer & { orden: number }>();
  named.forEach(({ comprador }, i) => {
    if (comprador) last.set(comprador.identificacion, { ...comprador, orden: issued[i]!.orden });
  });
  return [...last.values()].map(({ razonSocial: razon_social, ...buyer }) => ({
    ...buyer,
    empresa_id,
    razon_social,
    busca: repo.searchedText(razon_social, buyer.identificacion),
  }));
}

function productos(empresa_id: string, issued: Issued, named: readonly Named[]) {
  const last = new Map<string, NamedProduct & { orden: number }>();
  named.forEach(({ productos }, i) => {
    for (const product of productos) last.set(product.nombre, { ...product, orden: issued[i]!.orden });
  });
  return [...last.values()].map(({ bienServicio: bien_servicio, ...product }) => ({
    ...product,
    empresa_id,
    bien_servicio,
    busca: repo.searchedText(product.nombre, product.descripcion),
  }));
}
