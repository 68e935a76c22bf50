import type { Configuracion } from './api.ts';

/** What every panel of the screen is given. */
export interface PanelProps {
  readonly configuracion: Configuracion;
  /** Why this person cannot change anything; undefined when they can. */
  readonly refusal: string | undefined;
}
