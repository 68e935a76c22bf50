import type { Looks } from '../../lib/looks.ts';

export const looks = {
  certificacion: { who: 'empresa', path: '/certification/pruebas-set-datos' },
  'certificacion-bloqueado': { who: 'empresa', path: '/certification/simulacion-ecf' },
} satisfies Looks;
