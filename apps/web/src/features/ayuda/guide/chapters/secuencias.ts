import type { Chapter } from '../chapter.ts';

export const chapter: Chapter = {
  id: 'secuencias',
  area: 'Empezar',
  title: 'Las secuencias',
  about: 'Timbre emite con los números que la DGII autorizó, y con ningún otro.',
  picture: {
    name: 'secuencias',
    alt: 'Las secuencias de cada tipo: desde, hasta, usados, los que quedan y el vencimiento',
    screen: 'configuracion-rangos',
    panel: 'Secuencias',
  },
  notes: [
    'Inicio avisa antes de que un rango se agote o venza.',
    'El libro de cada rango dice qué comprobante lleva cada número.',
  ],
  terms: ['secuencia', 'vencimiento de la secuencia', 'e-NCF'],
  tasks: [
    {
      id: 'agregar-rango',
      title: 'Cómo agregar un rango de números',
      steps: [
        'Pida los números en la Oficina Virtual de la DGII.',
        'En **Configuración**, pestaña **Secuencias**, elija el ambiente en que la DGII los autorizó.',
        'Pulse **Registrar rango**, elija el **Tipo de e-CF** y copie **Desde**, **Hasta** y **Fecha de vencimiento**.',
        'Pulse **Registrar**. Los rangos se usan en orden, desde el número más bajo.',
      ],
      notes: ['Un rango con un número ya usado no se elimina. Uno sin usar, sí, con el cesto de su fila.'],
    },
    {
      id: 'numero-de-un-comprobante',
      title: 'Cómo saber qué comprobante lleva un número',
      steps: [
        'En **Configuración**, pestaña **Secuencias**, pulse el libro de la fila del rango.',
        'Busque el número: dice si está libre, emitido, aceptado, anulado o rechazado, y si puede usarse otra vez.',
      ],
      terms: ['secuencia utilizada'],
    },
  ],
};
