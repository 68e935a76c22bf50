import type { Looks } from '../../lib/looks.ts';

export const looks = {
  contribuyentes: { who: 'root', path: '/contribuyentes' },
  'contribuyentes-busqueda': { who: 'root', path: '/contribuyentes?buscar=palma' },
} satisfies Looks;
