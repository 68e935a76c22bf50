import type { Looks } from '../../lib/looks.ts';

export const looks = {
  aprobaciones: { who: 'root', path: '/aprobaciones-ambientes' },
  'aprobaciones-decididas': { who: 'root', path: '/aprobaciones-ambientes?ver=decididas' },
} satisfies Looks;
