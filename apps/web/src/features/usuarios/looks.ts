import type { Looks } from '../../lib/looks.ts';

export const looks = {
  usuarios: { who: 'empresa', path: '/usuarios' },
} satisfies Looks;
