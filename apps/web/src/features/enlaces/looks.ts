import type { Looks } from '../../lib/looks.ts';

export const looks = {
  privacidad: { who: 'nadie', path: '/f/privacidad' },
} satisfies Looks;
