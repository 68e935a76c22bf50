// Generated from the files of the features by scripts/generate.ts. Not to be edited.

/** The file of each screen, under features/, by the id of its item of the menu. A page opened there preloads it. */
export const screenCode = {
  accesos: 'accesos/accesos-screen.tsx',
  aprobaciones: 'aprobaciones/aprobaciones-screen.tsx',
  auditoria: 'auditoria/auditoria-screen.tsx',
  borradores: 'borradores/nueva-screen.tsx',
  certificacion: 'certificacion/certificacion-screen.tsx',
  clientes: 'clientes/clientes-screen.tsx',
  configuracion: 'configuracion/configuracion-screen.tsx',
  contador: 'contador/contador-screen.tsx',
  contribuyentes: 'contribuyentes/contribuyentes-screen.tsx',
  dgii: 'dgii/dgii-screen.tsx',
  facturas: 'facturas/facturas-screen.tsx',
  firmado: 'firmado/firmado-screen.tsx',
  importacion: 'importacion/excel-screen.tsx',
  inicio: 'inicio/inicio-screen.tsx',
  mapeo: 'mapeo/mapeo-screen.tsx',
  procesar: 'procesar/procesar-screen.tsx',
  recibidas: 'recibidas/recibidas-screen.tsx',
  registro: 'registro/registro-screen.tsx',
  reportes: 'reportes/reportes-screen.tsx',
  tasas: 'tasas/tasas-screen.tsx',
  usuarios: 'usuarios/usuarios-screen.tsx',
};
