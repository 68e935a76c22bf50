import type { Chapter } from '../chapter.ts';

export const chapter: Chapter = {
  id: 'quickbooks',
  area: 'Reportes',
  title: 'QuickBooks y el mapeo de cuentas',
  about:
    'Si su contabilidad está en QuickBooks Online, el 606 y el 607 también salen de ella. El mapeo dice qué casilla alimenta cada cuenta.',
  picture: { name: 'mapeo', alt: 'El mapeo de cuentas del 606: las cuentas de cada casilla', screen: 'mapeo' },
  notes: [
    'Un e-CF vale más que lo cargado de papel, y esto más que QuickBooks. Cada NCF entra una sola vez.',
    'Lo que QuickBooks no dice y se estima queda marcado, y no va al TXT hasta que usted lo responde.',
    'Con una clave propia, **Configurar IA** propone el mapeo con un modelo de lenguaje. La clave queda en su navegador.',
    'Una cuenta se reconoce por su número; si no lo tiene, por su Id de QuickBooks.',
  ],
  tasks: [
    {
      id: 'conectar-quickbooks',
      title: 'Cómo conectar QuickBooks y mapear las cuentas',
      steps: [
        'En **Reportes Fiscales**, pulse **Conectar** y dé el permiso en la ventana de QuickBooks.',
        'En **Mapeo de Cuentas**, pulse **Cargar catálogo**, o **Cargar Excel** si lo tiene en un archivo.',
        'Pulse **Mapeo automático** en las pestañas 606, 607, Tipos B&S y Tipos Ingresos: revise cada propuesta y acéptela o quítela.',
        'Pulse **Guardar mapeo**.',
        'Genere el 606 y el 607: antes se leen las compras y las ventas de QuickBooks.',
      ],
    },
    {
      id: 'conciliar',
      title: 'Cómo encontrar lo que falta en QuickBooks',
      steps: [
        'En **Reportes Fiscales** elija el reporte y el mes, y abra **Conciliación**.',
        'Filtre por **Diferencia**: qué falta, qué está repetido, qué monto o fecha es distinto.',
        'Abra un comprobante: **Qué corregir** dice dónde se arregla, en sus libros o en Timbre.',
      ],
    },
  ],
};
