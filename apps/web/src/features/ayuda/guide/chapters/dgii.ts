import type { Chapter } from '../chapter.ts';

export const chapter: Chapter = {
  id: 'dgii',
  area: 'Cuando algo falla',
  title: 'La pantalla DGII',
  about:
    'Pregunta a la DGII por usted: si sus servicios responden, qué direcciones tiene un contribuyente y en qué estado está un comprobante.',
  tasks: [
    {
      id: 'dgii-responde',
      title: 'Cómo saber si la DGII responde',
      steps: [
        'Abra **DGII** y mire **Los servicios de la DGII**.',
        'Pulse **Consultar otra vez** para preguntar de nuevo.',
      ],
      notes: ['Cuando ella falla, una barra lo dice en todas las pantallas: siga emitiendo.'],
    },
    {
      id: 'estar-en-directorio',
      title: 'Cómo comprobar que le llegan las facturas',
      steps: [
        'Abra **DGII** y, en **Directorio de contribuyentes**, pulse **Ver mi empresa**.',
        'Las tres direcciones deben ser las de su empresa en Timbre. Si no lo son, corríjalas en el portal de la DGII.',
      ],
      terms: ['receptor electrónico'],
    },
    {
      id: 'consultar-ecf',
      title: 'Cómo consultar un comprobante de otro',
      steps: [
        'Abra **DGII** y busque **Consultar un e-CF**.',
        'Pegue la **Dirección del código QR**, o escriba el RNC, el e-NCF y el código de seguridad.',
        'Pulse **Consultar**.',
      ],
      terms: ['código de seguridad'],
    },
  ],
};
