import type { Looks } from '../../lib/looks.ts';

export const looks = {
  'aprobacion-comercial': { who: 'empresa', path: '/aprobacion-comercial' },
} satisfies Looks;
