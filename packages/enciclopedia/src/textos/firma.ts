import type { Numero, TextoSuelto, TextosSueltos } from '../texto.ts';

type Propio = Pick<TextoSuelto, 'titulo' | 'significa'> &
  Partial<Pick<TextoSuelto, 'causa' | 'remedio' | 'relacionados'>>;

/** Articles with shared defaults: an article without a cause or remedy of its own gets the one of `usual`. */
const comunes = <Codigo extends string>(
  propios: Readonly<Record<Codigo, Propio>>,
  usual: Pick<TextoSuelto, 'causa' | 'remedio' | 'fuente'> & { readonly numero: Numero },
): TextosSueltos =>
  Object.fromEntries(Object.entries<Propio>(propios).map(([codigo, propio]) => [codigo, { ...usual, ...propio }]));

const partir = 'Divida el comprobante en varios.';
const firmarDeNuevo = 'Firme de nuevo el documento original, sin la firma anterior.';
const otroCertificado = 'Use el certificado vigente de la persona que firma por la empresa.';

/** Reasons why a text is not XML that the platform reads. */
const xml = comunes(
  {
    'xml/demasiado-grande': {
      titulo: 'XML demasiado grande',
      significa: 'El archivo pasa del tamaño permitido.',
      causa: 'Lleva demasiadas líneas o textos muy largos.',
      remedio: partir,
    },
    'xml/utf8': {
      titulo: 'XML que no está en UTF-8',
      significa: 'Sus bytes no son texto en UTF-8.',
      causa: 'El programa lo guardó en otra codificación, como Windows-1252.',
      remedio: 'Guárdelo en UTF-8 y fírmelo de nuevo.',
    },
    'xml/codificacion': {
      titulo: 'Otra codificación declarada',
      significa: 'La primera línea del XML declara una codificación distinta de UTF-8.',
      causa: 'El programa está configurado con otra codificación.',
      remedio: 'Declare UTF-8, guárdelo en UTF-8 y fírmelo de nuevo.',
    },
    'xml/caracter': {
      titulo: 'Carácter que el XML no permite',
      significa: 'Hay un carácter de control o que no existe en XML.',
      causa: 'Se copió un texto desde otro programa, con caracteres invisibles.',
      remedio: 'Borre el carácter en el dato de origen y genere el XML de nuevo.',
      relacionados: ['XSD-CARACTER'],
    },
    'xml/declaracion': {
      titulo: 'Primera línea del XML mal formada',
      significa: 'La declaración <?xml …?> no tiene la forma que pide el estándar.',
    },
    'xml/declaracion-tardia': {
      titulo: 'Contenido antes de <?xml',
      significa:
        'La declaración <?xml …?> debe ser lo primero del archivo: antes hay espacios, una línea en blanco u otro contenido.',
      causa: 'El programa escribió algo antes del XML, o puso un XML completo dentro de otro.',
      remedio: 'Borre lo que está antes de <?xml y, si ya estaba firmado, firme de nuevo.',
    },
    'xml/doctype': {
      titulo: 'DOCTYPE o entidades propias',
      significa: 'El XML define su propio vocabulario o entidades, lo que permite ataques: no se lee.',
      remedio: 'Quite la declaración DOCTYPE y escriba los textos tal cual.',
    },
    'xml/instruccion': {
      titulo: 'Instrucción de proceso',
      significa: 'Hay una instrucción <?…?> además de la primera línea.',
      remedio: 'Quítela, por ejemplo una hoja de estilo, y firme de nuevo.',
    },
    'xml/comentario': {
      titulo: 'Comentario dentro de un valor o de la firma',
      significa:
        'La firma no cubre los comentarios. Entre elementos no estorban; dentro de un valor o de SignedInfo, cada programa lee otra cosa.',
      remedio: 'Quite los comentarios y firme de nuevo.',
    },
    'xml/comentario-mal-formado': {
      titulo: 'Comentario mal formado',
      significa: 'Un comentario no termina, o lleva dos guiones seguidos.',
      remedio: 'Quite el comentario.',
    },
    'xml/cdata': {
      titulo: 'Sección CDATA mal formada',
      significa: 'Una sección CDATA no termina, o su cierre está suelto.',
    },
    'xml/texto-fuera': {
      titulo: 'Texto fuera del documento',
      significa: 'Hay texto antes o después del elemento raíz.',
      causa: 'Se copió el XML con algo más, o no es un XML.',
      remedio: 'Deje solo el XML, desde su primera etiqueta hasta la última.',
    },
    'xml/sin-raiz': {
      titulo: 'XML sin ningún elemento',
      significa: 'El archivo está vacío o no tiene etiquetas.',
      causa: 'Se eligió otro archivo, o la descarga no terminó.',
      remedio: 'Elija el XML del comprobante.',
    },
    'xml/varias-raices': {
      titulo: 'Varios documentos en un XML',
      significa: 'Después del elemento raíz empieza otro.',
      causa: 'Se pegaron dos comprobantes juntos.',
      remedio: 'Separe los comprobantes: va uno por archivo.',
    },
    'xml/sin-cerrar': {
      titulo: 'Elemento sin cerrar',
      significa: 'Falta la etiqueta de cierre de un elemento.',
      causa: 'El archivo está cortado, o se editó a mano.',
    },
    'xml/cierre': {
      titulo: 'Cierre que no corresponde',
      significa: 'Una etiqueta de cierre no es la del elemento abierto.',
    },
    'xml/etiqueta': {
      titulo: 'Etiqueta mal formada',
      significa: 'Hay un signo < que no abre una etiqueta correcta.',
      remedio: 'En los textos escriba &lt; en lugar del signo <.',
    },
    'xml/nombre': {
      titulo: 'Nombre de elemento no válido',
      significa: 'El nombre de una etiqueta o de un atributo lleva signos que no se admiten.',
    },
    'xml/atributo': {
      titulo: 'Atributo mal formado',
      significa: 'A un atributo le faltan las comillas, el signo = o su valor.',
    },
    'xml/atributo-repetido': {
      titulo: 'Atributo repetido',
      significa: 'Una etiqueta lleva dos veces el mismo atributo.',
    },
    'xml/prefijo': {
      titulo: 'Prefijo sin declarar',
      significa: 'Un nombre lleva un prefijo, como ds:, que ninguna etiqueta declara.',
    },
    'xml/espacio-de-nombres': {
      titulo: 'Espacio de nombres no válido',
      significa: 'La declaración de un espacio de nombres está vacía o usa un nombre reservado.',
    },
    'xml/entidad': {
      titulo: 'Entidad o referencia no válida',
      significa: 'Hay un signo & que no es una de las cinco entidades de XML ni un carácter por su número.',
      remedio: 'En los textos escriba &amp; en lugar del signo &.',
    },
    'xml/profundidad': {
      titulo: 'Demasiados niveles',
      significa: 'Los elementos están unos dentro de otros más veces que en cualquier comprobante.',
    },
    'xml/demasiados-nodos': {
      titulo: 'Demasiados elementos',
      significa: 'El XML tiene más elementos que el comprobante más largo que se admite.',
      remedio: partir,
    },
    'xml/demasiados-atributos': {
      titulo: 'Demasiados atributos',
      significa: 'Una etiqueta tiene más atributos de los que se leen: los e-CF no llevan.',
    },
  },
  {
    causa: 'El XML se editó a mano o lo armó un programa que no lo escribe bien.',
    remedio: 'Corrija el XML en el lugar que dice el mensaje, o genérelo de nuevo.',
    numero: 'libre',
    fuente: 'XML 1.0 (quinta edición); Namespaces in XML 1.0',
  },
);

