// The texts of the user's guide, docs/guia.md. The fiscal terms are not defined here: they are taken from the table
// that the screens read (apps/web/src/features/ayuda/terms.ts).
import type { TermName } from '../../apps/web/src/features/ayuda/terms.ts';

/** A picture of a screen, made by `npm run guide`. */
interface Picture {
  /** Name of its file in docs/guia, without the extension. */
  readonly name: string;
  /** Description of the picture, for readers who cannot see it. */
  readonly alt: string;
  /** Name of the screen in `tests/browser/screens.ts`. */
  readonly screen: string;
  /** Patterns of the names of the buttons to press before the picture, in order. */
  readonly press?: readonly string[];
  /** Title of the panel to show, if it is further down the page. */
  readonly panel?: string;
}

export interface Chapter {
  readonly title: string;
  readonly about: string;
  readonly picture?: Picture;
  readonly steps: readonly string[];
  /** Further remarks. */
  readonly notes?: readonly string[];
  readonly terms?: readonly TermName[];
}

export const chapters: readonly Chapter[] = [
  {
    title: 'Entrar',
    about:
      'Timbre se usa en el navegador. Cada persona tiene su usuario; el primer usuario de una empresa entra con el RNC.',
    picture: { name: 'entrar', alt: 'La pantalla para entrar: RNC, contraseña e Iniciar Sesión', screen: 'login' },
    steps: [
      'Escriba el RNC de la empresa, su correo o su nombre de usuario, y la contraseña.',
      'Pulse **Iniciar Sesión**. Si tiene la verificación en dos pasos, escriba el código de su aplicación.',
      'Si trabaja con varias empresas, cambie de una a otra en la barra de arriba.',
    ],
    notes: [
      'Con **¿Olvidó su contraseña?** recibe un enlace para elegir otra. Vence a los 30 minutos.',
      'La insignia de la barra dice el ambiente: TEST, CERT o PROD. Fuera de Producción, una línea ámbar corre sobre la página; SIMULADO significa que responde una DGII de prueba.',
    ],
    terms: ['ambiente'],
  },
  {
    title: 'Inicio y los primeros pasos',
    about:
      'Inicio muestra lo emitido, lo que pide atención y, hasta que la empresa emita en Producción, los cinco primeros pasos.',
    picture: {
      name: 'inicio',
      alt: 'Inicio: lo emitido por tipo, qué hacer ahora y los primeros pasos',
      screen: 'inicio',
      panel: 'Primeros pasos',
    },
    steps: [
      'Complete los datos de la empresa: la dirección sale en cada comprobante.',
      'Cargue el certificado digital.',
      'Registre sus secuencias.',
      'Firme y envíe su primer comprobante.',
      'Pase la certificación de la DGII.',
    ],
    notes: [
      'Los demás datos (sucursales, actividad, agente de retención, envío diferido) están en **Configuración**, pestaña **General**. Un comprobante que indica otros lleva los suyos.',
      'Cada paso tiene un botón que lleva a su pantalla, y se marca solo cuando está hecho. Si usted no puede hacerlo, dice quién lo hace.',
      '**Qué hacer ahora** avisa de rechazos, de comprobantes sin respuesta y de secuencias o certificados por vencer.',
    ],
  },
  {
    title: 'El certificado digital',
    about: 'Sin certificado no se firma, y sin firma no hay comprobante.',
    picture: {
      name: 'certificado',
      alt: 'Configuración, pestaña General: la empresa, su ambiente y su certificado',
      screen: 'configuracion-general',
      panel: 'Certificado Digital',
    },
    steps: [
      'Abra **Configuración**, pestaña **General**.',
      'En **Certificado Digital** pulse **Elegir archivo .p12** y escriba su contraseña dos veces.',
      'Guarde. Timbre comprueba que la contraseña abre el archivo y muestra el titular y la vigencia.',
    ],
    notes: ['El archivo y su contraseña se guardan cifrados. Solo un administrador los cambia o los descarga.'],
    terms: ['certificado digital', 'firmante delegado'],
  },
  {
    title: 'Las secuencias',
    about: 'Timbre emite con los números que la DGII autorizó, y con ningún otro.',
    picture: {
      name: 'secuencias',
      alt: 'Las secuencias de cada tipo: desde, hasta, usados, los que quedan y el vencimiento',
      screen: 'configuracion-rangos',
      panel: 'Secuencias',
    },
    steps: [
      'Pida los números en la Oficina Virtual de la DGII.',
      'En **Configuración**, pestaña **Secuencias**, elija el ambiente y pulse **Registrar rango**.',
      'Copie el tipo, desde, hasta y la fecha de vencimiento tal como aparecen en la autorización.',
    ],
    notes: [
      'Inicio avisa antes de que un rango se agote o venza.',
      'El libro de cada rango dice qué comprobante lleva cada número.',
    ],
    terms: ['secuencia', 'vencimiento de la secuencia', 'e-NCF'],
  },
  {
    title: 'Subir un libro de Excel',
    about: 'Un libro puede traer miles de comprobantes. Sirve el formato del set de pruebas de la DGII.',
    picture: {
      name: 'excel',
      alt: 'Un libro procesado: sus comprobantes, firmados y enviados',
      screen: 'excel-libro',
    },
    steps: [
      'Abra **Excel a e-CF** y suelte el libro. Si no tiene uno, use **Descargar un libro de muestra**.',
      'Pulse **Procesar Excel**. Lo que está mal se dice con su fila y su columna.',
      'Corrija en la misma pantalla, o en el libro, y pulse **Firmar Todos**.',
      'Pulse **Enviar Todos**. Los estados cambian solos; puede cerrar la página y volver.',
    ],
    notes: ['Las notas de crédito y débito esperan a que su factura esté aceptada.'],
    terms: ['resumen de factura de consumo', 'Track ID'],
  },
  {
    title: 'Hacer una factura a mano',
    about:
      'En **Nueva Factura** se hace cualquiera de los diez tipos. Los totales y las faltas aparecen mientras escribe.',
    picture: {
      name: 'nueva-factura',
      alt: 'Nueva Factura: tipo, comprador, condiciones, líneas y totales',
      screen: 'nueva-factura',
    },
    steps: [
      'Elija el tipo de comprobante.',
      'Escriba el RNC o el nombre del comprador: los de antes se proponen.',
      'Llene las líneas; puede pegar filas copiadas de Excel.',
      'Revise con **Vista previa** y pulse **Emitir**.',
    ],
    notes: [
      'Lo escrito se guarda solo como borrador. Emitir dos veces el mismo borrador no hace dos comprobantes.',
      'En compras (E41) y pagos al exterior (E47) el panel **Lo que usted retiene** muestra cada retención con su base, su tasa y su ley, y lo que le queda por pagar. Elija ahí la clase de renta, o **No retener** con su motivo. Si su empresa no ha dicho si retiene, se lo pregunta una vez.',
    ],
    terms: ['tipo de e-CF', 'indicador de monto gravado', 'tipo de ingresos'],
  },
  {
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
  },
  {
    title: 'Facturas recibidas',
    about:
      'Lo que otros emisores le facturan llega solo, si su dirección está en el directorio de la DGII; también puede cargar los XML.',
    picture: {
      name: 'recibidas',
      alt: 'El detalle de una factura recibida: qué dice la DGII de ella y hasta cuándo responder',
      screen: 'recibidas',
      press: ['^E\\d{12}$'],
    },
    steps: [
      'Abra **Facturas Recibidas** y, si tiene archivos, suéltelos.',
      'Abra una factura: verá su contenido y qué dice de ella la DGII.',
      'Pulse **Aceptar** o **Rechazar** con su motivo. La respuesta va al emisor y a la DGII.',
    ],
    notes: ['**No recibidas** lista lo que llegó y no se pudo recibir, con el motivo que se respondió.'],
    terms: ['acuse de recibo', 'aprobación comercial'],
  },
  {
    title: 'Notas de crédito y anulación de una factura',
    about: 'Una factura enviada no se borra: se anula o se corrige con una nota.',
    picture: {
      name: 'nota',
      alt: 'Una nota de crédito nueva, con la factura que modifica',
      screen: 'nueva-nota',
    },
    steps: [
      'Para anularla toda, abra la factura, pulse **Anular** y elija el motivo: Timbre hace la nota por el total, o por lo que queda si ya tiene otras notas de crédito.',
      'Para una parte, pulse **Nota de crédito**: se copian el comprador y las líneas, y usted deja lo que se devuelve.',
      'La factura queda anulada cuando las notas que la DGII aceptó suman su total. Hasta entonces dice «Con notas por RD$ … de RD$ …».',
    ],
    terms: ['nota de crédito', 'código de modificación', 'indicador de nota de crédito'],
  },
  {
    title: 'Anular números sin usar',
    about: 'Los números autorizados que no se van a usar se declaran anulados.',
    picture: {
      name: 'anular',
      alt: 'La ventana para anular números sin usar de un rango',
      screen: 'configuracion-rangos',
      press: ['^Anular números sin usar de .*E31'],
    },
    steps: [
      'En **Configuración**, pestaña **Secuencias**, pulse el círculo tachado del rango.',
      'Elija los números sin usar, desde y hasta, y el tipo de anulación para el 608.',
      'Pulse **Anular números** y confirme. La ventana dice qué respondió la DGII.',
    ],
    notes: ['Un número anulado no se emite nunca, y uno emitido no se puede anular así.'],
    terms: ['anulación de secuencias'],
  },
  {
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
  },
  {
    title: 'Los webhooks',
    about: 'Avisan a otro sistema de la empresa cuando un comprobante cambia.',
    picture: {
      name: 'webhooks',
      alt: 'Configuración, pestaña Webhooks',
      screen: 'configuracion-webhooks',
    },
    steps: [
      'En **Configuración**, pestaña **Webhooks**, agregue la dirección (https) y elija los avisos.',
      'Guarde la clave que se muestra una sola vez: con ella su sistema comprueba que el aviso es de Timbre.',
      'Pulse **Probar** y mire la respuesta en **Entregas**.',
    ],
    notes: ['Lo que no se pudo entregar se intenta durante tres días. Un aviso puede llegar más de una vez.'],
  },
  {
    title: 'Usuarios y permisos',
    about: 'Un administrador decide quién entra y qué puede hacer.',
    picture: { name: 'usuarios', alt: 'Los usuarios de la empresa y sus roles', screen: 'usuarios' },
    steps: [
      'Abra **Usuarios**, escriba el nombre y el correo y elija el rol: Administrador, Facturador, Contador o Consulta.',
      'Invite a la persona a elegir su contraseña, o póngale una.',
      'Active la verificación en dos pasos de su propio usuario en la misma pantalla.',
    ],
    notes: ['**Auditoría** guarda quién hizo qué y cuándo. No se puede cambiar.'],
  },
  {
    title: 'Ensayo y certificación',
    about: 'Antes de emitir se puede ensayar: Timbre firma, y una DGII de prueba responde, sin gastar números.',
    picture: { name: 'ensayo', alt: 'Excel a e-CF con el modo desarrollo', screen: 'excel' },
    steps: [
      'En **Excel a e-CF** deje encendido **Modo desarrollo**: nada de lo que haga se emite.',
      'Procese el libro, firme y envíe: verá qué diría la DGII de cada comprobante.',
      'Para certificarse, solicite el ambiente Certificación en **Configuración**, pestaña **General**.',
      'Descargue el set de pruebas en el portal de la DGII, apague **Modo desarrollo**, pulse **Autenticar**, procéselo y envíelo.',
      'Cuando la DGII lo certifique, solicite el ambiente Producción y registre las secuencias de Producción.',
    ],
    notes: [
      'Los valores del set se envían tal como vienen en el libro: la DGII los compara uno por uno.',
      'Un XML ya hecho, de cualquier proveedor y firmado o no, se ensaya en **Ensayar un XML**, desde la pantalla para entrar o la paleta (Ctrl K): explica su firma, su estructura, sus montos y su código QR, y no guarda nada.',
    ],
    terms: ['certificación', 'ambiente'],
  },
  {
    title: 'Piloto de certificación',
    about: 'Una pantalla lleva los quince pasos de la DGII y hace los que puede hacer por usted.',
    picture: { name: 'piloto', alt: 'Los quince pasos de la certificación', screen: 'piloto' },
    steps: [
      'Abra **Certificación ECF** y pulse **Piloto: los quince pasos de la DGII**.',
      'En el paso 1, copie las direcciones al portal y firme el XML de la postulación.',
      'En los pasos 2 y 3, cargue los libros de la DGII. El piloto los ensaya y dice qué corregir y en qué celda.',
      'Cuando no queden rechazos, pulse **Enviar a la DGII**. El piloto envía en el orden que la DGII pide y se detiene en el primer rechazo.',
      'Descargue las facturas completas y cárguelas en el portal.',
      'Marque cada paso cuando el portal lo dé por hecho.',
    ],
    notes: ['Un rechazo de la DGII reinicia la prueba: corrija la causa y genere otro set en el portal.'],
    terms: ['certificación'],
  },
  {
    title: 'Pruebas de simulación',
    about: 'Timbre genera los comprobantes que la DGII pide en el paso de simulación, los firma y los envía.',
    steps: [
      'Abra **Certificación ECF**, paso 3, o busque **Pruebas de Simulación ECF** en la paleta (Ctrl K).',
      'En **Batch Estándar**, pulse **Generar todo estándar**: crea la cantidad que la DGII pide de cada tipo.',
      'Para crear otros, elija el tipo y la cantidad en **Manual** y pulse **Generar comprobantes**.',
      'Con **Modo desarrollo** encendido, **Firmar todos** y **Enviar todos** ensayan. Para enviar de verdad, apáguelo y pulse **Autenticar**.',
      'Si la DGII rechaza uno, lea el motivo en **Para corregir**, elimínelo y genere otro.',
      'Cuando la DGII acepte los resúmenes, descargue el paquete de facturas de consumo completas y cárguelas en el portal.',
    ],
    terms: ['certificación'],
  },
  {
    title: 'Reportes fiscales',
    about:
      'El 606, el 607, el 608, el 609 y el IT-1 salen de sus comprobantes. Usted responde solo lo que ellos no dicen.',
    picture: { name: 'reportes', alt: 'La hoja del 606 con las casillas pendientes', screen: 'reportes-preparar' },
    steps: [
      'Abra **Reportes Fiscales** y elija el mes.',
      'En **Cargar**, agregue los comprobantes en papel: de un libro de Excel, pegados o uno a mano.',
      'En **Preparar**, responda las casillas pendientes. Intro baja, Tab va a la derecha y **F8** salta a la siguiente pendiente. Se guarda solo.',
      'En **Problemas**, corrija lo que la DGII rechazaría: **Ir a la casilla** lo lleva a cada uno.',
      'En **Reporte**, pulse **Generar** y descargue el TXT, el CSV o la plantilla de Excel. Genere el 606 y el 607 antes que el IT-1.',
      'Preséntelo en la Oficina Virtual y anote el número en **Historial**, con **Anotar presentación**.',
    ],
    notes: [
      'Si un comprobante cambia después de la presentación, el reporte dice qué hay que rectificar.',
      'Para conservar los macros de la DGII, cargue una vez su herramienta en **Historial**, **Herramienta oficial**.',
      'Los días de vencimiento están en **Inicio**. Los detalles para contadores están en [Reportes fiscales](reportes.md).',
    ],
  },
  {
    title: 'QuickBooks y el mapeo de cuentas',
    about:
      'Si su contabilidad está en QuickBooks Online, el 606 y el 607 también salen de ella. El mapeo dice qué casilla alimenta cada cuenta.',
    picture: { name: 'mapeo', alt: 'El mapeo de cuentas del 606: las cuentas de cada casilla', screen: 'mapeo' },
    steps: [
      'En **Reportes Fiscales**, pulse **Conectar** y dé el permiso en la ventana de QuickBooks.',
      'En **Mapeo de Cuentas**, pulse **Cargar catálogo**, o **Cargar Excel** si lo tiene en un archivo.',
      'Pulse **Mapeo automático** en las pestañas 606, 607, Tipos B&S y Tipos Ingresos: revise cada propuesta y acéptela o quítela.',
      'Pulse **Guardar mapeo**.',
      'Genere el 606 y el 607: antes se leen las compras y las ventas de QuickBooks.',
    ],
    notes: [
      'Un e-CF vale más que lo cargado de papel, y esto más que QuickBooks. Cada NCF entra una sola vez.',
      'Lo que QuickBooks no dice y se estima queda marcado, y no va al TXT hasta que usted lo responde.',
      'Con una clave propia, **Configurar IA** propone el mapeo con un modelo de lenguaje. La clave queda en su navegador.',
      'Una cuenta se reconoce por su número; si no lo tiene, por su Id de QuickBooks.',
    ],
  },
  {
    title: 'Procesar reportes',
    about: 'Lee un período completo de QuickBooks y descarga el 606 y el 607 en Excel.',
    picture: { name: 'procesar', alt: 'Procesar Reportes: requisitos, período y estadísticas', screen: 'procesar' },
    steps: [
      'Abra **Procesar Reportes** y revise los requisitos: QuickBooks conectado y mapeo configurado.',
      'Elija las fechas y el tipo de descarga: consolidado, solo 606 o solo 607.',
      'Pulse **Procesar y Descargar**. Puede cerrar la pantalla: el proceso sigue, y aquí ve cuánto falta.',
      'En **Historial de ejecuciones**, mire los documentos que no se pudieron leer, corríjalos en QuickBooks y procese de nuevo.',
    ],
    notes: ['**Solo Descargar** no vuelve a leer QuickBooks.', 'Cancelar deja guardado lo leído hasta ese momento.'],
  },
  {
    title: 'Firmado digital',
    about:
      'Firma archivos PDF, XML y TXT con el certificado de la empresa, y dice de cualquier archivo quién lo firmó.',
    picture: { name: 'firmado', alt: 'Firmado Digital: los archivos que se firman', screen: 'firmado' },
    steps: [
      'Abra **Firmado Digital** y elija uno o varios archivos.',
      'Diga si la firma lleva la fecha y, en los PDF, si lleva un sello visible.',
      'Pulse **Firmar** y descargue los archivos firmados.',
    ],
    notes: [
      'El archivo no se guarda. La auditoría anota quién firmó, qué archivo y con qué certificado.',
      'En `/verificar`, sin cuenta, se ve quién firmó un archivo, cuándo, y si cambió después.',
    ],
  },
  {
    title: 'Cuando la DGII no responde',
    about: 'La falta de conexión con la DGII no detiene la facturación.',
    steps: [
      'Una barra en todas las pantallas dice desde cuándo no responde y cuántos comprobantes esperan.',
      'Siga emitiendo: cada comprobante queda firmado y se envía solo, en orden, cuando la DGII vuelve.',
      'Con **Reintentar ahora** se prueba sin esperar.',
    ],
    notes: [
      'De un comprobante cuya respuesta se perdió se pregunta antes de enviarlo otra vez. Si nadie puede decirlo queda **Sin confirmar**: mire el portal de la DGII y regístrelo en el detalle.',
    ],
    terms: ['contingencia', 'en proceso'],
  },
  {
    title: 'La ayuda',
    about: 'Junto a los términos fiscales hay un signo de interrogación.',
    picture: {
      name: 'ayuda',
      alt: 'La explicación del código de seguridad, abierta en el detalle de una factura',
      screen: 'facturas',
      press: ['^E\\d{12}$', '^Qué es código de seguridad$'],
    },
    steps: [
      'Púlselo, o llegue a él con el tabulador y pulse Intro: verá la regla, un ejemplo y el documento que la dice. Se cierra con Escape.',
      'Todos los términos están en el menú de su usuario, en **Ayuda: términos fiscales**, con un buscador.',
      'Cada error y cada mensaje de la DGII lleva su código, que abre su artículo: qué significa, por qué ocurre, qué hacer y qué pasa con el número. La **Enciclopedia de códigos** los tiene todos, con un buscador.',
      'La tecla **?** lista los atajos de teclado, y **Ctrl K** abre la paleta para ir a cualquier pantalla, factura o código.',
    ],
  },
];
