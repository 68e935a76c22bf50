import type { Example, Problems } from './declare.ts';
import { cuantos, type Kinds } from './kind.ts';
import type { MenuItem } from './menu.ts';

export * from './reportes/conciliacion.ts';
export * from './reportes/files.ts';
export * from './reportes/it1.ts';
export * from './reportes/live.ts';
export type { TipoDeReporte } from './reportes/parts.ts';
export * from './reportes/quickbooks.ts';
export * from './reportes/rows.ts';
export * from './reportes/saved.ts';
export * from './reportes/tools.ts';

/** Its item of the side menu. */
export const menu = {
  id: 'reportes',
  nombre: 'Reportes Fiscales',
  titulo: 'Reportes Fiscales',
  ruta: '/reportes-fiscales',
  icono: 'report',
  seccion: 'Reportes',
  lugar: 1,
  soloRoot: false,
  policy: 'leer',
} as const satisfies MenuItem;

/** Constants that its screen needs at run time. */
export const constants = {
  /** Reports by their code in the addresses; `it1` is written IT1 in the answers. @source specification 002 §3 */
  reportesFiscales: [
    { tipo: '606', nombre: '606 Gastos' },
    { tipo: '607', nombre: '607 Ventas' },
    { tipo: '608', nombre: '608 Anulados' },
    { tipo: '609', nombre: '609 Exterior' },
    { tipo: 'it1', nombre: 'IT-1' },
  ],
  /** Rows of a page of the tables 606 and 607. @source specification 002 §9 */
  filasPorPagina: 10,
  /** Saved reports that the history lists. @source specification 002 §9 */
  limiteDeHistorial: 10,
  /** Most receipts of one answer, of one bulk edit and of one load of receipts on paper. */
  maximoDeComprobantes: 1_000,
  /** Most bytes of a workbook or of the official tool that a company uploads. */
  maximoDeLibro: 8 * 1024 * 1024,
  /** Most bytes of a TXT that is reconciled. */
  maximoDeTxt: 8 * 1024 * 1024,
} as const;

export const { reportesFiscales, filasPorPagina, limiteDeHistorial, maximoDeComprobantes, maximoDeLibro, maximoDeTxt } =
  constants;

/** Its refusals. */
export const problems = {
  'reportes/fechas': { status: 422, title: 'Por favor seleccione el rango de fechas' },
  'reportes/orden': { status: 422, title: 'La fecha desde no puede ser mayor que la fecha hasta' },
  'reportes/mes': { status: 422, title: 'El TXT es de un solo mes: elija del primer al último día' },
  'reportes/formato': { status: 422, title: 'Los datos procesados no tienen el formato correcto' },
  'reportes/sin-datos': { status: 409, title: 'No hay datos con NCF válidos para exportar' },
  'reportes/sin-606-607': {
    status: 409,
    title: 'Debe generar primero los reportes 606 y 607 para el mismo período',
  },
  'reportes/sin-conexion': { status: 409, title: 'No hay conexión válida con QuickBooks' },
  'reportes/sin-mapeo': {
    status: 409,
    title: 'No hay mapeo de cuentas configurado. Por favor configure el mapeo primero.',
  },
  'reportes/en-curso': { status: 409, title: 'El reporte se está generando: espere a que termine' },
  'reportes/presentado': { status: 409, title: 'El período ya fue presentado: un cambio obliga a rectificar' },
  'reportes/pendiente': { status: 409, title: 'Faltan respuestas: complete las casillas pendientes antes del TXT' },
  'reportes/con-errores': { status: 409, title: 'El reporte tiene errores: corríjalos antes del TXT' },
  'reportes/herramienta': { status: 422, title: 'El archivo no es la herramienta oficial guardada como .xlsm' },
  'reportes/expediente': { status: 422, title: 'El mes tiene demasiados comprobantes para un expediente' },
  'reportes/txt': { status: 422, title: 'El archivo no es el TXT de este reporte, de esta empresa y de este mes' },
  'reportes/respuesta': { status: 422, title: 'Una respuesta no tiene el valor que su casilla admite' },
} as const satisfies Problems;

/** The kinds of events that it records. */
export const kinds = {
  'reporte.generado': {
    grupo: 'documento',
    frase: ({ tipo, desde, hasta, filas }) =>
      `Generó el reporte ${tipo} del ${desde} al ${hasta}: ${cuantos(filas, 'fila', 'filas')}`,
  },
  'reporte.eliminado': {
    grupo: 'documento',
    frase: ({ tipo, desde, hasta }) => `Eliminó el reporte ${tipo} del ${desde} al ${hasta}`,
  },
  'reporte.presentado': {
    grupo: 'documento',
    frase: ({ tipo, desde, hasta, numero }) =>
      `Anotó la presentación del ${tipo} del ${desde} al ${hasta} con el número ${numero}`,
  },
  'reporte.respondido': {
    grupo: 'documento',
    frase: ({ tipo, cuantos: n, presentado }) =>
      `Respondió ${cuantos(n, 'comprobante', 'comprobantes')} del ${tipo}${presentado === true ? ', de un período presentado' : ''}`,
  },
  'reporte.casillas': {
    grupo: 'documento',
    frase: ({ periodo, casillas, presentado }) =>
      `Llenó ${cuantos((casillas as readonly string[]).length, 'casilla', 'casillas')} del IT-1 de ${periodo}${presentado === true ? ', ya presentado' : ''}`,
  },
  'reporte.cargado': {
    grupo: 'documento',
    frase: ({ tipo, cuantos: n, presentado }) =>
      `Cargó ${cuantos(n, 'comprobante', 'comprobantes')} para el ${tipo}${presentado === true ? ', de un período presentado' : ''}`,
  },
  'reporte.herramienta': {
    grupo: 'documento',
    frase: ({ tipo, nombre }) =>
      nombre === null
        ? `Quitó la herramienta oficial del ${tipo}`
        : `Cargó la herramienta oficial del ${tipo}: ${nombre}`,
  },
  'reporte.descargado': {
    grupo: 'documento',
    frase: ({ tipo, periodo, que }) => `Descargó ${que} del ${tipo} de ${periodo}`,
  },
} as const satisfies Kinds;

