import type { empresa, inicio } from '@timbre/contract';
import { caller } from '../../lib/api.ts';

export const readEmpresa = caller<typeof empresa.verEmpresa>('GET', '/api/empresa');
export const listSecuencias = caller<typeof empresa.listarSecuencias>('GET', '/api/secuencias');
export const readPerfil = caller<typeof inicio.userConfiguracion>(
  'GET',
  '/api/comprobantes/:userId/user-configuracion',
);
export const readEstadisticas = caller<typeof inicio.estadisticas>('GET', '/api/comprobantes/:userId/estadisticas');
export const saveLogo = caller<typeof inicio.guardarLogo>('POST', '/api/comprobantes/:userId/logo');
