// Generated from the files of the features by scripts/generate.ts. Not to be edited.

/**
 * The entry module of each screen, under features/, by the id of its item of the menu. The server preloads it when a page is
 * opened at the address of the screen.
 */
export const screenCode: Readonly<Record<string, string>> = {
  accesos: 'accesos/accesos-screen.tsx',
  aprobaciones: 'aprobaciones/aprobaciones-screen.tsx',
  auditoria: 'auditoria/auditoria-screen.tsx',
  clientes: 'clientes/clientes-screen.tsx',
  configuracion: 'configuracion/configuracion-screen.tsx',
  facturas: 'facturas/facturas-screen.tsx',
  excel: 'importacion/excel-screen.tsx',
  inicio: 'inicio/inicio-screen.tsx',
  registro: 'registro/registro-screen.tsx',
  usuarios: 'usuarios/usuarios-screen.tsx',
};
