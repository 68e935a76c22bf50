import type { Chapter } from '../chapter.ts';

export const chapter: Chapter = {
  id: 'piloto',
  area: 'Certificarse',
  title: 'Piloto de certificación',
  about: 'Una pantalla lleva los quince pasos de la DGII y hace los que puede hacer por usted.',
  picture: { name: 'piloto', alt: 'Los quince pasos de la certificación', screen: 'piloto' },
  notes: ['Un rechazo de la DGII reinicia la prueba: corrija la causa y genere otro set en el portal.'],
  terms: ['certificación'],
  tasks: [
    {
      id: 'certificarse',
      title: 'Cómo certificarse paso a paso',
      steps: [
        'Abra **Certificación ECF** y pulse **Piloto: los quince pasos de la DGII**.',
        'En el paso 1, copie las direcciones al portal y firme el XML de la postulación.',
        'En los pasos 2 y 3, cargue los libros de la DGII. El piloto los ensaya y dice qué corregir y en qué celda.',
        'Cuando no queden rechazos, pulse **Enviar a la DGII**. El piloto envía en el orden que la DGII pide y se detiene en el primer rechazo.',
        'Descargue las facturas completas y cárguelas en el portal.',
        'Marque cada paso cuando el portal lo dé por hecho.',
      ],
    },
  ],
};
