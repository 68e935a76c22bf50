import { limitesDeWebhooks } from '@timbre/contract';

const minute = 60_000;
const hour = 60 * minute;

/** How long a delivery is tried, and how long all may fail before their destination is switched off. */
export const limitMs = limitesDeWebhooks.dias * 24 * hour;

/** How long a replaced secret still signs, next to the new one. */
export const formerSecretMs = limitesDeWebhooks.horasDelSecretoAnterior * hour;

/**
 * Milliseconds until a delivery that failed for the nth time is tried again: 30 s, four times as long each time, 6 h at most,
 * ± 20 %.
 *
 * @param random from 0 to 1
 */
export const retryMs = (tries: number, random: number): number =>
  Math.round(Math.min(6 * hour, 30_000 * 4 ** Math.min(tries - 1, 8)) * (0.8 + 0.4 * random));

/**
 * Milliseconds for which a destination that did not answer is sent nothing: 30 s at first, 10 min at most.
 *
 * @param failingMs how long no delivery has arrived
 */
export const pauseMs = (failingMs: number): number => Math.min(Math.max(30_000, failingMs / 2), 10 * minute);
