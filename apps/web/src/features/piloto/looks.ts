import type { Looks } from '../../lib/looks.ts';

export const looks = {
  piloto: { who: 'empresa', path: '/piloto' },
  'piloto-corregir': { who: 'empresa', path: '/piloto?paso=2' },
} satisfies Looks;
