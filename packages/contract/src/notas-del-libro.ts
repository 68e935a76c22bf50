import { Type } from 'typebox';
import { orNull } from './shared.ts';

/** Field of a form: whether the rows of a sheet that a filter or a person hid are read. */
export const filasOcultas = {
  kind: 'text',
  description: 'Las que un filtro o una persona ocultó; «omitir» si no se dice',
  schema: Type.Enum(['leer', 'omitir']),
} as const;

const Texto = orNull(Type.String());

/** The row that names the columns of a sheet: titles may stand above it. null: no row does. */
export const EncabezadosDelLibro = orNull(
  Type.Object({
    fila: Type.Integer({ description: 'Su número en la hoja, desde 1' }),
    columnas: Type.Array(Type.String()),
    filas: Type.Array(Type.Array(Texto), { description: 'Las primeras, desde ella' }),
  }),
);

/** Notes about the reading of a workbook, beside its content. */
export const notasDelLibro = {
  columnas: Type.Array(
    Type.Object({
      letra: Type.String(),
      encabezado: Type.String(),
      dato: orNull(Type.String(), { description: 'Lo que se leyó de ella; null: no se lee' }),
    }),
  ),
  filasOcultas: Type.Integer({ description: 'Cuántas filas están ocultas' }),
  avisos: Type.Array(Type.String(), { description: 'Lo que no se leyó o se ajustó, y por qué' }),
} as const;
