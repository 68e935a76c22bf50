export * as accesos from './accesos.ts';
export * as aprobaciones from './aprobaciones.ts';
export * as auditoria from './auditoria.ts';
export * as autoridad from './autoridad.ts';
export * as clientes from './clientes.ts';
export * as configuracion from './configuracion.ts';
export * as documentos from './documentos.ts';
export * as emision from './emision.ts';
export * as empresa from './empresa.ts';
export * as facturas from './facturas.ts';
export * as firma from './firma.ts';
export * as importacion from './importacion.ts';
export * as inicio from './inicio.ts';
export * from './problems.ts';
export * as sesion from './sesion.ts';
export * from './shared.ts';
export {
  alcanza,
  ambienteDe,
  ambienteNombre,
  ambientes,
  avisoDeCertificado,
  avisoDeRangoNombre,
  avisosDeRango,
  descripcionesDeImpuesto,
  estadoNombre,
  estados,
  estadosFinales,
  faltasRangoNC,
  formatNumeroNC,
  type GrupoDeAuditoria,
  gruposDeAuditoria,
  type MenuItem,
  menuItemOf,
  menuItems,
  prefijoNC,
  puede,
  puedeAbrir,
  quienPuede,
  type Rol,
  roles,
  rolNombre,
  secciones,
  siguienteRangoNC,
  tipoNombre,
  tiposPorSerie,
} from './tables.ts';
export * as usuarios from './usuarios.ts';
