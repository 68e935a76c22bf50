import type { Looks } from '../../lib/looks.ts';

export const looks = {
  tasas: { who: 'root', path: '/tasas-selectivo' },
  // The third quarter of 2026 is past, and Timbre includes no rates for it.
  'tasas-cargar': { who: 'root', path: '/tasas-selectivo?trimestre=2026-07-01' },
} satisfies Looks;
