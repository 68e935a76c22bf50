// The fiscal terms that the screens and docs/guia.md explain. They are loaded when the first one is opened. A route
// that imports this file other than by `import()` or as a type includes all its texts.

/** The titles of the documents that regulate the terms. */
export const documents = {
  ley: 'Ley núm. 32-23 de Facturación Electrónica de la República Dominicana',
  informe: 'Informe Técnico Comprobante Fiscal Electrónico, versión 1.0',
  formato: 'Formato Comprobante Fiscal Electrónico (e-CF), versión 1.0',
  resumen: 'Formato de Resumen Factura de Consumo Electrónica <DOP250,000 (RFCE), versión 1.0',
  acuse: 'Formato Acuse de Recibo (ARECF), versión 1.0',
  aprobacion: 'Formato Aprobación Comercial (ACECF), versión 1.0',
  anulacion: 'Formato Anulación de e-NCF (ANECF), versión 1.0',
  descripcion: 'Descripción Técnica de Facturación Electrónica, versión 1.6',
  certificacion: 'Proceso de Certificación para ser Emisor Electrónico',
  delegaciones: 'Instructivo Delegaciones de Roles de Facturación Electrónica, versión 2.0',
} as const;

/** The topics of the terms, in the order in which they are listed. */
export const topics = [
  'El comprobante',
  'Los números',
  'La respuesta de la DGII',
  'Correcciones',
  'Lo que se recibe',
  'Los montos',
] as const;

interface Term {
  readonly topic: (typeof topics)[number];
  readonly rule: string;
  /** With invented data. */
  readonly example: string;
  readonly document: keyof typeof documents;
  /** Where in the document: a section, an article or a field. */
  readonly place?: string;
}

