import type { Looks } from '../../lib/looks.ts';

export const looks = { contador: { who: 'empresa', path: '/contador' } } satisfies Looks;