/** Reasons why a signature is refused, or could not be created. */
const firmas = comunes(
  {
    'firma/falta': {
      titulo: 'Documento sin firma',
      significa: 'El XML no lleva el elemento Signature: la DGII no lo recibe así.',
      causa: 'Todavía no se ha firmado, o se quitó la firma.',
      remedio: 'Fírmelo y envíe el archivo firmado, sin cambiarlo.',
    },
    'firma/varias': {
      titulo: 'Más de una firma',
      significa: 'El documento lleva varias firmas: no se sabe cuál vale.',
      causa: 'Se firmó un documento que ya estaba firmado.',
    },
    'firma/posicion': {
      titulo: 'Firma fuera de su lugar',
      significa: 'La firma es el último elemento dentro del elemento raíz.',
    },
    'firma/estructura': {
      titulo: 'Forma de la firma',
      significa:
        'A la firma le faltan o le sobran partes: lleva SignedInfo con una referencia, SignatureValue y KeyInfo con el certificado.',
    },
    'firma/orden': {
      titulo: 'Orden de las partes de la firma',
      significa:
        'La firma tiene sus partes, en otro orden que el del esquema de XML-DSig: SignedInfo, SignatureValue y KeyInfo; dentro de la referencia, Transforms, DigestMethod y DigestValue.',
      causa: 'El programa del emisor escribe la firma por su cuenta, o se editó después de firmarse.',
      remedio: 'Ordene las partes como las pone una biblioteca de XML-DSig y firme de nuevo.',
    },
    'firma/algoritmo': {
      titulo: 'Algoritmo de la firma',
      significa:
        'Se verifica RSA con SHA-256, resumen SHA-256 y las formas canónicas 1.0, inclusiva o exclusiva. La DGII indica la inclusiva.',
      causa: 'El programa firma con SHA-1 o con otra forma canónica.',
    },
    'firma/referencia': {
      titulo: 'Firma que no cubre todo el documento',
      significa: 'La referencia de la firma lleva URI vacía, que es el documento completo.',
    },
    'firma/base64': {
      titulo: 'Valor base64 no válido',
      significa: 'El resumen, el valor de la firma o el certificado no es base64 correcto.',
      causa: 'El archivo se cortó o se editó después de firmarse.',
    },
    'firma/certificado': {
      titulo: 'Certificado ilegible',
      significa: 'El certificado que va dentro de la firma no se puede leer.',
      causa: 'El archivo se cortó o se editó después de firmarse.',
    },
    'firma/llave': {
      titulo: 'Llave que no es RSA',
      significa: 'La llave del certificado es de otra clase: la DGII exige RSA.',
      remedio: otroCertificado,
    },
    'firma/certificado-grande': {
      titulo: 'Certificado demasiado grande',
      significa: 'El certificado pesa más de 16 kB; uno de persona pesa uno o dos.',
      remedio: otroCertificado,
    },
    'firma/llave-debil': {
      titulo: 'Llave débil',
      significa:
        'La llave RSA tiene menos de 2048 bits, más de 8192, o un exponente inseguro: par, menor que 65537 o de más de 64 bits.',
      remedio: otroCertificado,
    },
    'firma/alterado': {
      titulo: 'Documento alterado después de firmarse',
      significa: 'El contenido no da el resumen que se firmó: cambió al menos un carácter.',
      causa: 'Se editó, se reformateó o se guardó con otra codificación después de firmarlo.',
    },
    'firma/no-corresponde': {
      titulo: 'Firma que no corresponde al certificado',
      significa: 'El valor de la firma no se hizo con la llave del certificado que la acompaña.',
      causa: 'Se cambió el certificado, o la parte firmada, después de firmar.',
    },
    'firma/certificado-desconocido': {
      titulo: 'Certificado de un emisor desconocido',
      significa: 'Ninguna entidad de certificación de confianza lo respalda.',
      causa: 'Es un certificado de prueba o hecho por uno mismo.',
      remedio: 'Firme con un certificado de una prestadora de servicios de confianza autorizada por el INDOTEL.',
    },
    'firma/certificado-autoridad': {
      titulo: 'Certificado de una entidad emisora',
      significa: 'El certificado es de los que emiten otros (CA:TRUE): no firma comprobantes.',
      causa: 'Se eligió el de la entidad, o se hizo uno propio con las opciones usuales de OpenSSL.',
      remedio: otroCertificado,
    },
    'firma/certificado-uso': {
      titulo: 'Certificado de otro uso',
      significa: 'El certificado no permite firmar documentos: por ejemplo, es de un servidor.',
      causa: 'Se eligió otro certificado de la lista.',
      remedio: otroCertificado,
    },
    'firma/certificado-titular': {
      titulo: 'Certificado que no dice de quién es',
      significa: 'Su campo SN (serialNumber) no tiene el RNC, la cédula ni el pasaporte del titular.',
      causa: 'Se emitió para otro fin que los procedimientos tributarios.',
      remedio: 'Pida a la entidad de certificación uno para procedimientos tributarios, con ese dato en el campo SN.',
    },
    'firma/certificado-vencido': {
      titulo: 'Certificado vencido',
      significa: 'El certificado ya no estaba vigente cuando se firmó.',
      causa: 'No se renovó a tiempo.',
      remedio: 'Renueve el certificado y firme de nuevo.',
      relacionados: ['certificado/vencido'],
    },
    'firma/certificado-no-vigente': {
      titulo: 'Certificado todavía no vigente',
      significa: 'La firma es anterior al primer día del certificado.',
      causa: 'La hora del equipo o FechaHoraFirma está atrasada.',
      remedio: 'Corrija la hora y firme de nuevo.',
    },
    'firma/llave-ajena': {
      titulo: 'Llave que no es del certificado',
      significa: 'La llave privada y el certificado no son pareja.',
      causa: 'Se juntaron archivos de dos certificados.',
      remedio: 'Cargue el .p12 original, que trae los dos.',
    },
    'firma/ya-firmado': {
      titulo: 'Documento ya firmado',
      significa: 'El documento que se iba a firmar lleva una firma.',
      causa: 'Se envió a firmar por segunda vez.',
    },
    'firma/no-canonico': {
      titulo: 'Texto que no está en forma canónica',
      significa: 'Lo que se iba a firmar no tiene la forma única que exige la firma.',
      causa: 'Es un fallo del programa.',
      remedio: 'Avise a quien administra el servidor.',
    },
    'firma/fallida': {
      titulo: 'Firma que no se verifica',
      significa: 'La firma recién hecha no pasó su propia verificación, y no se usó.',
      causa: 'Falló el dispositivo o el equipo en ese momento.',
      remedio: 'Vuelva a intentarlo.',
    },
  },
  {
    causa: 'El programa que firmó no sigue el perfil de firma de la DGII, o el XML se cambió después.',
    remedio: firmarDeNuevo,
    numero: 'libre',
    fuente: 'Firmado de e-CF (DGII); XML Signature Syntax and Processing',
  },
);

