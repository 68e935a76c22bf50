import type { Configuracion } from './api.ts';

/** The props that every panel of the screen receives. */
export interface PanelProps {
  readonly configuracion: Configuracion;
  /** Why this user cannot change anything; undefined when they can. */
  readonly refusal: string | undefined;
}
