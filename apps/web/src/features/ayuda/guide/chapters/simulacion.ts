import type { Chapter } from '../chapter.ts';

export const chapter: Chapter = {
  id: 'simulacion',
  area: 'Certificarse',
  title: 'Pruebas de simulación',
  about: 'Timbre genera los comprobantes que la DGII pide en el paso de simulación, los firma y los envía.',
  terms: ['certificación'],
  tasks: [
    {
      id: 'simular',
      title: 'Cómo hacer las pruebas de simulación',
      steps: [
        'Abra **Certificación ECF**, paso 3, o busque **Pruebas de Simulación ECF** en la paleta (Ctrl K).',
        'En **Batch Estándar**, pulse **Generar todo estándar**: crea la cantidad que la DGII pide de cada tipo.',
        'Para crear otros, elija el tipo y la cantidad en **Manual** y pulse **Generar comprobantes**.',
        'Con **Modo desarrollo** encendido, **Firmar todos** y **Enviar todos** ensayan. Para enviar de verdad, apáguelo y pulse **Autenticar**.',
        'Si la DGII rechaza uno, lea el motivo en **Para corregir**, elimínelo y genere otro.',
        'Cuando la DGII acepte los resúmenes, descargue el paquete de facturas de consumo completas y cárguelas en el portal.',
      ],
    },
  ],
};
