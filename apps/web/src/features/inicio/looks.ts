import type { Looks } from '../../lib/looks.ts';

export const looks = {
  inicio: { who: 'empresa', path: '/home' },
  'inicio-root': { who: 'root', path: '/home' },
} satisfies Looks;
