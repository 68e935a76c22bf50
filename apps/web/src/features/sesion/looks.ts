import type { Looks } from '../../lib/looks.ts';

export const looks = {
  login: { who: 'nadie', path: '/login' },
} satisfies Looks;
