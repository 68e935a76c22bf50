import type { ScreenId } from './screens.ts';

/**
 * The entry module of each screen, under features/. The server preloads it when a page is opened at the address of the
 * screen.
 */
export const screenCode: Record<ScreenId, string> = {
  inicio: 'inicio/inicio-screen.tsx',
  configuracion: 'configuracion/configuracion-screen.tsx',
  facturas: 'facturas/facturas-screen.tsx',
  excel: 'importacion/excel-screen.tsx',
  usuarios: 'usuarios/usuarios-screen.tsx',
  auditoria: 'auditoria/auditoria-screen.tsx',
  aprobaciones: 'aprobaciones/aprobaciones-screen.tsx',
  registro: 'registro/registro-screen.tsx',
  clientes: 'clientes/clientes-screen.tsx',
  accesos: 'accesos/accesos-screen.tsx',
};
