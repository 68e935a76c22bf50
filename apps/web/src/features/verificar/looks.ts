import type { Looks } from '../../lib/looks.ts';

export const looks = {
  'verificar-sin-sesion': { who: 'nadie', path: '/verificar' },
  verificar: { who: 'empresa', path: '/verificar' },
} satisfies Looks;
