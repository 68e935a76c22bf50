// Generated from packages/contract/src/reportes.ts by scripts/generate.ts. Not to be edited.
import type { reportes } from '@timbre/contract';
import type { Address } from '@timbre/route';

export const aceptarSugerencias = 'POST /api/reportes-fiscales/:tipo/comprobantes/sugerencias' as Address<
  typeof reportes.aceptarSugerencias
>;
export const cargarComprobantes = 'POST /api/reportes-fiscales/:tipo/comprobantes' as Address<
  typeof reportes.cargarComprobantes
>;
export const compararReportes = 'GET /api/reportes-fiscales/:tipo/:id/diferencias' as Address<
  typeof reportes.compararReportes
>;
export const conciliarConTxt = 'POST /api/reportes-fiscales/:tipo/conciliacion' as Address<
  typeof reportes.conciliarConTxt
>;
export const conciliarReporte = 'GET /api/reportes-fiscales/:tipo/conciliacion' as Address<
  typeof reportes.conciliarReporte
>;
export const consultarSinConfirmar = 'POST /api/reportes-fiscales/606/sin-confirmar' as Address<
  typeof reportes.consultarSinConfirmar
>;
export const documentosSinReportar = 'GET /api/reportes-fiscales/quickbooks/fallas' as Address<
  typeof reportes.documentosSinReportar
>;
export const eliminarHerramienta = 'DELETE /api/reportes-fiscales/:tipo/herramienta' as Address<
  typeof reportes.eliminarHerramienta
>;
export const eliminarReporte = 'DELETE /api/reportes-fiscales/:tipo/:id' as Address<typeof reportes.eliminarReporte>;
export const evidenciaDePeriodo = 'GET /api/reportes-fiscales/evidencia.zip' as Address<
  typeof reportes.evidenciaDePeriodo
>;
export const exportarCsv = 'GET /api/reportes-fiscales/:tipo/export/csv' as Address<typeof reportes.exportarCsv>;
export const exportarExcel = 'GET /api/reportes-fiscales/:tipo/export/excel' as Address<typeof reportes.exportarExcel>;
export const exportarTxt = 'GET /api/reportes-fiscales/:tipo/export/txt' as Address<typeof reportes.exportarTxt>;
export const filasDeCasilla = 'GET /api/reportes-fiscales/it1/:id/casillas/:casilla' as Address<
  typeof reportes.filasDeCasilla
>;
export const filasDeReporte = 'GET /api/reportes-fiscales/:tipo/:id/filas' as Address<typeof reportes.filasDeReporte>;
export const generarReporte = 'POST /api/reportes-fiscales/:tipo' as Address<typeof reportes.generarReporte>;
export const historialDeReportes = 'GET /api/reportes-fiscales/:tipo/historico' as Address<
  typeof reportes.historialDeReportes
>;
export const leerLibroDeComprobantes = 'POST /api/reportes-fiscales/:tipo/comprobantes/libro' as Address<
  typeof reportes.leerLibroDeComprobantes
>;
export const listarComprobantes = 'GET /api/reportes-fiscales/:tipo/comprobantes' as Address<
  typeof reportes.listarComprobantes
>;
export const listarReportes = 'GET /api/reportes-fiscales/:tipo' as Address<typeof reportes.listarReportes>;
export const plantillaDeReporte = 'POST /api/reportes/plantilla/:tipo' as Address<typeof reportes.plantillaDeReporte>;
export const presentarReporte = 'PUT /api/reportes-fiscales/:tipo/:id/presentacion' as Address<
  typeof reportes.presentarReporte
>;
export const problemasDeReporte = 'GET /api/reportes-fiscales/:tipo/problemas' as Address<
  typeof reportes.problemasDeReporte
>;
export const rectificacionDeReporte = 'GET /api/reportes-fiscales/:tipo/:id/rectificacion' as Address<
  typeof reportes.rectificacionDeReporte
>;
export const registroDeQuickBooks = 'GET /api/reportes-fiscales/:tipo/comprobantes/:id/quickbooks' as Address<
  typeof reportes.registroDeQuickBooks
>;
export const responderComprobantes = 'PUT /api/reportes-fiscales/:tipo/comprobantes' as Address<
  typeof reportes.responderComprobantes
>;
export const responderIT1 = 'PUT /api/reportes-fiscales/it1/manuales/:periodo' as Address<typeof reportes.responderIT1>;
export const resumenDeConsumo = 'GET /api/reportes-fiscales/607/resumen-consumo' as Address<
  typeof reportes.resumenDeConsumo
>;
export const subirHerramienta = 'POST /api/reportes-fiscales/:tipo/herramienta' as Address<
  typeof reportes.subirHerramienta
>;
export const txtDe606 = 'POST /api/reportes/txt/606' as Address<typeof reportes.txtDe606>;
export const txtDeReporte = 'GET /api/reportes-fiscales/:tipo/:id/txt' as Address<typeof reportes.txtDeReporte>;
export const vencimientosDeReportes = 'GET /api/reportes-fiscales/vencimientos' as Address<
  typeof reportes.vencimientosDeReportes
>;
export const verHerramientas = 'GET /api/reportes-fiscales/herramientas' as Address<typeof reportes.verHerramientas>;
export const verReporte = 'GET /api/reportes-fiscales/:tipo/:id' as Address<typeof reportes.verReporte>;
