import type { Looks } from '../../lib/looks.ts';

export const looks = {
  simulacion: { who: 'empresa', path: '/simulacion' },
  'simulacion-batch': { who: 'empresa', path: '/simulacion?tab=batch' },
} satisfies Looks;
