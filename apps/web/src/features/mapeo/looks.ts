import type { Looks } from '../../lib/looks.ts';

export const looks = {
  mapeo: { who: 'empresa', path: '/cuentas-mapping' },
  'mapeo-tipos': { who: 'empresa', path: '/cuentas-mapping?tab=tipos606' },
  'mapeo-flexible': { who: 'empresa', path: '/cuentas-mapping?tab=excel-flexible' },
  'mapeo-estadisticas': { who: 'empresa', path: '/cuentas-mapping?tab=stats' },
} satisfies Looks;
