import type { borradores } from '@timbre/contract';
import type { BorradorRow } from './repo.ts';

/** A draft as the contract shows it. */
export const borradorView = ({ tipo, modificado, ...row }: BorradorRow): borradores.Borrador => ({
  ...row,
  tipo: String(tipo),
  modificado: modificado.toISOString(),
});
