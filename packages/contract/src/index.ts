export * as accesos from './accesos.ts';
export * as aprobaciones from './aprobaciones.ts';
export * as auditoria from './auditoria.ts';
export * as autoridad from './autoridad.ts';
export * as clientes from './clientes.ts';
export * as configuracion from './configuracion.ts';
export * from './credit-note.ts';
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
  ambienteDe,
  ambienteNombre,
  ambientes,
  ambienteVisible,
  avisoDeCertificado,
  avisoDeRangoNombre,
  avisosDeRango,
  canOpen,
  codigosDeRango,
  descripcionesDeImpuesto,
  displayAmbiente,
  estadoNombre,
  estados,
  estadosAceptados,
  estadosEnviados,
  estadosFinales,
  expires,
  facturaConErrores,
  faultsOfRangoNC,
  formatNumeroNC,
  type GrupoDeAuditoria,
  gruposDeAuditoria,
  isEditable,
  isGranted,
  type MenuItem,
  menuItemOf,
  menuItems,
  nextOfRangoNC,
  prefijoNC,
  puede,
  quienPuede,
  type Rol,
  roles,
  rolNombre,
  secciones,
  tipoNombre,
  tiposPorSerie,
} from './tables.ts';
export * as usuarios from './usuarios.ts';
