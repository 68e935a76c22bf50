import type { Chapter } from '../chapter.ts';

export const chapter: Chapter = {
  id: 'webhooks',
  area: 'La empresa',
  title: 'Los webhooks',
  about: 'Avisan a otro sistema de la empresa cuando un comprobante cambia.',
  picture: {
    name: 'webhooks',
    alt: 'Configuración, pestaña Webhooks',
    screen: 'configuracion-webhooks',
  },
  notes: ['Lo que no se pudo entregar se intenta durante tres días. Un aviso puede llegar más de una vez.'],
  tasks: [
    {
      id: 'agregar-webhook',
      title: 'Cómo avisar a otro sistema',
      steps: [
        'En **Configuración**, pestaña **Webhooks**, agregue la dirección (https) y elija los avisos.',
        'Guarde la clave que se muestra una sola vez: con ella su sistema comprueba que el aviso es de Timbre.',
        'Pulse **Probar** y mire la respuesta en **Entregas**.',
      ],
    },
    {
      id: 'webhook-fallido',
      title: 'Cómo reenviar un aviso que no llegó',
      steps: [
        'En **Configuración**, pestaña **Webhooks**, busque el aviso en **Entregas**.',
        'Pulse **Ver**: dice qué se envió y qué respondió su sistema.',
        'Corrija la causa en su sistema y pulse **Reenviar**.',
      ],
    },
  ],
};
