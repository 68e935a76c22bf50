import type { Looks } from '../../lib/looks.ts';

export const looks = { dgii: { who: 'empresa', path: '/dgii' } } satisfies Looks;
