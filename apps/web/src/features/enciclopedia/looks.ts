import type { Looks } from '../../lib/looks.ts';

export const looks = {
  enciclopedia: { who: 'empresa', path: '/enciclopedia' },
  'enciclopedia-articulo': { who: 'empresa', path: '/enciclopedia/606-ITBIS-01' },
  'enciclopedia-desconocido': { who: 'empresa', path: '/enciclopedia/ECF-OTRO-99' },
} satisfies Looks;
