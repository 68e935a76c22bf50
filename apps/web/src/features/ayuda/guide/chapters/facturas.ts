import type { Chapter } from '../chapter.ts';

export const chapter: Chapter = {
  id: 'facturas',
  area: 'Emitir',
  title: 'Facturas emitidas',
  about: 'Todo lo emitido, con su estado ante la DGII. La lista se actualiza sola.',
  picture: {
    name: 'facturas',
    alt: 'Facturas Emitidas, con el detalle de una factura abierto al lado',
    screen: 'facturas',
    press: ['^E\\d{12}$'],
  },
  steps: [
    'Busque por eNCF, Track ID, comprador o RNC, y filtre por fecha, estado, tipo o ambiente.',
    'Abra una factura para ver qué respondió la DGII, qué hacer y si su número puede usarse otra vez.',
    'Desde el detalle vea o descargue el PDF y el XML, envíela por correo, duplíquela o haga su nota de crédito.',
  ],
  notes: ['Los filtros se pueden guardar como vista. Lo que se ve se exporta a CSV o Excel, o se imprime.'],
  terms: ['aceptado', 'aceptado condicional', 'rechazado', 'secuencia utilizada'],
  tasks: [
    {
      id: 'corregir-rechazo',
      title: 'Cómo corregir una factura rechazada',
      steps: [
        'En **Facturas Emitidas** filtre por **Estado** y abra la rechazada. Arriba está lo que dijo la DGII; su código abre el artículo que explica la causa.',
        'Si la DGII no dio el número por utilizado, pulse **Corregir y reenviar**: cambie el dato y pulse **Guardar XML**. Se firma de nuevo y se envía con el mismo número.',
        'Si el número quedó utilizado, pulse **Duplicar**, corrija el dato y pulse **Emitir**: sale con el número siguiente.',
      ],
      notes: [
        'Antes de enviar de nuevo, corrija la causa: repetir lo mismo da el mismo rechazo. Los códigos están en la [Enciclopedia de códigos](/enciclopedia).',
      ],
      terms: ['rechazado', 'secuencia utilizada'],
    },
    {
      id: 'sin-confirmar',
      title: 'Cómo resolver un comprobante sin confirmar',
      steps: [
        'Abra el comprobante en **Facturas Emitidas** y mire en el portal de la DGII qué dice de su e-NCF.',
        'Pulse **Confirmar con lo que muestra la DGII** y elija **Qué muestra la DGII**.',
        'Escriba en **Nota** dónde y cuándo lo vio, y pulse **Registrar respuesta**.',
      ],
      notes: [
        'Si son varios, filtre por ese estado y pulse **Pegar la lista de la DGII**.',
        'No lo emita otra vez con otro número: pudo haber llegado.',
      ],
    },
    {
      id: 'descargar-facturas',
      title: 'Cómo descargar las facturas de un mes',
      steps: [
        'En **Facturas Emitidas** elija el mes en **Emisión** y, si quiere, un estado o un tipo.',
        'Abra **Exportar** y elija Excel, CSV, los XML en un ZIP, o **Hoja para imprimir**.',
      ],
    },
    {
      id: 'entregar-factura',
      title: 'Cómo entregar la factura al comprador',
      steps: [
        'Abra la factura en **Facturas Emitidas**.',
        'Si el comprador es receptor electrónico, pulse **Entregar al comprador**: va a la dirección que tiene en el directorio de la DGII.',
        'Si no lo es, pulse **Enviar por correo**, o descargue la representación impresa con **Descargar PDF**.',
      ],
      terms: ['receptor electrónico', 'representación impresa'],
    },
    {
      id: 'compartir-factura',
      title: 'Cómo compartir una factura por WhatsApp o con un enlace',
      steps: [
        'Un administrador enciende una vez **Compartir comprobantes por enlace** en **Configuración**, **Página del comprador**.',
        'Abra la factura en **Facturas Emitidas** y pulse **Compartir**.',
        'Elija WhatsApp, el correo, **Copiar enlace** o **Imprimir**. El comprador ve la factura, descarga su PDF y su XML y la verifica en la DGII, sin entrar a Timbre.',
        'Para cerrar el enlace, pulse **Dejar de compartir**.',
      ],
      notes: ['El enlace vence a los días que elija en **Cuánto vale un enlace nuevo**.'],
    },
  ],
};
