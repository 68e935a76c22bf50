import type { Looks } from '../../lib/looks.ts';

export const looks = {
  aprobaciones: { who: 'root', path: '/aprobaciones-ambientes' },
} satisfies Looks;
