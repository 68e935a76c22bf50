import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { seeded } from '@timbre/ecf/samples';
import { afterEach, expect, inject, test } from 'vitest';
import { stranger } from '../../apps/server/src/main/testing/stranger.ts';
import type { BuiltServer } from '../built-server.ts';
import { settled } from '../crash/client.ts';
import { makePlace, type Place } from '../crash/rig.ts';
import { doorAt } from '../door.ts';
import { cuts } from './disk.ts';
import { type Power, powerOf } from './tape.ts';
import { Witness } from './witness.ts';

// The power is cut while the default engine works. Of the changes that were not synced, the disk loses all, a random
// part, or the earliest ones. A server starts with the remaining data. Everything that was acknowledged to a caller, or
// that the DGII received, must still be there.

const chance = seeded(inject('seed'));
/** Number of cuts so far. The kinds of cut alternate, so that every kind occurs with every seed. */
let turns = 0;
const nextCut = () => cuts[turns++ % cuts.length]!;
/**
 * Repetitions of each situation. In all there are 10 power cuts in a normal run and 100 in `npm run test:all`, because
 * `start` and `first` cut the power twice.
 */
const times = inject('every')
  ? { emission: 36, workbook: 14, report: 10, checkpoint: 10, start: 10, first: 5 }
  : { emission: 3, workbook: 1, report: 1, checkpoint: 1, start: 1, first: 1 };

let place: Place;
let power: Power;
const open: BuiltServer[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.kill('SIGKILL')));
  power.end();
  await place.leave();
});

async function begin(): Promise<Witness> {
  place = await makePlace();
  power = powerOf(place.dataDir);
  return new Witness(place);
}

async function start(fsync = '1'): Promise<BuiltServer> {
  const server = await place.start({ ...power.env, TIMBRE_FSYNC: fsync });
  if (server === undefined) throw new Error('It was killed by nobody');
  open.push(server);
  return server;
}

/** Starts a server with the data that the last cut left, and checks that nothing acknowledged is missing. */
async function reopen(witness: Witness): Promise<BuiltServer> {
  const received = await witness.received();
  const server = await start();
  await witness.demandAll(server, received);
  return server;
}

/** Latest moment of a power cut: after this many more responses, and then this many milliseconds. */
interface Moment {
  readonly answers: number;
  readonly ms: number;
}

/** Kills the server in the middle of its work. */
async function killDuring(
  server: BuiltServer,
  witness: Witness,
  work: Promise<unknown>,
  { answers, ms }: Moment,
): Promise<void> {
  await witness.hearing(Math.floor(chance() * (answers + 1)), chance() * ms);
  await server.kill('SIGKILL');
  await work;
}

async function cutDuring(
  witness: Witness,
  moment: Moment,
  work: (server: BuiltServer) => Promise<unknown>,
): Promise<void> {
  const server = await reopen(witness);
  await killDuring(server, witness, work(server), moment);
  power.cut(nextCut(), chance);
}

/**
 * Lets a server complete its work. Then the power is cut at a random moment of its shutdown or, for `starting`, at a
 * random moment since its start.
 */
async function cutWhile(witness: Witness, what: 'ending' | 'starting'): Promise<void> {
  const server = await reopen(witness);
  if (what === 'ending') await witness.issue(server, 6);
  await settled(server);
  const from = what === 'ending' ? power.length() : 0;
  await server.kill(what === 'ending' ? 'SIGTERM' : 'SIGKILL');
  power.cut(nextCut(), chance, Math.floor(from + chance() * (power.length() - from)));
}

const repeat = async (count: number, work: () => Promise<unknown>) => {
  for (let i = 0; i < count; i++) await work();
};

/** Ends the server, and checks that the tape is complete and that the ledger agrees with the DGII. */
async function demandOrder(server: BuiltServer): Promise<void> {
  expect(await server.kill('SIGTERM')).toBe(0);
  expect(power.unexplained()).toEqual([]);
  const checked = await place.timbre('verificar', '--simulador', place.simulator.hosts.ecf);
  expect(checked.output).toContain(' 0 hallazgos');
  expect(checked.code).toBe(0);
}

test('a power cut loses nothing: while documents are issued, a workbook is sent, a report is made, at starts and checkpoints', {
  timeout: 3_000_000,
  tags: ['P1.14'],
}, async () => {
  const witness = await begin();
  await repeat(times.emission, () =>
    cutDuring(witness, { answers: 12, ms: 60 }, (server) => witness.issue(server, 30)),
  );
  await repeat(times.workbook, () =>
    cutDuring(witness, { answers: 2, ms: 600 }, (server) => witness.sendWorkbook(server)),
  );
  await repeat(times.report, () => cutDuring(witness, { answers: 1, ms: 600 }, (server) => witness.makeReport(server)));
  // An orderly shutdown makes a checkpoint, and so does a start after a cut, at the end of its recovery.
  await repeat(times.checkpoint, () => cutWhile(witness, 'ending'));
  await repeat(times.start, async () => {
    const server = await reopen(witness);
    await witness.issue(server, 6);
    await settled(server);
    await server.kill('SIGKILL');
    power.cut('all', chance);
    await cutWhile(witness, 'starting');
  });
  const server = await reopen(witness);
  await witness.conclude(server);
  await demandOrder(server);
});

test.each(Array.from({ length: times.first }, (_, i) => i + 1))(
  'a power cut of the first start does not prevent the next one, and after it loses nothing (%i)',
  { timeout: 600_000, tags: ['P1.14'] },
  async () => {
    const witness = await begin();
    for (const name of readdirSync(place.dataDir)) rmSync(join(place.dataDir, name), { recursive: true });
    place.env.TIMBRE_MASTER_KEY = ''; // the key is in the folder too
    power.end();
    power = powerOf(place.dataDir);

    const first = await start();
    await first.kill('SIGKILL');
    power.cut(nextCut(), chance, Math.floor(chance() * power.length()));
    const second = await start();
    const { rnc } = await stranger(doorAt(second.address), {});
    await second.kill('SIGKILL');
    power.cut(nextCut(), chance);
    const third = { ...(await start()), login: rnc };
    await witness.issue(third, 3);
    await witness.conclude(third);
    await demandOrder(third);
  },
);

test('the same cut without fsync does lose documents: the simulation is effective', {
  timeout: 600_000,
  tags: ['P1.14'],
}, async () => {
  const witness = await begin();
  const server = await start('0');
  const work = witness.issue(server, 30);
  await witness.hearing(5, 0);
  await server.kill('SIGKILL');
  await work;
  power.cut('all', chance);
  const lost = await witness.lost(await start(), await witness.received());
  expect(lost.acknowledged).toHaveLength(witness.heard);
  expect(witness.heard).toBeGreaterThan(0);
});
