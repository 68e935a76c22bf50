import type { Chapter } from '../chapter.ts';

export const chapter: Chapter = {
  id: 'procesar',
  area: 'Reportes',
  title: 'Procesar reportes',
  about: 'Lee un período completo de QuickBooks y descarga el 606 y el 607 en Excel.',
  picture: { name: 'procesar', alt: 'Procesar Reportes: requisitos, período y estadísticas', screen: 'procesar' },
  notes: ['**Solo Descargar** no vuelve a leer QuickBooks.', 'Cancelar deja guardado lo leído hasta ese momento.'],
  tasks: [
    {
      id: 'procesar-periodo',
      title: 'Cómo procesar un período de QuickBooks',
      steps: [
        'Abra **Procesar Reportes** y revise los requisitos: QuickBooks conectado y mapeo configurado.',
        'Elija las fechas y el tipo de descarga: consolidado, solo 606 o solo 607.',
        'Pulse **Procesar y Descargar**. Puede cerrar la pantalla: el proceso sigue, y aquí ve cuánto falta.',
        'En **Historial de ejecuciones**, mire los documentos que no se pudieron leer, corríjalos en QuickBooks y procese de nuevo.',
      ],
    },
  ],
};
