import type { Looks } from '../../lib/looks.ts';

export const looks = {
  guia: { who: 'empresa', path: '/guia' },
  'guia-capitulo': { who: 'empresa', path: '/guia/secuencias' },
  'guia-terminos': { who: 'empresa', path: '/guia/terminos' },
  'guia-busqueda': { who: 'nadie', path: '/guia?buscar=anular' },
  'guia-desconocida': { who: 'nadie', path: '/guia/otro' },
} satisfies Looks;
