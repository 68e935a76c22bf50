import type { Looks } from '../../lib/looks.ts';

export const looks = {
  excel: { who: 'empresa', path: '/excel' },
  'excel-libro': { who: 'empresa', path: '/excel?id=:importacion' },
} satisfies Looks;
