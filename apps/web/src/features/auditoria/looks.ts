import type { Looks } from '../../lib/looks.ts';

export const looks = {
  auditoria: { who: 'empresa', path: '/auditoria' },
  'auditoria-plataforma': { who: 'root', path: '/auditoria' },
} satisfies Looks;
