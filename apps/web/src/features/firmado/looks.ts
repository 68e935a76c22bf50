import type { Looks } from '../../lib/looks.ts';

export const looks = {
  firmado: { who: 'empresa', path: '/firmado-digital' },
} satisfies Looks;
