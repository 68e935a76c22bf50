import type { Context } from '../context.ts';
import type { Pilot } from './repo.ts';
import type { Etapa } from './tables.ts';

/** The next move of the pilot: it waits, or moves to another stage. Repeating it after an interruption does no harm. */
export type Advance = (
  ctx: Context,
  pilot: Pilot,
) => Promise<'wait' | { readonly etapa: Etapa; readonly motivo?: string }>;
