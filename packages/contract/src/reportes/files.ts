import { route } from '@timbre/route';
import { Type } from 'typebox';
import { featureConstants } from '../constants.generated.ts';
import { AunquePresentado, comoArchivo } from '../shared.ts';
import { changing, common, Dia, Formato, Monto, Periodo, Rango, TipoDeReporte } from './parts.ts';
import { RegistroCargado } from './rows.ts';

const { maximoDeComprobantes } = featureConstants.reportes;

export const DeFormato = Type.Object({ tipo: Formato });

/** The newest saved report of the dates as a workbook in the order of the official tool. */
export const exportarExcel = route({
  method: 'GET',
  path: '/api/reportes-fiscales/:tipo/export/excel',
  summary: 'Reporte guardado como libro de Excel',
  ...common,
  params: Type.Object({ tipo: TipoDeReporte }),
  query: Type.Object(Rango),
  ...comoArchivo('xlsx'),
});

/** The same as CSV. */
export const exportarCsv = route({
  method: 'GET',
  path: '/api/reportes-fiscales/:tipo/export/csv',
  summary: 'Reporte guardado como CSV',
  ...common,
  params: Type.Object({ tipo: TipoDeReporte }),
  query: Type.Object(Rango),
  ...comoArchivo('csv'),
});

/**
 * The TXT of a month from the current data of the receipts: official, or `clasico`, the specification's. Refused while
 * an answer is missing or a rule is broken. Without lines it is its header alone, `607|RNC|AAAAMM|0`: a month in zero, or
 * a 607 whose sales were all e-CF or belong in the summary of consumers.
 */
export const exportarTxt = route({
  method: 'GET',
  path: '/api/reportes-fiscales/:tipo/export/txt',
  summary: 'TXT para la DGII de un mes',
  ...common,
  params: DeFormato,
  query: Type.Object({ ...Rango, formato: Type.Optional(Type.Enum(['oficial', 'clasico'])) }),
  ...comoArchivo('txt'),
});

/** The specification's call for the TXT of the 606. `datos` are loaded first. */
export const txtDe606 = route({
  method: 'POST',
  path: '/api/reportes/txt/606',
  summary: 'TXT del 606',
  ...changing,
  body: Type.Object(
    {
      rnc: Type.Optional(Type.String({ maxLength: 20 })),
      fechaInicio: Dia,
      fechaFin: Dia,
      formato: Type.Optional(Type.Enum(['oficial', 'clasico'])),
      datos: Type.Optional(Type.Array(RegistroCargado, { maxItems: maximoDeComprobantes })),
      aunquePresentado: AunquePresentado,
    },
    { additionalProperties: true },
  ),
  maxBodyBytes: 2 * 1024 * 1024,
  ...comoArchivo('txt'),
});

/**
 * The «Resumen General de Facturas de Consumo» of a month, which the Oficina Virtual requires in addition to the 607.
 */
export const resumenDeConsumo = route({
  method: 'GET',
  path: '/api/reportes-fiscales/607/resumen-consumo',
  summary: 'Resumen de facturas de consumo',
  ...common,
  query: Type.Object({ periodo: Periodo }),
  answer: Type.Array(
    Type.Object({
      tipo: Type.Enum(['B02', 'E32']),
      cantidad: Type.Integer(),
      montos: Type.Record(Type.String(), Monto),
    }),
  ),
});

/**
 * The evidence of a month: the newest saved reports, their TXT and the documents that they come from, the record of the company
 * for them, and a manifest signed with the company's certificate.
 */
export const evidenciaDePeriodo = route({
  method: 'GET',
  path: '/api/reportes-fiscales/evidencia.zip',
  summary: 'Expediente firmado de un mes',
  ...changing,
  query: Type.Object({ periodo: Periodo }),
  ...comoArchivo('zip'),
});