/** The terms, by the name that follows «Qué es». */
export const terms = {
  'e-CF': {
    topic: 'El comprobante',
    rule: 'Comprobante fiscal electrónico: un documento XML firmado, con número autorizado por la DGII. Vale lo mismo que el comprobante en papel.',
    example: 'Colmado La Esquina vende a una empresa: emite una factura de crédito fiscal (E31) y la DGII la valida.',
    document: 'informe',
    place: 'sección 6.1',
  },
  'tipo de e-CF': {
    topic: 'El comprobante',
    rule: 'Los dos dígitos que siguen a la E dicen para qué sirve el comprobante: 31 crédito fiscal, 32 consumo, 33 nota de débito, 34 nota de crédito, 41 compras, 43 gastos menores, 44 regímenes especiales, 45 gubernamental, 46 exportaciones y 47 pagos al exterior.',
    example: 'El cliente pide factura con su RNC para deducir el gasto: se emite una E31, no una E32.',
    document: 'informe',
    place: 'sección 6.1',
  },
  RNC: {
    topic: 'El comprobante',
    rule: 'El número de contribuyente: nueve dígitos de una empresa; una persona física usa los once de su cédula. Una E31, E41 o E45 lleva siempre el del comprador; una E32, desde RD$250,000.00, salvo que el comprador sea extranjero.',
    example:
      'Una E32 de RD$4,130.00 puede ir sin RNC; una de RD$260,000.00 lleva el RNC, la cédula o el identificador extranjero del comprador.',
    document: 'formato',
    place: 'sección A, Encabezado, comprador',
  },
  'certificado digital': {
    topic: 'El comprobante',
    rule: 'El archivo (.p12 o .pfx) con que una persona firma por la empresa. Lo entrega una prestadora de servicios de confianza acreditada ante el INDOTEL, y la empresa delega en esa persona el rol de Firmante en la Oficina Virtual.',
    example:
      'El certificado está a nombre de Ana Ejemplo, con su cédula; firma por el RNC 199-00000-5 porque la empresa le delegó la firma.',
    document: 'informe',
    place: 'sección 3',
  },
  'firmante delegado': {
    topic: 'El comprobante',
    rule: 'La persona autorizada en la Oficina Virtual para firmar por la empresa. Si no lo está, la DGII rechaza lo que firme y el número no se gasta.',
    example: 'Cambió la persona que firma: antes de cargar su certificado se le delega el rol de Firmante.',
    document: 'delegaciones',
  },
  'código de seguridad': {
    topic: 'El comprobante',
    rule: 'Los seis primeros caracteres del valor de la firma. Con él cualquiera consulta el comprobante en la DGII; distingue mayúsculas de minúsculas y se imprime debajo del código QR.',
    example: 'La firma empieza con «aB3/x9Kd…»: el código de seguridad es aB3/x9.',
    document: 'informe',
    place: 'secciones 5.1 y 17',
  },
  'representación impresa': {
    topic: 'El comprobante',
    rule: 'La versión en papel o PDF del e-CF, con su código QR, el código de seguridad y la fecha de la firma. Se entrega al comprador que no es receptor electrónico; el original sigue siendo el XML.',
    example: 'Un cliente sin facturación electrónica recibe el PDF y verifica el comprobante con el QR.',
    document: 'informe',
    place: 'sección 17',
  },
  'receptor electrónico': {
    topic: 'El comprobante',
    rule: 'Contribuyente que recibe e-CF en su sistema. Todo receptor electrónico es también emisor electrónico, y su dirección está en el directorio de la DGII.',
    example:
      'Ferretería de Ejemplo está en el directorio: su E31 se le entrega a su sistema, que responde con un acuse.',
    document: 'informe',
    place: 'sección 2',
  },
  'resumen de factura de consumo': {
    topic: 'El comprobante',
    rule: 'De una factura de consumo (E32) menor de RD$250,000.00 la DGII recibe solo un resumen (RFCE). La factura completa se guarda diez años y queda a disposición del comprador.',
    example: 'Una E32 de RD$1,180.00 se envía resumida; una de RD$250,000.00 se envía completa.',
    document: 'resumen',
    place: 'introducción',
  },
  ambiente: {
    topic: 'El comprobante',
    rule: 'Dónde se emite. Pruebas (testecf) y Certificación (certecf) no tienen valor fiscal; Producción (ecf), sí. Cada ambiente tiene sus propias secuencias.',
    example:
      'La E310000000001 de Pruebas y la E310000000001 de Producción son dos comprobantes distintos; solo el segundo se declara.',
    document: 'descripcion',
    place: 'Descripción de Ambientes',
  },
  certificación: {
    topic: 'El comprobante',
    rule: 'Los pasos con que la DGII comprueba que la empresa puede emitir: pruebas de datos con su set de pruebas, simulación, representación impresa, recepción y declaración jurada. Después la empresa emite en Producción.',
    example:
      'La empresa descarga el Excel del set de pruebas en el portal de la DGII, lo procesa en Certificación y la DGII compara cada valor.',
    document: 'certificacion',
    place: 'pasos 1 a 14',
  },
  contingencia: {
    topic: 'El comprobante',
    rule: 'Lo que se hace cuando algo impide facturar con normalidad. Sin conexión con la DGII se sigue emitiendo y se envía al volver; si no es posible emitir, se usa la serie B, se informa a la DGII y después se reemplaza por e-CF.',
    example:
      'A las 10:00 se cae la conexión: las facturas quedan firmadas y salen solas, en orden, cuando la DGII responde.',
    document: 'informe',
    place: 'sección 18',
  },

  'e-NCF': {
    topic: 'Los números',
    rule: 'El número del comprobante, de trece posiciones: la E, dos dígitos del tipo y diez de la secuencia.',
    example: 'E310000000027: la factura de crédito fiscal número 27.',
    document: 'informe',
    place: 'sección 7',
  },
  secuencia: {
    topic: 'Los números',
    rule: 'Los números que la DGII autoriza a la empresa para cada tipo de comprobante, en rangos. No se puede emitir fuera de ellos.',
    example:
      'La DGII autorizó E31 del 1 al 500. Al llegar al 500 hay que pedir más en la Oficina Virtual y registrar el nuevo rango.',
    document: 'ley',
    place: 'artículo 16',
  },
  'vencimiento de la secuencia': {
    topic: 'Los números',
    rule: 'Un rango vale desde su autorización hasta el 31 de diciembre del año siguiente; después sus números no se pueden usar. Las facturas de consumo (E32) y las notas de crédito (E34) no llevan esta fecha.',
    example: 'Un rango autorizado el 15/03/2026 vence el 31/12/2027.',
    document: 'informe',
    place: 'sección 7',
  },
  'secuencia utilizada': {
    topic: 'Los números',
    rule: 'Al rechazar un comprobante la DGII dice si su número quedó gastado. Si no lo quedó —por ejemplo, por la firma, la estructura del XML o un certificado sin delegación—, el comprobante se corrige y sale con el mismo número.',
    example:
      'La E310000000031 se rechaza por «XML inválido» con secuencia no utilizada: se corrige y se envía otra vez como E310000000031.',
    document: 'descripcion',
    place: 'Consulta Resultado',
  },
  'anulación de secuencias': {
    topic: 'Los números',
    rule: 'Declaración firmada (ANECF) de que unos números autorizados no se usarán. Solo vale para números que no se enviaron; una factura enviada se anula con una nota de crédito.',
    example: 'La sucursal cerró y le quedaban las E32 de la 480 a la 500: se anulan esas veintiuna.',
    document: 'anulacion',
    place: 'introducción',
  },

  'Track ID': {
    topic: 'La respuesta de la DGII',
    rule: 'El número que la DGII entrega al recibir un comprobante; con él se pregunta por el resultado. No es una aceptación. Un comprobante enviado dos veces tiene dos; el resumen de una factura de consumo no tiene, porque se responde en el acto.',
    example: 'La DGII devuelve «d2b6e27c-0f3a…»: minutos después, con ese Track ID, responde Aceptado.',
    document: 'informe',
    place: 'secciones 4.2 y 8',
  },
  aceptado: {
    topic: 'La respuesta de la DGII',
    rule: 'El comprobante cumple con el formato y es válido para fines fiscales. Ya no se modifica: se corrige con una nota.',
    example: 'La E310000000027 fue aceptada con el precio equivocado: se emite una nota de crédito por la diferencia.',
    document: 'ley',
    place: 'artículo 20, numeral 1',
  },
  'aceptado condicional': {
    topic: 'La respuesta de la DGII',
    rule: 'El comprobante es válido, pero tiene una irregularidad que hay que corregir en los próximos. No se vuelve a emitir.',
    example:
      'El total se aleja de la suma de las líneas más de lo tolerado: la factura vale, y se revisa cómo se redondea.',
    document: 'ley',
    place: 'artículo 20, numeral 3',
  },
  rechazado: {
    topic: 'La respuesta de la DGII',
    rule: 'El comprobante no cumple con el formato: no se considera recibido ni es válido para fines tributarios. Se corrige y se emite de nuevo, con el mismo número si la DGII no lo dio por utilizado.',
    example: 'La DGII responde que el número ya fue utilizado: se emite otra vez con el número siguiente.',
    document: 'ley',
    place: 'artículo 20, numeral 2',
  },
  'en proceso': {
    topic: 'La respuesta de la DGII',
    rule: 'La DGII recibió el comprobante y aún lo valida. Hay que preguntar de nuevo; no se envía otra vez.',
    example: 'La factura dice En proceso: Timbre sigue preguntando y la lista cambia sola cuando hay respuesta.',
    document: 'ley',
    place: 'artículo 20, numeral 4',
  },

  'nota de crédito': {
    topic: 'Correcciones',
    rule: 'Comprobante (E34) con que el vendedor anula una operación, acepta una devolución, descuenta o corrige. Se refiere a la factura y no puede pasar de su total; tampoco la suma de todas sus notas.',
    example:
      'De una factura de RD$11,800.00 se devuelven RD$2,360.00: la nota es por RD$2,360.00, y otra puede llegar a RD$9,440.00.',
    document: 'informe',
    place: 'secciones 6.1 y 10',
  },
  'nota de débito': {
    topic: 'Correcciones',
    rule: 'Comprobante (E33) con que el vendedor cobra lo que surge después de la factura: intereses por mora, fletes y similares.',
    example: 'El cliente pagó tarde: se emite una E33 por RD$590.00 de mora, referida a su factura.',
    document: 'informe',
    place: 'sección 6.1',
  },
  'indicador de nota de crédito': {
    topic: 'Correcciones',
    rule: 'Vale 0 si la factura tiene hasta 30 días calendario, y 1 si tiene más. Con 1 la devolución no rebaja el ITBIS: se restituye solo el precio.',
    example:
      'Factura del 2 de marzo por RD$1,000.00 más RD$180.00 de ITBIS. Devuelta el 20 de marzo, la nota es de RD$1,180.00; el 20 de mayo, de RD$1,000.00.',
    document: 'formato',
    place: 'sección A, campo 5 (IndicadorNotaCredito)',
  },
  'código de modificación': {
    topic: 'Correcciones',
    rule: 'Dice qué hace la nota con el comprobante: 1 lo anula, 2 corrige su texto, 3 corrige sus montos, 4 reemplaza uno emitido en contingencia. El 5, en una factura de crédito fiscal, la refiere a una de consumo.',
    example: 'El cliente devolvió dos de cinco cajas: código 3, por el monto de las dos.',
    document: 'formato',
    place: 'sección F (CodigoModificacion)',
  },

  'acuse de recibo': {
    topic: 'Lo que se recibe',
    rule: 'Respuesta automática y firmada (ARECF) del sistema que recibe: dice que el e-CF llegó, o por qué no se pudo recibir. No es conformidad con la compra.',
    example:
      'Un proveedor envía dos veces el mismo e-NCF con distinto contenido: el segundo no se recibe, por el motivo 3, «envío duplicado».',
    document: 'acuse',
    place: 'introducción',
  },
  'aprobación comercial': {
    topic: 'Lo que se recibe',
    rule: 'Respuesta firmada (ACECF) con que el comprador acepta o rechaza una factura que la DGII ya aceptó. Va al emisor y a la DGII. Si la rechaza, el emisor anula la factura con una nota de crédito, y el comprador no la usa como gasto ni crédito.',
    example: 'Llega una E31 por cajas que nunca se entregaron: se rechaza con el motivo «Mercancía no recibida».',
    document: 'aprobacion',
    place: 'introducción',
  },

  ITBIS: {
    topic: 'Los montos',
    rule: 'El impuesto sobre las ventas de bienes y servicios: cada línea va gravada a 18 %, 16 % o 0 %, o exenta. El ITBIS de cada tasa se calcula sobre el monto gravado con ella.',
    example: 'RD$1,000.00 a 18 % y RD$500.00 a 16 %: RD$180.00 más RD$80.00, RD$260.00 de ITBIS.',
    document: 'formato',
    place: 'sección A, Totales',
  },
  'monto gravado': {
    topic: 'Los montos',
    rule: 'La suma, sin ITBIS, de las líneas gravadas a una tasa, menos los descuentos globales y más los recargos globales que le tocan. El total gravado es la suma de las tres tasas.',
    example:
      'Dos líneas a 18 % de RD$600.00 y RD$400.00, con un descuento global de RD$50.00: monto gravado RD$950.00.',
    document: 'formato',
    place: 'sección A, Totales',
  },
  'monto exento': {
    topic: 'Los montos',
    rule: 'La suma de las líneas que no pagan ITBIS por ley. Exento no es lo mismo que gravado a 0 %: este es el de las exportaciones.',
    example:
      'Una factura con RD$300.00 de un bien exento y RD$1,000.00 gravados a 18 %: exento RD$300.00, ITBIS RD$180.00, total RD$1,480.00.',
    document: 'formato',
    place: 'sección A, Totales',
  },
  'indicador de monto gravado': {
    topic: 'Los montos',
    rule: 'Dice si los precios de las líneas traen el ITBIS incluido (1) o no (0). Vale para todo el comprobante. Los demás impuestos nunca van dentro del precio.',
    example:
      'Precio RD$1,180.00 a 18 %: con 1, gravado RD$1,000.00 y total RD$1,180.00; con 0, gravado RD$1,180.00 y total RD$1,392.40.',
    document: 'formato',
    place: 'sección A, campo 7 (IndicadorMontoGravado)',
  },
  'indicador de facturación': {
    topic: 'Los montos',
    rule: 'De cada línea: 1 gravada a 18 %, 2 a 16 %, 3 a 0 %, 4 exenta y 0 no facturable. Lo no facturable no entra en el monto total.',
    example: 'Un depósito por envases de RD$200.00 va con 0: aparece aparte y no paga ITBIS.',
    document: 'formato',
    place: 'sección B, campo 4 (IndicadorFacturacion)',
  },
  'tipo de ingresos': {
    topic: 'Los montos',
    rule: 'De dónde viene la venta: 01 operaciones, 02 financieros, 03 extraordinarios, 04 arrendamientos, 05 venta de activo depreciable y 06 otros.',
    example: 'La empresa vende el camión de reparto que usaba: 05, y no 01 como las ventas de siempre.',
    document: 'formato',
    place: 'sección A, campo 8 (TipoIngresos)',
  },
  tolerancia: {
    topic: 'Los montos',
    rule: 'El monto de una línea puede diferir en 1 de su precio por su cantidad, y el total, en tantas unidades como líneas haya. Lo que se aleje más se acepta condicionalmente.',
    example:
      'Una factura de tres líneas cuyo total difiere en RD$2.15 de la suma está dentro; si difiere en RD$3.50, no.',
    document: 'informe',
    place: 'sección 12',
  },
} as const satisfies Record<string, Term>;

export type TermName = keyof typeof terms;

/** The name of a term as a title. */
export const titleOf = (name: string): string =>
  /^e-/.test(name) ? name : name.charAt(0).toUpperCase() + name.slice(1);

/** Where a term is regulated: the document, by its title, and the place in it. */
export const sourceOf = ({ document, place }: Term): string =>
  place === undefined ? documents[document] : `${documents[document]}, ${place}`;