/** Facts that a document alone cannot prove, and findings that only its rehearsal reports. */
const ensayos = comunes(
  {
    'ENSAYO-CADENA': {
      titulo: 'Entidad de certificación sin comprobar',
      significa: 'La firma y las fechas del certificado se revisaron, pero no quién lo emitió.',
      causa: 'Este servidor no tiene instalada la lista de entidades de certificación.',
      remedio: 'Verifique que el emisor del certificado sea una entidad autorizada por el INDOTEL.',
      relacionados: ['firma/certificado-desconocido'],
    },
    'ENSAYO-FIRMA': {
      titulo: 'Firma válida con otra forma',
      significa:
        'La firma es válida según el estándar, pero no tiene la forma exacta que indica la documentación de la DGII.',
      causa:
        'El programa que firma usa otra forma canónica, o agrega certificados, datos de la llave, un Id o comentarios.',
      remedio:
        'Firme con la forma canónica inclusiva, una sola transformación y solo el certificado del firmante, sin comentarios.',
    },
    'ENSAYO-DELEGACION': {
      titulo: 'Firmante distinto del emisor',
      significa: 'Firma una persona por la empresa, como es usual; la DGII comprueba que esté autorizada.',
      causa: 'El certificado es de una persona, y el comprobante es de una empresa.',
      remedio: 'Confirme en la Oficina Virtual que esa persona está delegada para firmar por el emisor.',
    },
    'ENSAYO-REFERENCIA': {
      titulo: 'Comprobante modificado sin comprobar',
      significa: 'La nota se revisó por sí sola: no se buscó el comprobante que modifica.',
      remedio: 'Confirme que el comprobante modificado fue aceptado y que las notas no pasan de su total.',
      relacionados: ['614'],
    },
    'ENSAYO-FACTURA': {
      titulo: 'Resumen sin comparar con su factura',
      significa: 'El resumen se revisó por sí solo: sus valores deben ser los de su factura completa.',
      causa: 'Se ensayó el resumen solo.',
      remedio: 'Añada la factura completa en el ensayo.',
      relacionados: ['RFCE-RESUMEN-01'],
    },
    'ENSAYO-CODIGO': {
      titulo: 'Código del resumen sin comparar',
      significa: 'El resumen lleva el código de seguridad de su factura, que no está o no tiene una firma correcta.',
      causa: 'Se ensayó el resumen solo.',
      remedio: 'Añada la factura completa y firmada en el ensayo.',
    },
    'ENSAYO-CODIGO-DISTINTO': {
      titulo: 'Código del resumen distinto del de su factura',
      significa: 'CodigoSeguridadeCF son los seis primeros caracteres de SignatureValue de la factura completa.',
      causa: 'La factura se firmó otra vez después de hacer el resumen, o es otra factura.',
      remedio: 'Ponga en el resumen el código de la factura que se entregó, y fírmelo de nuevo.',
    },
  },
  {
    causa: 'El ensayo mira el documento por sí solo: no consulta a la DGII ni a ninguna base de datos.',
    remedio: 'Compruébelo en la Oficina Virtual de la DGII.',
    numero: 'no-aplica',
    fuente: 'Descripción técnica v1.6, pp. 36-38 y 60; Formato RFCE v1.0',
  },
);

/** Form and signature of an XML. */
export const firma: TextosSueltos = { ...xml, ...firmas, ...ensayos };
