import type { Looks } from '../../lib/looks.ts';

export const looks = {
  procesar: { who: 'empresa', path: '/procesar-reportes' },
} satisfies Looks;
