import type { Chapter } from '../chapter.ts';

export const chapter: Chapter = {
  id: 'notas',
  area: 'Corregir y anular',
  title: 'Notas de crédito y anulación de una factura',
  about: 'Una factura enviada no se borra: se anula o se corrige con una nota.',
  picture: {
    name: 'nota',
    alt: 'Una nota de crédito nueva, con la factura que modifica',
    screen: 'nueva-nota',
  },
  notes: [
    'La factura queda anulada cuando las notas que la DGII aceptó suman su total. Hasta entonces dice «Con notas por RD$ … de RD$ …».',
  ],
  terms: ['nota de crédito', 'código de modificación', 'indicador de nota de crédito'],
  tasks: [
    {
      id: 'anular-factura',
      title: 'Cómo anular una factura',
      steps: [
        'En **Facturas Emitidas** abra la factura aceptada y pulse **Anular**.',
        'Elija el **Motivo de la anulación** y pulse **Anular factura**: se emite una nota de crédito por lo que queda de ella.',
        'La factura queda anulada cuando la DGII acepta la nota.',
      ],
      notes: ['Pasados 30 días, la nota no devuelve el ITBIS.'],
    },
    {
      id: 'devolver-una-parte',
      title: 'Cómo hacer una nota de crédito por una parte',
      steps: [
        'Abra la factura aceptada y pulse **Nota de crédito**.',
        'Deje en **Líneas** solo lo que se devuelve o descuenta, con su cantidad y su precio.',
        'Pulse **Emitir**. La suma de las notas no puede pasar del total de la factura.',
      ],
    },
    {
      id: 'cobrar-de-mas',
      title: 'Cómo cobrar algo después de la factura',
      steps: [
        'Abra **Nueva Factura** y elija el tipo 33, Nota de Débito.',
        'Elija la factura a la que se suma, y escriba en **Líneas** el cargo: mora, flete o diferencia.',
        'Pulse **Emitir**.',
      ],
      terms: ['nota de débito'],
    },
  ],
};
