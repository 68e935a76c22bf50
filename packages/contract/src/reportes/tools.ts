import { route } from '@timbre/route';
import { Type } from 'typebox';
import { featureConstants } from '../constants.generated.ts';
import { filasOcultas, notasDelLibro } from '../notas-del-libro.ts';
import { comoArchivo, orNull, withFile } from '../shared.ts';
import { changing, common, Dia } from './parts.ts';
import { RegistroCargado } from './rows.ts';

const { maximoDeLibro } = featureConstants.reportes;

/**
 * The specification's template: rows of the dates in the form of the official tool. With macros and an uploaded tool,
 * it is that tool, filled in and with its macros untouched; otherwise a plain workbook in the same order.
 */
export const plantillaDeReporte = route({
  method: 'POST',
  path: '/api/reportes/plantilla/:tipo',
  summary: 'Plantilla de Excel del 606 o del 607',
  ...common,
  params: Type.Object({ tipo: Type.Enum(['606', '607']) }),
  body: Type.Object(
    {
      rnc: Type.Optional(Type.String({ maxLength: 20 })),
      fechaInicio: Dia,
      fechaFin: Dia,
      companyId: Type.Optional(orNull(Type.String({ maxLength: 60 }))),
      usarMacros: Type.Optional(Type.Boolean({ description: 'Sin decirlo, sí en el 606' })),
      /** `clasico`: the columns of the specification, never with macros. */
      formato: Type.Optional(Type.Enum(['oficial', 'clasico'])),
    },
    { additionalProperties: true },
  ),
  maxBodyBytes: 2 * 1024 * 1024,
  ...comoArchivo('xlsm', 'xlsx'),
});

/** The official tool that the company uploaded for a format. */
export const Herramienta = Type.Object({
  nombre: Type.String(),
  bytes: Type.Integer(),
  subida: Type.String(),
  por: Type.String(),
});

/** The official tools that the company uploaded. */
export const verHerramientas = route({
  method: 'GET',
  path: '/api/reportes-fiscales/herramientas',
  summary: 'Herramientas oficiales cargadas',
  ...common,
  answer: Type.Record(Type.String(), orNull(Herramienta)),
});

/** Uploads the official tool of a format, which a person has saved as .xlsm. */
export const subirHerramienta = route({
  method: 'POST',
  path: '/api/reportes-fiscales/:tipo/herramienta',
  summary: 'Cargar la herramienta oficial (.xlsm)',
  ...changing,
  params: Type.Object({ tipo: Type.Enum(['606', '607']) }),
  ...withFile('La herramienta de la DGII guardada como .xlsm', maximoDeLibro),
  answer: Herramienta,
});

/** Removes the uploaded tool of a format. */
export const eliminarHerramienta = route({
  method: 'DELETE',
  path: '/api/reportes-fiscales/:tipo/herramienta',
  summary: 'Quitar la herramienta oficial',
  ...changing,
  params: Type.Object({ tipo: Type.Enum(['606', '607']) }),
  status: 204,
});

/** Reads receipts on paper from a workbook, in the columns of the official tool or by their headers, for {@link cargarComprobantes}. */
export const leerLibroDeComprobantes = route({
  method: 'POST',
  path: '/api/reportes-fiscales/:tipo/comprobantes/libro',
  summary: 'Leer un libro de comprobantes en papel',
  ...common,
  params: Type.Object({ tipo: Type.Enum(['606', '607']) }),
  ...withFile('Libro .xlsx, .xlsm, .xls o .csv, o el .txt «Texto Unicode» de Excel', maximoDeLibro, {
    parts: { filasOcultas },
  }),
  answer: Type.Object({
    hoja: Type.String(),
    datos: Type.Array(RegistroCargado),
    /** The cells that could not be read, and why. */
    incidencias: Type.Array(Type.Object({ celda: Type.String(), mensaje: Type.String() })),
    ...notasDelLibro,
  }),
});
