import type { Context } from '../context.ts';
import type { Pilot } from './repo.ts';
import type { Etapa } from './tables.ts';

/** What the pilot does next: it waits, or moves to another stage. Done again after an interruption, it does no harm. */
export type Advance = (
  ctx: Context,
  pilot: Pilot,
) => Promise<'wait' | { readonly etapa: Etapa; readonly motivo?: string }>;
