import type { Looks } from '../../lib/looks.ts';

export const looks = {
  recuperar: { who: 'nadie', path: '/recuperar' },
  restablecer: { who: 'nadie', path: '/restablecer#x' },
} satisfies Looks;
