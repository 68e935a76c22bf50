import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AuthorityClient } from '@timbre/authority';
import { emision } from '@timbre/contract';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { saleOf } from '../../../main/testing/draft.ts';
import { fillDisk } from '../../../main/testing/full-disk.ts';
import { withIssuing } from '../../../main/testing/issuing.ts';
import { claim, type Job, StaleLease } from '../../../platform/jobs/queue.ts';
import { type Journal, openJournal } from '../numbers/journal.ts';
import { createDelivery, type Parcel } from './delivery.ts';
import { sendHandler } from './sender.ts';
import { applyChanges, type Change } from './sender-repo.ts';

// The sender alone. No job runner takes the jobs, so each step can be paused where the test needs it.

const server = withIssuing();
beforeAll(() => server.app.runner.stop(async () => undefined));

const invoice = saleOf({ precio: '100.00' });
const consumer = saleOf({ tipo: '32', precio: '100.00', comprador: null });

const emit = async (body: object = invoice) => (await server.call(emision.enviarFactura, { body }, server.key)).body;
const receivedOf = (eNCF: string) => server.simulator.control.log().filter((one) => one.eNCF === eNCF);
const inCompany = <T>(work: Parameters<typeof server.ctx.db.tenant<T>>[1]) =>
  server.ctx.db.tenant(server.empresaId, work);

/** Claims every sending job, as a runner would. With `leased`, sets the end of the lease. */
async function takeJobs({ leased }: { leased: boolean }): Promise<Job[]> {
  const { db, queue, clock } = server.ctx;
  const sinceMs = clock.monotonicMs();
  const first = '00000000-0000-0000-0000-000000000000';
  const jobs = await db.system((tx) => claim(tx, 'envio', 64, new Date(Date.now() + 60_000), first));
  if (leased) queue.leased(jobs, sinceMs);
  return jobs;
}
const send = (jobs: readonly Job[], journal: Journal = server.ctx.journal) =>
  sendHandler({ ...server.ctx, journal }, createDelivery(authority())).handle(server.empresaId, jobs);
/** The complete client: the features' type hides posting, the sender's does not. */
const authority = () => server.ctx.authority as AuthorityClient;
const giveUp = (jobs: readonly Job[]) => inCompany((tx) => server.ctx.queue.finish(tx, jobs));

test('nothing is posted before the journal of this process has its number', { tags: ['P1.5'] }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'timbre-test-'));
  const journal = await openJournal(join(folder, 'otro.diario'));
  const { eNCF } = await emit();
  const jobs = await takeJobs({ leased: true });
  const full = fillDisk();
  await expect(send(jobs, journal)).rejects.toThrow('ENOSPC');
  full.free();
  expect(receivedOf(eNCF)).toEqual([]);
  await send(jobs, journal);
  expect(receivedOf(eNCF)).toEqual([]); // begun and not finished: the sender asks before it posts
  expect(journal.highest()).toContainEqual(expect.objectContaining({ tipo: 31, numero: Number(eNCF.slice(3)) }));
  await journal.close();
  rmSync(folder, { recursive: true });
  await giveUp(await takeJobs({ leased: true }));
});

test('nothing is posted once the lease may have run out', { tags: ['P1.10'] }, async () => {
  const { eNCF } = await emit();
  const jobs = await takeJobs({ leased: false });
  await expect(send(jobs)).rejects.toThrow(StaleLease);
  expect(receivedOf(eNCF)).toEqual([]);
  await giveUp(jobs);
});

/** The data about a document that the sender reads before it sends or asks. */
async function parcelOf(eNCF: string, more: Partial<Parcel> = {}): Promise<Parcel> {
  const { rows } = await inCompany((tx) =>
    sql<{ xml: string; es_rfce: boolean; codigo_seguridad: string }>`
      select xml, es_rfce, codigo_seguridad from documento where encf = ${eNCF} order by es_rfce desc limit 1`.execute(
      tx,
    ),
  );
  const { xml, es_rfce: esRFCE, codigo_seguridad: codigoSeguridad } = rows[0]!;
  return {
    ambiente: 'testecf',
    rncEmisor: server.rnc,
    eNCF,
    rncComprador: esRFCE ? null : '131246796',
    codigoSeguridad,
    esRFCE,
    xml,
    trackId: null,
    tracks: [],
    tracksPrevios: [],
    dudoso: false,
    ...more,
  };
}

