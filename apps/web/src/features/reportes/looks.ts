import type { Looks } from '../../lib/looks.ts';

export const looks = {
  reportes: { who: 'empresa', path: '/reportes-fiscales' },
  'reportes-preparar': { who: 'empresa', path: '/reportes-fiscales?vista=preparar' },
  'reportes-conciliacion': { who: 'empresa', path: '/reportes-fiscales?vista=conciliacion' },
  'reportes-it1': { who: 'empresa', path: '/reportes-fiscales?tab=it1' },
} satisfies Looks;
