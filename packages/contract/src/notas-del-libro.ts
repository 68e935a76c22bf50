import { Type } from 'typebox';

/** Whether the rows of a sheet that a filter or a person hid are read. */
export const FilasOcultas = Type.Enum(['leer', 'omitir']);

/** What the answer for a workbook says besides its content. */
export const notasDelLibro = {
  columnas: Type.Array(
    Type.Object({
      letra: Type.String(),
      encabezado: Type.String(),
      dato: Type.Union([Type.String(), Type.Null()], { description: 'Lo que se leyó de ella; null: no se lee' }),
    }),
  ),
  filasOcultas: Type.Integer({ description: 'Cuántas filas están ocultas' }),
  avisos: Type.Array(Type.String(), { description: 'Lo que no se leyó o se ajustó, y por qué' }),
} as const;
