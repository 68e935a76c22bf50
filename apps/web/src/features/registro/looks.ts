import type { Looks } from '../../lib/looks.ts';

export const looks = {
  'registro-propio': { who: 'nadie', path: '/registro' },
  registro: { who: 'root', path: '/registro' },
} satisfies Looks;
