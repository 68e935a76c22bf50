import type { Looks } from '../../lib/looks.ts';

export const looks = {
  facturas: { who: 'empresa', path: '/facturas' },
} satisfies Looks;
