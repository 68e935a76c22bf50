import type { Looks } from '../../lib/looks.ts';

export const looks = {
  accesos: { who: 'root', path: '/admin/accesos' },
  'accesos-de-una': { who: 'root', path: '/admin/accesos?rnc=199000005' },
} satisfies Looks;
