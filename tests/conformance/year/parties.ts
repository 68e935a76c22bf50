import { cedulaOf, rncOf } from './chance.ts';
import type { Party } from './event.ts';

// The companies and persons of the year. All are invented.

export const own = { rnc: rncOf(40_001), razonSocial: 'Comercial Doce Meses SRL' };

/** Suppliers that issue e-CF with certificates of their own. */
export const electronic: readonly Party[] = [1, 2, 3].map((n) => ({
  id: rncOf(41_000 + n),
  name: `Suplidora ${n} SRL`,
}));
/** Suppliers on paper. */
export const onPaper: readonly Party[] = [1, 2, 3, 4].map((n) => ({
  id: rncOf(42_000 + n),
  name: `Distribuidora ${n} SRL`,
}));
export const persons: readonly Party[] = [1, 2, 3].map((n) => ({
  id: cedulaOf(7_000 + n),
  name: `Persona Inventada ${n}`,
}));
export const customers: readonly Party[] = [1, 2, 3, 4].map((n) => ({
  id: rncOf(43_000 + n),
  name: `Cliente ${n} SRL`,
}));
export const government: Party = { id: rncOf(44_001), name: 'Ayuntamiento Inventado' };
export const freeZone: Party = { id: rncOf(44_002), name: 'Zona Franca Inventada SA' };
export const overseas: readonly Party[] = [1, 2].map((n) => ({
  id: '',
  name: `Overseas ${n} LLC`,
  foreign: `EX-${n}0${n}`,
}));
export const nobody: Party = { id: '', name: '' };
export const itself: Party = { id: own.rnc, name: own.razonSocial };
