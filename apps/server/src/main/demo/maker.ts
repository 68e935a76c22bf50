import { setTimeout as sleep } from 'node:timers/promises';
import { activeCertificate } from '../../domain/companies/certificate-repo.ts';
import { makeDemoCertificate } from '../../domain/companies/demo-certificate.ts';
import { companyOf } from '../../domain/received/received-repo.ts';
import { inventedCedula } from '../../domain/taxpayers/invented.ts';
import { READ } from '../../features/catalogo/jobs.ts';
import type { Context } from '../../features/context.ts';
import { DEMO, type DemoJob } from '../../features/demostracion/service.ts';
import { storeCertificate } from '../../features/empresa/service.ts';
import type { Job } from '../../platform/jobs/queue.ts';
import type { JobHandler } from '../../platform/jobs/runner.ts';
import { failpoint } from '../../platform/process/failpoint.ts';
import type { Domain } from '../domain.ts';
import { connectBooks } from './books.ts';
import { companiesOf, type Lado, lados } from './companies.ts';
import { suppliers } from './goods.ts';
import { openPast, type Past } from './past.ts';
import { planOf, type Step } from './plan.ts';
import { replaceDemo } from './replace.ts';
import { type Made, performStep } from './steps.ts';
import { addFailedWebhook } from './webhook.ts';

/** How long one turn makes steps: a server that ends waits for no more than this. */
const turnMs = 800;
/** Time between two looks whether it may begin. */
const laterMs = 1_000;
/** Days after today on which the importer's certificate ends, and the days before on which both begin. */
const certificateDays = { left: 20, before: 200, usual: 5 * 365 } as const;
/** The people who sign: their cédulas belong to nobody. */
const holders: Readonly<Record<Lado, { readonly name: string; readonly id: string }>> = {
  tienda: { name: 'Persona de Demostración', id: inventedCedula(1) },
  importadora: { name: 'Otra Persona de Demostración', id: inventedCedula(2) },
};

/**
 * Makes the history of a demonstration, a few steps a turn, and rests as long as it worked: requests go first. The job
 * has the next step; what was done of it before the process ended is not done twice.
 *
 * @param mayBegin whether the server has time for it
 */
export function createMaker(
  { context, listenPast }: Domain,
  mayBegin: () => boolean,
): JobHandler & { close(): Promise<void> } {
  let opened: Promise<Past> | undefined;
  /** Of the job in hand: its companies and its plan are the same in each turn. */
  let work: Work | undefined;
  async function makeSome(job: Job, listen: NonNullable<Domain['listenPast']>): Promise<void> {
    const state = job.datos as unknown as DemoJob;
    if (state.otra !== undefined) return replaceDemo(context, job, state.otra);
    opened ??= openWithSuppliers(context, listen);
    const past = await opened;
    if (work?.made.nth !== state.nth)
      work = { made: await madeOf(context, state), steps: planOf(state.dia, state.dias) };
    await takeTurn(context, past, job, work);
  }
  return {
    clase: DEMO,
    concurrency: 1,
    async handle(_, jobs) {
      const { db, queue, clock } = context;
      const later = new Date(clock.now().getTime() + laterMs);
      for (const job of jobs)
        if (listenPast === undefined) await db.system((tx) => queue.finish(tx, [job]));
        else if (mayBegin()) await makeSome(job, listenPast);
        else await db.system((tx) => queue.reschedule(tx, [job], later, 'uncounted'));
    },
    close: async () => (await opened)?.close(),
  };
}

interface Work {
  readonly made: Made;
  readonly steps: readonly Step[];
}

/** Makes the next steps, and stores how far it came. */
async function takeTurn(ctx: Context, past: Past, job: Job, work: Work): Promise<void> {
  const state = job.datos as unknown as DemoJob;
  const { made, steps } = work;
  const { clock } = ctx;
  const from = clock.monotonicMs();
  if (state.paso === 0) await ensureCertificates(ctx, made);
  let { paso } = state;
  while (paso < steps.length && clock.monotonicMs() - from < turnMs) {
    const began = clock.monotonicMs();
    await performStep(past, made, steps[paso]!);
    paso += 1;
    await sleep(clock.monotonicMs() - began);
  }
  if (paso === steps.length) return complete(ctx, past, made, steps, job);
  const { empresaId, sujeto } = job;
  await ctx.db.system(async (tx) => {
    await ctx.queue.enqueue(tx, [{ clase: DEMO, empresaId, sujeto, datos: { ...state, paso } }]);
    await ctx.queue.finish(tx, [job]);
  });
}

/** Makes what belongs to today, after the history. */
async function complete(ctx: Context, past: Past, { ids }: Made, steps: readonly Step[], job: Job): Promise<void> {
  const open = steps.flatMap(({ closings }) => closings).find(({ filed }) => !filed);
  await past.setClock(ctx.clock.now());
  await past.settle();
  if (open !== undefined) await connectBooks(past, ctx, ids.tienda, open.periodo);
  failpoint('demo-connected');
  await addFailedWebhook(ctx, ids.importadora);
  await past.handOver();
  await ctx.db.system(async (tx) => {
    await ctx.queue.enqueue(
      tx,
      lados.map((lado) => ({ clase: READ, empresaId: ids[lado], sujeto: ids[lado] })),
    );
    await ctx.queue.finish(tx, [job]);
  });
}

async function madeOf({ db }: Context, { nth }: DemoJob): Promise<Made> {
  const { tienda, importadora } = companiesOf(nth);
  const idOf = async (rnc: string) => {
    const id = await db.system((tx) => companyOf(tx, rnc));
    if (id === undefined) throw new Error(`The company ${rnc} of the demonstration is not there`);
    return id;
  };
  return { nth, ids: { tienda: await idOf(tienda.rnc), importadora: await idOf(importadora.rnc) } };
}

async function ensureCertificates(ctx: Context, { ids }: Made): Promise<void> {
  for (const lado of lados) await ensureCertificate(ctx, ids[lado], lado);
}

/** Gives a company of a demonstration a certificate that was valid during its history, unless it has one. */
export async function ensureCertificate(ctx: Context, empresaId: string, lado: Lado): Promise<void> {
  if ((await ctx.db.tenant(empresaId, (tx) => activeCertificate(tx, empresaId))) !== undefined) return;
  const password = ctx.keyring.passwordFor('certificate');
  const { left, before: daysBefore, usual } = certificateDays;
  const validity = { daysBefore, daysAfter: lado === 'importadora' ? left : usual };
  const certificate = await makeDemoCertificate(holders[lado], password, ctx.clock.now(), validity);
  await storeCertificate(ctx, empresaId, certificate, { por: 'Timbre', ip: '' });
}

/** Opens the past, with the suppliers as taxpayers that receive answers. */
async function openWithSuppliers(ctx: Context, listenPast: NonNullable<Domain['listenPast']>): Promise<Past> {
  const past = openPast(ctx, await listenPast());
  const holder = { name: 'Suplidor de Demostración', id: inventedCedula(3) };
  const { key, certificate } = await makeDemoCertificate(holder, '', ctx.clock.now(), {
    daysBefore: 200,
    daysAfter: 365,
  });
  for (const { id, nombre } of new Map(
    lados.flatMap((lado) => suppliers[lado]).map((each) => [each.id, each]),
  ).values())
    await past.control('taxpayer', { rnc: id, nombre, key, certificate });
  return past;
}
