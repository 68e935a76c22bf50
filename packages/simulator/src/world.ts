import type { Trust } from '@timbre/xml/node';
import type { ForcedDecision } from './reception.ts';
import type { Registry } from './registry.ts';
import type { Roll } from './roll.ts';
import type { Sessions } from './sessions.ts';
import type { Taxpayer } from './taxpayer.ts';

/** Behaviour of the authority; may be changed while it runs. */
export interface Settings {
  /** Delay in milliseconds before each answer: fixed, or random between a minimum and a maximum. */
  latencyMs: number | readonly [number, number];
  /** Milliseconds for which a document stays `En Proceso`. */
  validacionMs: number;
  /** Milliseconds for which queries (by trackId, by number) do not yet find a received document. */
  rezagoMs: number;
  tokenLifeMs: number;
  /** Milliseconds added to the authority's clock. */
  clockOffsetMs: number;
  /** Where the authority's clock stands, epoch milliseconds; null while it runs. */
  standsAtMs: number | null;
}

/** @source specification 001 §4 for the delays of the demonstration; Descripción técnica v1.6 for the hour of a token */
export const defaultSettings: Settings = {
  latencyMs: 0,
  validacionMs: 0,
  rezagoMs: 0,
  tokenLifeMs: 3_600_000,
  clockOffsetMs: 0,
  standsAtMs: null,
};

/** The authority's clock, as its settings say. @param wallClock epoch milliseconds */
export const clockOf =
  (settings: Settings, wallClock: () => number): (() => number) =>
  () =>
    settings.standsAtMs ?? wallClock() + settings.clockOffsetMs;

/** State shared by all services. */
export interface World {
  /** The authority's clock, epoch milliseconds. */
  readonly now: () => number;
  readonly settings: Settings;
  readonly trust: Trust;
  readonly registry: Registry;
  readonly roll: Roll;
  readonly sessions: Sessions;
  /** The simulated taxpayers, by RNC. */
  readonly taxpayers: Map<string, Taxpayer>;
  /** Texts of documents by their digest; undefined unless they are stored. */
  readonly documents: Map<string, string> | undefined;
  readonly takeForced: (eNCF: string) => ForcedDecision | undefined;
  /** Address at which this authority answers, without a final slash. */
  readonly baseUrl: () => string;
}
