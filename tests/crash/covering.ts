import type { Ambiente } from '@timbre/contract';
import { failpoints } from '../../apps/server/src/platform/process/failpoint.ts';

/** How one file of kill-and-compare.ts kills servers: at these points, one after the other, and this often at random. */
export interface Kills {
  readonly points: readonly string[];
  readonly random: number;
}

/**
 * Points that have a file of their own. What is received from other issuers is killed in receiver.test.ts, annulments of unused
 * numbers in voiding.test.ts, what leaves for others in webhook.test.ts, correo.test.ts and delivery.test.ts; each of the
 * others in the file of its name.
 */
export const elsewhere = /^(receive|void|webhook|mail|deliver|approvals|pilot|simulation|report|process|quickbooks)-/;

/**
 * The points of kill-and-compare.ts. The second passing of some is at another moment: the query of the verdict instead of the
 * post; the sending of a signed document.
 */
export const points: readonly string[] = [
  ...failpoints.filter((name) => !elsewhere.test(name)),
  'send-talked:2',
  'send-recording:2',
  'send-recorded:2',
  'adopt-stored:2',
  'adopt-committed:2',
  'adopt-journaled:2',
];
const all: Kills = { points, random: 6 };
const none: Kills = { points: [], random: 0 };

/**
 * The kills of each change. Every point in one environment; certification answers otherwise when a document is sent or comes
 * signed, and only then; production differs from the test environment in nothing that a point separates.
 */
const first: Record<Ambiente, Kills> = {
  testecf: { points, random: 0 },
  certecf: { points: points.filter((point) => /^(send|adopt)-/.test(point)), random: 0 },
  ecf: { points: [], random: 6 },
};

/** On the embedded engine, where PostgreSQL has the others: around the commit and the journal, where the engines differ. */
const second: Record<Ambiente, Kills> = {
  testecf: {
    points: points.filter((point) => /^(emit|adopt|sign)-(committed|journaled)$|^send-journaled$/.test(point)),
    random: 0,
  },
  certecf: none,
  ecf: none,
};

/**
 * @param run `every`: each point in each environment on each engine; `isSecond`: whether PostgreSQL has the first part of the
 *   selection, and this is the embedded engine
 */
export function killsIn(ambiente: Ambiente, { every, isSecond }: { every: boolean; isSecond: boolean }): Kills {
  if (every) return all;
  return (isSecond ? second : first)[ambiente];
}
