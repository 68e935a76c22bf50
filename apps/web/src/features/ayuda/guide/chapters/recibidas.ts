import type { Chapter } from '../chapter.ts';

export const chapter: Chapter = {
  id: 'recibidas',
  area: 'Recibir',
  title: 'Facturas recibidas',
  about:
    'Lo que otros emisores le facturan llega solo, si su dirección está en el directorio de la DGII; también puede cargar los XML.',
  picture: {
    name: 'recibidas',
    alt: 'El detalle de una factura recibida: qué dice la DGII de ella y hasta cuándo responder',
    screen: 'recibidas',
    press: ['^E\\d{12}$'],
  },
  steps: [
    'Abra **Facturas Recibidas** y, si tiene archivos, suéltelos.',
    'Abra una factura: verá su contenido y qué dice de ella la DGII.',
    'Pulse **Aceptar** o **Rechazar** con su motivo. La respuesta va al emisor y a la DGII.',
  ],
  notes: ['**No recibidas** lista lo que llegó y no se pudo recibir, con el motivo que se respondió.'],
  terms: ['acuse de recibo', 'aprobación comercial'],
  tasks: [
    {
      id: 'responder-recibida',
      title: 'Cómo responder una factura recibida',
      steps: [
        'En **Facturas Recibidas** abra la factura. Dice hasta qué día puede responder.',
        'Compare los montos y las líneas con lo que recibió.',
        'Pulse **Aceptar**; o pulse **Rechazar** y escriba el **Motivo del rechazo**.',
        'La respuesta se firma y va al emisor y a la DGII: no se puede cambiar.',
      ],
      notes: [
        'Se puede responder cuando la DGII haya aceptado la factura. Si la rechaza, el emisor debe anularla con una nota de crédito.',
      ],
      terms: ['aprobación comercial'],
    },
    {
      id: 'cargar-recibidas',
      title: 'Cómo cargar las facturas de un proveedor',
      steps: [
        'Pida al proveedor el XML de cada factura: el PDF no sirve.',
        'En **Facturas Recibidas** pulse **Cargar XML**, o arrastre los archivos a la pantalla.',
        'Mire el resultado de cada archivo. Lo que no se recibe dice por qué.',
      ],
      notes: ['Una factura en papel no va aquí: se carga en **Reportes Fiscales**.'],
    },
  ],
};
