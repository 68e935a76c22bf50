import type { Chapter } from '../chapter.ts';

export const chapter: Chapter = {
  id: 'reportes',
  area: 'Reportes',
  title: 'Reportes fiscales',
  about:
    'El 606, el 607, el 608, el 609 y el IT-1 salen de sus comprobantes. Usted responde solo lo que ellos no dicen.',
  picture: { name: 'reportes', alt: 'La hoja del 606 con las casillas pendientes', screen: 'reportes-preparar' },
  steps: [
    'Abra **Reportes Fiscales** y elija el mes. Los pasos de arriba dicen qué falta en cada uno.',
    'En **Cargar**, agregue los comprobantes en papel: de un libro de Excel, pegados o uno a mano.',
    'En **Preparar**, responda las casillas pendientes: sus filas y sus columnas van primero. Intro baja, Tab va a la derecha y **F8** salta a la siguiente pendiente. Se guarda solo.',
    'En **Problemas**, corrija lo que la DGII rechazaría: **Ir a la casilla** lo lleva a cada uno.',
    'En **TXT**, pulse **Generar** y descargue el TXT, el CSV o la plantilla de Excel. Genere el 606 y el 607 antes que el IT-1.',
    'Preséntelo en la Oficina Virtual y anote el número en **Presentado**, con **Anotar presentación**.',
  ],
  notes: [
    'Si un comprobante cambia después de la presentación, el reporte dice qué hay que rectificar.',
    'Para conservar los macros de la DGII, cargue una vez su herramienta en **Historial**, **Herramienta oficial**.',
    'Los días de vencimiento están en **Inicio**.',
  ],
  tasks: [
    {
      id: 'cargar-606',
      title: 'Cómo cargar los gastos del 606',
      steps: [
        'Abra **Reportes Fiscales**, elija **606 Gastos** y el mes. Los e-CF que recibió ya están.',
        'En **Cargar** elija cómo agrega los de papel: **Libro de Excel**, **Pegar de Excel** o **Uno a mano**.',
        'Con un libro, pulse **Leer el libro**. Lo que no se puede leer dice su celda.',
        'Revise los comprobantes y pulse el botón que los carga. Los repetidos no entran dos veces.',
        'En **Preparar** responda lo que el comprobante no dice.',
      ],
      notes: ['Sirve la herramienta de la DGII, su propio libro con encabezados y el TXT de otro programa.'],
    },
    {
      id: 'responder-606',
      title: 'Cómo responder las casillas pendientes',
      steps: [
        'En **Preparar** encienda **Solo pendientes**.',
        'Pulse **Siguiente pendiente**, o la tecla **F8**, y escriba el código o el monto. Se guarda solo.',
        'Con **Aceptar las sugerencias** toma lo que respondió antes de cada suplidor: revíselo.',
        'Para responder muchas a la vez, copie la columna de Excel y péguela en la hoja, o marque la casilla que dice cuántas hay por responder: las selecciona todas, y la barra de abajo les pone un mismo valor.',
        'Si se equivoca en lo que puso a muchas, pulse **Deshacer**.',
      ],
    },
    {
      id: 'generar-y-presentar',
      title: 'Cómo generar y presentar un reporte',
      steps: [
        'En **Problemas** corrija los errores: con uno solo, el TXT no se genera. Un aviso no lo impide.',
        'En **TXT** pulse **Generar** y, en **TXT DGII**, elija el oficial.',
        'Cárguelo en la Oficina Virtual.',
        'En **Presentado** pulse **Anotar presentación** y escriba el número de aceptación: desde entonces, un cambio de ese mes le avisa que hay que rectificar.',
      ],
      notes: [
        'Los días de vencimiento están en **Inicio**: el 606, el 607, el 608 y el 609 vencen el 15, y el IT-1, el 20.',
      ],
    },
    {
      id: 'preparar-it1',
      title: 'Cómo preparar el IT-1',
      steps: [
        'Genere primero el 606 y el 607 del mismo mes.',
        'Elija **IT-1** y pulse **Generar**.',
        'Llene las casillas que dicen **Se llena a mano**: el saldo anterior, los pagos a cuenta y las demás.',
        'Revise lo que señala la preauditoría y copie las casillas en la Oficina Virtual.',
        'Anote el número con **Anotar presentación**.',
      ],
    },
    {
      id: 'mes-en-cero',
      title: 'Cómo presentar un mes sin movimiento',
      steps: [
        'Elija el reporte y el mes, y pulse **Generar**.',
        'Preséntelo en «Declaraciones en Cero» de la Oficina Virtual. Si le piden el archivo, **Descargar el TXT en cero** lo da.',
        'Anote el número con **Anotar presentación**.',
      ],
    },
    {
      id: 'expediente',
      title: 'Cómo guardar la prueba de un mes',
      steps: [
        'Elija un solo mes y genere sus reportes.',
        'Pulse **Descargar expediente**: un ZIP firmado con los reportes, sus TXT, los comprobantes y el registro.',
        'Guárdelo con su contabilidad. Quien lo recibe comprueba, sin Timbre, que nada cambió.',
      ],
    },
  ],
};
