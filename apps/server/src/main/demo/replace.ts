import { changeEmpresa, holdEmpresa } from '../../domain/companies/clientes-repo.ts';
import { revokeKeys } from '../../domain/companies/keys-repo.ts';
import { listMembresias } from '../../domain/companies/memberships-repo.ts';
import { takeAccess } from '../../domain/companies/people.ts';
import { recordActOnEmpresa } from '../../domain/companies/record-act.ts';
import { companyOf } from '../../domain/received/received-repo.ts';
import type { Context } from '../../features/context.ts';
import type { DemoJob } from '../../features/demostracion/service.ts';
import { disconnect } from '../../features/quickbooks/connect.ts';
import { estadoDe } from '../../features/quickbooks/service.ts';
import { today } from '../../features/reportes/service.ts';
import { listWebhooks, removeWebhook } from '../../features/webhooks/service.ts';
import type { Tx } from '../../platform/db/transactions.ts';
import type { Actor } from '../../platform/input/caller.ts';
import type { Job } from '../../platform/jobs/queue.ts';
import { failpoint } from '../../platform/process/failpoint.ts';
import { companiesOf, lados } from './companies.ts';
import { createPair, peopleOf } from './create.ts';

/** More people than a company of the demonstration has. */
const allPeople = 1_000;

/**
 * Makes a new demonstration in place of one. Issued documents and the record cannot be deleted, so the former companies
 * stay, renamed, with nobody who enters them, no key and nothing that calls outside.
 */
export async function replaceDemo(ctx: Context, job: Job, by: Actor): Promise<void> {
  const { nth } = job.datos as unknown as DemoJob;
  const former = await formerOf(ctx, nth);
  for (const { id } of former) {
    for (const { row } of await listWebhooks(ctx, id)) await removeWebhook(ctx, id, row.id, by);
    if ((await estadoDe(ctx, id)).realmId !== null) await disconnect(ctx, id, by);
  }
  const people = await peopleOf(ctx);
  await ctx.db.system(async (tx) => {
    await createPair(ctx, tx, { people, today: today(ctx) });
    for (const { id } of former) await retire(ctx, tx, id, by);
    await ctx.queue.finish(tx, [job]);
  });
  failpoint('demo-replaced');
}

async function formerOf({ db }: Context, nth: number): Promise<readonly { readonly id: string }[]> {
  const companies = companiesOf(nth);
  const ids = await db.system(async (tx) => Promise.all(lados.map((lado) => companyOf(tx, companies[lado].rnc))));
  return ids.flatMap((id) => (id === undefined ? [] : [{ id }]));
}

/** Renames a company and takes all access to it away. */
async function retire(ctx: Context, tx: Tx, id: string, by: Actor): Promise<void> {
  const empresa = await holdEmpresa(tx, id);
  if (empresa === undefined) return;
  const razon_social = `${empresa.razon_social} (anterior al ${today(ctx)})`;
  await changeEmpresa(tx, id, { razon_social });
  await revokeKeys(tx, id, ctx.clock.now());
  for (const { id: usuarioId, persona_id: personaId } of await listMembresias(tx, id, allPeople))
    await takeAccess(ctx, tx, { empresaId: id, usuarioId, personaId });
  const act = { tipo: 'demostracion.restablecida', sujeto: id, datos: { ...by } } as const;
  await recordActOnEmpresa(ctx, tx, empresa, act, 'empresa');
}