test('the rejection "number used" is not final for a document whose first copy was accepted', async () => {
  const delivery = createDelivery(authority());
  const { eNCF } = await emit();
  const parcel = await parcelOf(eNCF);
  const [first, second] = [
    await delivery.post(server.empresaId, parcel),
    await delivery.post(server.empresaId, parcel),
  ];
  if (first.kind !== 'recibido' || second.kind !== 'recibido') throw new Error('It was not received');
  expect(receivedOf(eNCF).map(({ decision }) => decision.estado)).toEqual(['aceptado', 'rechazado']);
  for (const tracks of [[second.trackId], [first.trackId, second.trackId]]) {
    const asked = await parcelOf(eNCF, { trackId: second.trackId, tracks, dudoso: true });
    expect(await delivery.ask(server.empresaId, asked)).toMatchObject({
      kind: 'veredicto',
      estado: 'aceptado',
      trackId: first.trackId,
    });
  }

  const summary = await emit(consumer);
  const summarised = await parcelOf(summary.eNCF);
  for (let copy = 0; copy < 2; copy++)
    expect(await delivery.post(server.empresaId, summarised)).toMatchObject({ kind: 'veredicto', estado: 'aceptado' });
  await giveUp(await takeJobs({ leased: true }));
});

test('an acceptance looked up by the number alone counts only with the right security code', {
  tags: ['P2.5'],
}, async () => {
  const delivery = createDelivery(authority());
  const { eNCF } = await emit();
  await delivery.post(server.empresaId, await parcelOf(eNCF));
  const [received] = receivedOf(eNCF);
  const own = await parcelOf(eNCF, { trackId: 'perdido', tracks: ['perdido'] });
  expect(await delivery.ask(server.empresaId, own)).toMatchObject({
    kind: 'veredicto',
    estado: 'aceptado',
    trackId: received?.trackId,
  });
  const others = { ...own, codigoSeguridad: 'AAAAAA' };
  expect(await delivery.ask(server.empresaId, others)).toMatchObject({ kind: 'sin_confirmar' });
  await giveUp(await takeJobs({ leased: true }));
});

test('an accepted document stays accepted; a rejected one can turn out to be accepted', {
  tags: ['P2.1'],
}, async () => {
  const { id, eNCF } = await emit();
  await giveUp(await takeJobs({ leased: true }));
  const move = async (estado: Change['estado'], more: Partial<Change> = {}) => {
    const change: Change = {
      id,
      ambiente: 'testecf',
      encf: eNCF,
      resumeA: null,
      importacionId: null,
      intentoBase: 0,
      estado,
      final: true,
      trackId: null,
      codigo: null,
      mensajes: [],
      secuenciaUtilizada: estado !== 'rechazado',
      ...more,
    };
    const made = await inCompany((tx) => applyChanges(tx, server.empresaId, [change]));
    const { rows } = await inCompany((tx) =>
      sql<{
        estado: string;
        ocupa_numero: boolean;
      }>`select estado, ocupa_numero from documento where id = ${id}`.execute(tx),
    );
    return [made.has(id), rows[0]?.estado, rows[0]?.ocupa_numero];
  };
  expect(await move('aceptado', { intentoBase: 7 })).toEqual([false, 'firmado', true]);
  expect(await move('rechazado')).toEqual([true, 'rechazado', false]);
  expect(await move('enviado')).toEqual([false, 'rechazado', false]);
  expect(await move('aceptado')).toEqual([true, 'aceptado', true]);
  for (const estado of ['rechazado', 'sin_confirmar', 'enviado', 'aceptado_condicional'] as const)
    expect(await move(estado)).toEqual([false, 'aceptado', true]);
});
