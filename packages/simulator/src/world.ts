import type { Trust } from '@timbre/xml/node';
import type { ForcedDecision } from './reception.ts';
import type { Registry } from './registry.ts';
import type { Roll } from './roll.ts';
import type { Sessions } from './sessions.ts';
import type { Taxpayer } from './taxpayer.ts';

/** How the authority behaves; changed while it runs. */
export interface Settings {
  /** Milliseconds before each answer: fixed, or between a least and a most. */
  latencyMs: number | readonly [number, number];
  /** How long a document stays `En Proceso`. */
  validacionMs: number;
  /** How long the look-ups (by trackId, by number) do not yet find a document that was received. */
  rezagoMs: number;
  tokenLifeMs: number;
  /** Added to the authority's clock. */
  clockOffsetMs: number;
}

/** @source specification 001 §4 for the delays of the demonstration; Descripción técnica v1.6 for the hour of a token */
export const defaultSettings: Settings = {
  latencyMs: 0,
  validacionMs: 0,
  rezagoMs: 0,
  tokenLifeMs: 3_600_000,
  clockOffsetMs: 0,
};

/** State shared by all services. */
export interface World {
  /** The authority's clock, epoch milliseconds. */
  readonly now: () => number;
  readonly settings: Settings;
  readonly trust: Trust;
  readonly registry: Registry;
  readonly roll: Roll;
  readonly sessions: Sessions;
  /** The taxpayers that the simulator plays, by RNC. */
  readonly taxpayers: Map<string, Taxpayer>;
  /** Bytes of documents by their digest; undefined unless they are kept. */
  readonly documents: Map<string, string> | undefined;
  readonly takeForced: (eNCF: string) => ForcedDecision | undefined;
  /** Address at which this authority answers, without a final slash. */
  readonly baseUrl: () => string;
}
