import type { reportes } from '@timbre/contract';
import * as calls from '../../calls/reportes.generated.ts';
import { caller } from '../../lib/api.ts';

export type Reporte = reportes.ReporteGuardado;
export type Fila = reportes.FilaDeReporte;
export type Comprobante = reportes.ComprobanteDeReporte;
export type ResumenIT1 = reportes.ResumenIT1;
export type Conciliacion = reportes.Conciliacion;
export type Hallazgo = Conciliacion['comprobantes'][number];
export type Registro = reportes.RegistroDeQuickBooks;
export type Problema = reportes.ProblemaDeReporte;
export type Casilla = ResumenIT1['formulario'][number];

const heavy = { timeout: 120_000 }; // a workbook or a file of 100,000 rows is written
const manyRows = { timeout: 60_000 }; // a month of rows is read

export const generate = caller(calls.generarReporte);
export const readReporte = caller(calls.verReporte);
export const listReportes = caller(calls.listarReportes, manyRows);
export const readHistory = caller(calls.historialDeReportes);
export const readRows = caller(calls.filasDeReporte);
export const deleteReporte = caller(calls.eliminarReporte);
export const compareReportes = caller(calls.compararReportes, manyRows);
export const fileReporte = caller(calls.presentarReporte);
export const readSavedTxt = caller(calls.txtDeReporte, heavy);
export const readRectification = caller(calls.rectificacionDeReporte, manyRows);
export const readCsv = caller(calls.exportarCsv, heavy);
export const readExcel = caller(calls.exportarExcel, heavy);
export const readTxt = caller(calls.exportarTxt, heavy);
export const readTemplate = caller(calls.plantillaDeReporte, heavy);
export const readEvidence = caller(calls.evidenciaDePeriodo, heavy);
export const readConsumerSummary = caller(calls.resumenDeConsumo, manyRows);
export const listComprobantes = caller(calls.listarComprobantes, manyRows);
export const answerComprobantes = caller(calls.responderComprobantes, manyRows);
export const acceptSuggestions = caller(calls.aceptarSugerencias, { ...manyRows, rectifies: true });
export const loadComprobantes = caller(calls.cargarComprobantes, { ...manyRows, rectifies: true });
export const readWorkbook = caller(calls.leerLibroDeComprobantes);
export const readProblems = caller(calls.problemasDeReporte, manyRows);
export const askAgain = caller(calls.consultarSinConfirmar);
export const readReconciliation = caller(calls.conciliarReporte, manyRows);
export const reconcileTxt = caller(calls.conciliarConTxt);
export const listUnreported = caller(calls.documentosSinReportar);
export const readRecord = caller(calls.registroDeQuickBooks);
export const readBoxRows = caller(calls.filasDeCasilla, manyRows);
export const answerIT1 = caller(calls.responderIT1, { rectifies: true });
export const listDue = caller(calls.vencimientosDeReportes);
export const readTools = caller(calls.verHerramientas);
export const uploadTool = caller(calls.subirHerramienta);
export const removeTool = caller(calls.eliminarHerramienta);

export type FilaDeCasilla = Awaited<ReturnType<typeof readBoxRows>>['filas'][number];
export type SinReportar = Awaited<ReturnType<typeof listUnreported>>['documentos'][number];