const agosto = { fechaDesde: '2026-08-01', fechaHasta: '2026-08-31' } as const;

/** A report whose generation is complete. */
const guardado = { tipo: '606', id: '$REPORTE' } as const;

/** Examples of its calls. */
export const examples = {
  cargarComprobantes: {
    params: { tipo: '606' },
    body: {
      datos: [
        {
          rnc: '132111117',
          razonSocial: 'Suplidora Inventada SRL',
          ncf: 'B0100000001',
          fecha: '2026-08-14',
          montoTotal: '1180.00',
          itbis: '180.00',
        },
      ],
    },
    status: 200,
  },
  responderComprobantes: {
    params: { tipo: '606' },
    body: {
      cambios: [
        {
          id: '132111117|B0100000001|compra',
          respuestas: {
            tipo_bienes_servicios: '09',
            monto_servicios: '0.00',
            itbis_costo: '0.00',
            itbis_proporcionalidad: '0.00',
            forma_pago: '04',
          },
        },
      ],
    },
    status: 200,
  },
  consultarSinConfirmar: { body: { periodo: '202608' }, status: 202 },
  generarReporte: { params: { tipo: '606' }, body: { ...agosto }, status: 202 },
  listarReportes: { params: { tipo: '606' }, query: { ...agosto }, status: 200 },
  historialDeReportes: { params: { tipo: '606' }, query: { limite: 10 }, status: 200 },
  verReporte: { params: guardado, status: 200 },
  filasDeReporte: { params: guardado, query: { desde: 0, cuantas: 100 }, status: 200 },
  compararReportes: { params: guardado, query: { con: '$REPORTE' }, status: 200 },
  presentarReporte: {
    after: 'El reporte terminó de generarse, y se presentó en la Oficina Virtual',
    params: guardado,
    body: { numero: 'ACEPTADO-0001', fecha: '2026-09-14' },
    status: 200,
  },
  rectificacionDeReporte: { params: guardado, status: 200 },
  txtDeReporte: { after: 'Cada fila estaba completa', params: guardado, status: 200 },
  exportarCsv: { params: { tipo: '606' }, query: { ...agosto }, status: 200 },
  exportarExcel: { params: { tipo: '606' }, query: { ...agosto }, status: 200 },
  subirHerramienta: { params: { tipo: '606' }, form: { archivo: '@herramienta-606.xlsm' }, status: 200 },
  verHerramientas: { status: 200 },
  plantillaDeReporte: {
    params: { tipo: '606' },
    body: { fechaInicio: '2026-08-01', fechaFin: '2026-08-31', usarMacros: true },
    status: 200,
  },
  eliminarHerramienta: { params: { tipo: '606' }, status: 204 },
  leerLibroDeComprobantes: { params: { tipo: '606' }, form: { archivo: '@comprobantes.xlsx' }, status: 200 },
  evidenciaDePeriodo: { query: { periodo: '202608' }, status: 200 },
  exportarTxt: {
    after: 'Todo está respondido, y sin errores',
    params: { tipo: '607' },
    query: { ...agosto, formato: 'oficial' },
    status: 200,
  },
  txtDe606: {
    after: 'Todo está respondido, y sin errores',
    body: { fechaInicio: '2026-07-01', fechaFin: '2026-07-31' },
    status: 200,
  },
  filasDeCasilla: {
    after: 'Generado de los reportes 606 y 607 de las mismas fechas',
    params: { id: '$RESUMEN', casilla: 'A45.1' },
    status: 200,
  },
  eliminarReporte: { after: 'No fue presentado', params: { tipo: 'it1', id: '$RESUMEN' }, status: 204 },
  listarComprobantes: { params: { tipo: '606' }, query: { periodo: '202608' }, status: 200 },
  aceptarSugerencias: { params: { tipo: '606' }, body: { periodo: '202608' }, status: 200 },
  problemasDeReporte: { params: { tipo: '606' }, query: { periodo: '202608' }, status: 200 },
  conciliarReporte: { params: { tipo: '606' }, query: { periodo: '202608' }, status: 200 },
  conciliarConTxt: {
    params: { tipo: '606' },
    query: { periodo: '202608' },
    form: { archivo: '@DGII_F_606.TXT' },
    status: 200,
  },
  registroDeQuickBooks: {
    after: 'QuickBooks está conectado, y el reporte se generó',
    params: { tipo: '606', id: '132111117|B0100000009|compra' },
    status: 200,
  },
  documentosSinReportar: { query: { periodo: '202608' }, status: 200 },
  resumenDeConsumo: { query: { periodo: '202608' }, status: 200 },
  responderIT1: { params: { periodo: '202608' }, body: { casillas: { '29': '0.00' } }, status: 204 },
  vencimientosDeReportes: { status: 200 },
} as const satisfies Readonly<Record<string, Example>>;
