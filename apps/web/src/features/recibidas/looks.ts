import type { Looks } from '../../lib/looks.ts';

export const looks = {
  recibidas: { who: 'empresa', path: '/facturasrecibidas' },
} satisfies Looks;
