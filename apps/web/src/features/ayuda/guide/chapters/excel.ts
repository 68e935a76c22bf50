import type { Chapter } from '../chapter.ts';

export const chapter: Chapter = {
  id: 'excel',
  area: 'Emitir',
  title: 'Subir un libro de Excel',
  about: 'Un libro puede traer miles de comprobantes. Sirve el formato del set de pruebas de la DGII.',
  picture: {
    name: 'excel',
    alt: 'Un libro procesado: sus comprobantes, firmados y enviados',
    screen: 'excel-libro',
  },
  notes: ['Las notas de crédito y débito esperan a que su factura esté aceptada.'],
  terms: ['resumen de factura de consumo', 'Track ID'],
  tasks: [
    {
      id: 'subir-libro',
      title: 'Cómo emitir desde un libro de Excel',
      steps: [
        'Abra **Excel a e-CF** y suelte el libro. Si no tiene uno, use **Descargar un libro de muestra**.',
        'Pulse **Procesar Excel**. Lo que está mal se dice con su fila y su columna.',
        'Corrija en la misma pantalla, o en el libro, y pulse **Firmar Todos**.',
        'Pulse **Enviar Todos**. Los estados cambian solos; puede cerrar la página y volver.',
      ],
    },
    {
      id: 'corregir-libro',
      title: 'Cómo corregir las faltas de un libro',
      steps: [
        'Abra el libro en **Excel a e-CF**: **Para corregir** reúne las faltas, cada una con su fila y su columna.',
        'Pulse **Corregir aquí** y escriba el valor, o corríjalo en su libro y pulse **Procesar otro libro**.',
        'Cuando no queden faltas, pulse **Firmar Todos** y después **Enviar Todos**.',
      ],
    },
  ],
};
