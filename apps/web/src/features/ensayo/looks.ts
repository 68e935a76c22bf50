import type { Looks } from '../../lib/looks.ts';

export const looks = {
  'ensayo-sin-sesion': { who: 'nadie', path: '/ensayo' },
  ensayo: { who: 'empresa', path: '/ensayo' },
  'enciclopedia-sin-sesion': { who: 'nadie', path: '/enciclopedia/ECF-COMPRADOR-01' },
} satisfies Looks;
