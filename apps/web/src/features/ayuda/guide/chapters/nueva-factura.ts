import type { Chapter } from '../chapter.ts';

export const chapter: Chapter = {
  id: 'nueva-factura',
  area: 'Emitir',
  title: 'Hacer una factura a mano',
  about:
    'En **Nueva Factura** se hace cualquiera de los diez tipos. Los totales y las faltas aparecen mientras escribe.',
  picture: {
    name: 'nueva-factura',
    alt: 'Nueva Factura: tipo, comprador, condiciones, líneas y totales',
    screen: 'nueva-factura',
  },
  notes: [
    'Lo escrito se guarda solo como borrador. Emitir dos veces el mismo borrador no hace dos comprobantes.',
    'En compras (E41) y pagos al exterior (E47) el panel **Lo que usted retiene** muestra cada retención con su base, su tasa y su ley, y lo que le queda por pagar. Elija ahí la clase de renta, o **No retener** con su motivo. Si su empresa no ha dicho si retiene, se lo pregunta una vez.',
  ],
  terms: ['tipo de e-CF', 'indicador de monto gravado', 'tipo de ingresos'],
  tasks: [
    {
      id: 'hacer-factura',
      title: 'Cómo hacer una factura',
      steps: [
        'Elija el tipo de comprobante.',
        'Escriba el RNC o el nombre del comprador: los de antes se proponen.',
        'Llene las líneas; puede pegar filas copiadas de Excel.',
        'Revise con **Vista previa** y pulse **Emitir**.',
      ],
    },
    {
      id: 'repetir-factura',
      title: 'Cómo repetir una factura',
      steps: [
        'En **Facturas Emitidas** abra la factura y pulse **Duplicar**.',
        'Cambie lo que sea distinto y pulse **Emitir**: toma su propio número.',
      ],
    },
    {
      id: 'seguir-borrador',
      title: 'Cómo seguir una factura empezada',
      steps: [
        'Abra **Nueva Factura** y pulse **Borradores**.',
        'Elija el borrador: está como lo dejó. Lo ve todo el que emite en la empresa.',
        'Termínelo y pulse **Emitir**.',
      ],
    },
    {
      id: 'compra-sin-factura',
      title: 'Cómo registrar una compra a quien no da factura',
      steps: [
        'Abra **Nueva Factura** y elija el tipo 41, Compras.',
        'Escriba el RNC o la cédula de quien le vende y las líneas.',
        'En **Lo que usted retiene** revise cada retención. Si no retiene, pulse **No retener** y escriba el motivo.',
        'Pulse **Emitir**. El comprobante entra solo en el 606 del mes.',
      ],
    },
  ],
};
