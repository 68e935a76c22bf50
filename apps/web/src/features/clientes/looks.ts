import type { Looks } from '../../lib/looks.ts';

export const looks = {
  clientes: { who: 'root', path: '/admin/clientes' },
} satisfies Looks;
