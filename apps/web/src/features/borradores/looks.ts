import type { Looks } from '../../lib/looks.ts';

export const looks = {
  'nueva-factura': { who: 'empresa', path: '/nueva-factura' },
  'nueva-nota': { who: 'empresa', path: '/nueva-factura?tipo=34' },
} satisfies Looks;
