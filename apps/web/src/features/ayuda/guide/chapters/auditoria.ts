import type { Chapter } from '../chapter.ts';

export const chapter: Chapter = {
  id: 'auditoria',
  area: 'La empresa',
  title: 'La auditoría',
  about: 'Quién hizo qué, cuándo y desde dónde. No se puede cambiar ni borrar.',
  tasks: [
    {
      id: 'buscar-en-auditoria',
      title: 'Cómo saber quién hizo un cambio',
      steps: [
        'Abra **Auditoría** y elija el grupo, las fechas o la persona.',
        'Abra la línea: dice qué cambió, cuándo y desde qué dirección.',
        'Con **Descargar CSV** la lleva a una hoja de cálculo.',
      ],
    },
    {
      id: 'verificar-auditoria',
      title: 'Cómo comprobar que nadie alteró el registro',
      steps: [
        'Abra **Auditoría** y pulse **Verificar integridad**.',
        'Lea el resultado: hasta qué entrada está íntegro y cuándo fue la última.',
      ],
    },
  ],
};
