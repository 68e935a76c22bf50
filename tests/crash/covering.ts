import type { Ambiente } from '@timbre/contract';
import { failpoints } from '../../apps/server/src/platform/process/failpoint.ts';

/** Kills of one file of kill-and-compare.ts: at these points, one after the other, and that many times at random. */
export interface Kills {
  readonly points: readonly string[];
  readonly random: number;
}

/**
 * Points that other files test: the reception of documents in receiver.test.ts, annulments of unused numbers in
 * voiding.test.ts, webhooks, mail and deliveries in webhook.test.ts, correo.test.ts and delivery.test.ts, and each of
 * the others in a file named after it.
 */
export const elsewhere =
  /^(receive|void|webhook|mail|deliver|approvals|pilot|review|simulation|report|process|quickbooks|demo)-/;

/**
 * The points of kill-and-compare.ts. Some are passed a second time at another moment: at the query of the verdict
 * instead of the post, or when a signed document is sent.
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
 * The kills of a normal run. Every point is used in the test environment. Certification differs only when a document is
 * sent or is received signed. Production does not differ from the test environment at any point.
 */
const first: Record<Ambiente, Kills> = {
  testecf: { points, random: 0 },
  certecf: { points: points.filter((point) => /^(send|adopt)-/.test(point)), random: 0 },
  ecf: { points: [], random: 6 },
};

/**
 * The kills on the embedded engine if PostgreSQL has {@link first}: around commit and journal, where the engines
 * differ.
 */
const second: Record<Ambiente, Kills> = {
  testecf: {
    points: points.filter((point) => /^(emit|adopt|sign)-(committed|journaled)$|^send-journaled$/.test(point)),
    random: 0,
  },
  certecf: none,
  ecf: none,
};

/**
 * @param run `every`: each point in each environment on each engine; `isSecond`: true on the embedded engine if
 * PostgreSQL has
 *   the first part of the selection
 */
export function killsIn(ambiente: Ambiente, { every, isSecond }: { every: boolean; isSecond: boolean }): Kills {
  if (every) return all;
  return (isSecond ? second : first)[ambiente];
}
