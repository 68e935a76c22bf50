import type { Chapter } from '../chapter.ts';

export const chapter: Chapter = {
  id: 'anular-numeros',
  area: 'Corregir y anular',
  title: 'Anular números sin usar',
  about: 'Los números autorizados que no se van a usar se declaran anulados.',
  picture: {
    name: 'anular',
    alt: 'La ventana para anular números sin usar de un rango',
    screen: 'configuracion-rangos',
    press: ['^Anular números sin usar de .*E31'],
  },
  notes: ['Un número anulado no se emite nunca, y uno emitido no se puede anular así.'],
  terms: ['anulación de secuencias'],
  tasks: [
    {
      id: 'anular-sin-usar',
      title: 'Cómo anular números sin usar',
      steps: [
        'En **Configuración**, pestaña **Secuencias**, pulse el círculo tachado del rango.',
        'Elija los números sin usar, desde y hasta, y el tipo de anulación para el 608.',
        'Pulse **Anular números** y confirme. La ventana dice qué respondió la DGII.',
      ],
    },
  ],
};
