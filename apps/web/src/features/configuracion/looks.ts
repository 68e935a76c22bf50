import type { Looks } from '../../lib/looks.ts';

export const looks = {
  'configuracion-general': { who: 'empresa', path: '/configuracion' },
  'configuracion-id-externo': { who: 'empresa', path: '/configuracion?tab=mapeo' },
  'configuracion-itbis': { who: 'empresa', path: '/configuracion?tab=mapeo&mapeo=itbis' },
  'configuracion-campos': { who: 'empresa', path: '/configuracion?tab=mapeo&mapeo=campos' },
  'configuracion-fechas': { who: 'empresa', path: '/configuracion?tab=fechas' },
  'configuracion-rangos': { who: 'empresa', path: '/configuracion?tab=rangos' },
  'configuracion-webhooks': { who: 'empresa', path: '/configuracion?tab=webhooks' },
  'configuracion-correo': { who: 'empresa', path: '/configuracion?tab=correo' },
} satisfies Looks;
