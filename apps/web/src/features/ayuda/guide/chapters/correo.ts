import type { Chapter } from '../chapter.ts';

export const chapter: Chapter = {
  id: 'correo',
  area: 'Emitir',
  title: 'El correo',
  about: 'Cada comprobante se puede enviar al comprador con su PDF y su XML.',
  picture: {
    name: 'correo',
    alt: 'El correo de los comprobantes: asunto, mensaje y vista previa',
    screen: 'configuracion-correo',
  },
  steps: [
    'Escriba el asunto y el mensaje en **Configuración**, pestaña **Correo**.',
    'En el detalle de una factura pulse **Enviar por correo** y revise las direcciones.',
    'Vuelva a abrirlo para ver qué pasó con cada envío.',
  ],
  notes: ['Si el servidor no tiene correo configurado, la pantalla lo dice y los mensajes quedan guardados.'],
  terms: ['representación impresa'],
  tasks: [
    {
      id: 'enviar-otra-vez',
      title: 'Cómo enviar una factura por correo otra vez',
      steps: [
        'Abra la factura en **Facturas Emitidas** y pulse **Enviar por correo**.',
        'Escriba las direcciones en **Para** y revise **Asunto** y **Mensaje**.',
        'Pulse **Enviar**. La misma ventana dice qué pasó con cada envío.',
      ],
    },
  ],
};
