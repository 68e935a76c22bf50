const entrar = 'Inicie sesión otra vez; lo que ya guardó no se pierde.';
const reconectar = 'Comience otra vez con Conectar, en Reportes Fiscales, y autorice en la página de QuickBooks.';
const esperar = 'Espere un momento y vuelva a intentarlo.';
const servidor = 'Vuelva a intentarlo en unos minutos. Si continúa, avise a quien administra el servidor.';
const nuevoRango = 'Solicite otro rango en la Oficina Virtual de la DGII y regístrelo en Configuración.';
const certificado = 'Cargue en Configuración el certificado (.p12 o .pfx) de la persona que firma por la empresa.';
const campos = 'Corrija los campos señalados y guarde de nuevo.';
const administrador = 'Pida el permiso a un administrador de su empresa.';

/** Remedy for each refusal of the platform; the title of the article states the refusal. */
export const plataforma: Readonly<Record<string, string>> = {
  'sesion/credenciales': 'Revise el RNC y la contraseña; si no la recuerda, use «¿Olvidó su contraseña?».',
  'sesion/requerida': entrar,
  'sesion/expirada': entrar,
  'sesion/confirmar': 'Escriba su contraseña en el diálogo: la operación continúa donde iba.',
  'sesion/demasiados-intentos': esperar,
  'sesion/registro-pendiente':
    'Espere la aprobación de la plataforma; después podrá entrar con la contraseña que eligió.',
  'sesion/registro-rechazado': 'Lea el motivo, corrija los datos y envíe otra solicitud de registro.',
  'sesion/invitacion': 'Escriba el código que le dio quien lo invitó.',
  'clave/sin-alcance':
    'Un administrador puede darle ese permiso en Configuración, Claves. Firmar archivos libremente está apagado al generarla.',
  'clave/falta': 'Genere la API Key en Configuración, Claves, y elija después sus permisos.',
  'clave/desconocida': 'Copie la API Key que muestra Configuración y póngala en el programa que llama.',
  'invitacion/invalida': 'Pida otro código a quien administra los usuarios de su empresa.',
  'dos-pasos/codigo': 'Abra su aplicación de autenticación y escriba los seis dígitos que muestra.',
  'dos-pasos/incorrecto': 'Espere el código siguiente y escríbalo; revise que la hora de su teléfono sea automática.',
  'dos-pasos/obligatorio': 'Active la verificación en dos pasos de su usuario y vuelva a entrar.',
  'dos-pasos/inactivo': 'No hay nada que desactivar. Puede activarla en su usuario.',
  'dos-pasos/sin-preparar': 'Escanee el último código QR que se mostró, o comience de nuevo.',
  'acceso/menu': 'Pida a la plataforma que habilite esa opción para su empresa.',
  'acceso/denegado': administrador,
  'acceso/fijo': 'Deje ese acceso como está: es de todas las empresas o solo de la plataforma.',
  'contrasena/debil': 'Use una más larga, que no sea una palabra común ni su nombre o RNC.',
  'contrasena/incorrecta': 'Escriba otra vez su contraseña actual.',
  'contrasena/ajena': 'Cambie su contraseña en su usuario y acepte después la invitación.',
  'contrasena/distinta': 'Escriba la misma contraseña en los dos campos.',
  'usuario/invalido': campos,
  'usuario/existe': 'Elija otro nombre o correo, o edite el usuario que ya existe.',
  'usuario/propio': 'Pida el cambio a otro administrador de la empresa.',
  'usuario/compartido': 'Pida a esa persona que haga el cambio desde su propia sesión.',
  'usuario/despacho':
    'Termine el permiso del despacho en Usuarios, Despachos, o pida al despacho que cambie a la persona.',
  'despacho/invalido': campos,
  'despacho/limite': 'Retire una petición, o quite a una persona o a un cliente que ya no esté.',
  'despacho/administrador': 'Haga administrador a otra persona del despacho y repita el cambio.',
  'despacho/codigo': 'Compruebe el código con quien se lo dio, o pídale otro: un código nuevo reemplaza al anterior.',
  'despacho/miembro': 'Cambie su rol en Equipo, en lugar de invitarla otra vez.',
  'usuario/invitado': 'Pídale que acepte la invitación, o envíela otra vez.',
  'empresa/invalida': campos,
  'empresa/existe': 'Entre con un usuario de esa empresa, o pida una invitación a quien la administra.',
  'configuracion/invalida': campos,
  'solicitud/resuelta': 'Actualice la lista: otra persona ya la aprobó o la rechazó.',
  'solicitud/imposible': 'Lea el motivo y rechace la solicitud, o corrija lo que la impide.',
  'peticion/invalida': 'Por API, compare la llamada con la referencia. En la pantalla, actualícela y repita.',
  'peticion/no-coincide': 'Haga que el dato enviado junto al XML sea el mismo que está dentro del XML.',
  'peticion/muy-grande': 'Divida lo que envía en partes más pequeñas.',
  'peticion/tipo': 'Envíe el contenido con el tipo que indica la referencia de la API.',
  'peticion/lenta': 'Revise su conexión y envíelo de nuevo.',
  'recurso/no-encontrado': 'Revise la dirección o el número. Lo de otra empresa no se muestra.',
  'idempotencia/distinta': 'Use una Idempotency-Key nueva para cada factura y la misma solo al repetirla.',
  'idempotencia/en-curso': 'Espere la respuesta de la primera petición, o repítala más tarde con la misma clave.',
  'certificado/falta': certificado,
  'certificado/vencido': `Renuévelo con la prestadora de servicios de confianza. ${certificado}`,
  'certificado/no-vigente': 'Espere a su primer día, o corrija la fecha y la hora del servidor.',
  'certificado/no-apto': `Pida a la entidad de certificación uno para procedimientos tributarios. ${certificado}`,
  'certificado/ajeno': 'Firme el XML con el certificado cargado en Configuración, o envíelo sin firmar.',
  'certificado/invalido': 'Revise el archivo y su contraseña, y cárguelo otra vez en Configuración.',
  'certificado/ocupado': esperar,
  'secuencia/falta': 'Registre en Configuración el rango que la DGII autorizó para ese tipo y ese ambiente.',
  'certificado/solo-simulador':
    'Cargue el certificado que le dio una entidad de certificación autorizada por el INDOTEL.',
  'secuencia/solo-pruebas': 'En Certificación y en Producción registre los rangos que la DGII autorizó a su empresa.',
  'secuencia/anulada': 'Use otro número del rango: un número anulado no se vuelve a usar.',
  'secuencia/agotada': nuevoRango,
  'secuencia/vencida': nuevoRango,
  'secuencia/vencimiento': 'Deje vacía FechaVencimientoSecuencia, o ponga la del rango registrado en Configuración.',
  'secuencia/invalida': 'Revise el tipo, el primer y el último número, y la fecha de vencimiento.',
  'secuencia/cuarentena': 'Avise a quien administra el servidor: debe comparar la base con los diarios de emisión.',
  'ecf/invalido': 'Corrija cada error que acompaña al mensaje; cada código tiene su artículo.',
  'ecf/duplicado': 'Use otro número. Si es el mismo comprobante, búsquelo en Facturas Emitidas.',
  'demostracion/en-curso': 'Espere a que termine: Inicio dice cuántos días de la historia lleva.',
  'demostracion/sin-historia':
    'La demostración se prepara otra vez solo junto al simulador propio del servidor, y mientras no haya empresas que no sean de ella. Para tenerla, inicie un servidor con una carpeta de datos vacía.',
  'dgii/sin-servicio':
    'En Certificación la DGII no tiene directorio ni consulta por número: use la página del código QR, o consulte en Producción.',
  'documento/sin-firmar': 'Firme la factura y envíela después.',
  'documento/ya-enviado': 'Abra la factura y vea su respuesta; no hace falta enviarla otra vez.',
  'documento/confirmado': 'Actualice la factura: ya tiene una respuesta.',
  'documento/no-reenviable': 'Abra la factura y lea su estado: puede que ya tenga respuesta o que haya que corregirla.',
  'documento/no-anulable': 'Lea el motivo. Una factura aceptada se anula con una nota de crédito.',
  'documento/ya-anulado': 'Abra la factura y vea la nota de crédito que la anula.',
  'documento/no-editable': 'Corrija con una nota, o duplique la factura para emitir otra.',
  'xml/invalido': 'Revise que el archivo sea el XML original y completo.',
  'servidor/error': servidor,
  'servidor/ocupado': esperar,
  'servidor/documentos-grandes': esperar,
  'archivo/interrumpido':
    'Puede estar dañado: ábralo en su programa, guárdelo de nuevo y súbalo. Si es muy grande, divídalo.',
  'servidor/lleno': 'Avise a quien administra el servidor: debe liberar espacio en el disco.',
  'servidor/base-de-datos': servidor,
  'servidor/sin-confirmar': 'Antes de repetir, mire si el cambio quedó guardado.',
  'autoridad/no-disponible': 'No emita de nuevo: lo pendiente sale solo, en orden, cuando la DGII vuelva.',
  'autoridad/rechazo': 'Lea el mensaje de la DGII, corrija lo que dice y repita la operación.',
  'borrador/cambiado': 'Abra el borrador otra vez para ver lo último, o duplíquelo para conservar lo suyo.',
  'borrador/demasiados': 'Emita o elimine los borradores que ya no use.',
  'secreto/falta': 'Genere la Secret Key en Configuración.',
  'secreto/sin-validar': 'Valide la Secret Key en Configuración y pida entonces el cambio de ambiente.',
  'impuesto/existe': 'Use otro ID, o edite el impuesto que ya lo tiene.',
  'fecha/activa': 'Desactive la otra fecha de ese tipo antes de activar esta.',
  'fecha/invalida': 'Lea el motivo: la fecha no existe en el calendario, o la serie no admite ese tipo.',
  'rango/en-uso': 'Deje el rango: sus números ya emitidos lo necesitan. Registre otro para los siguientes.',
  'anulacion/no-se-puede': 'Lea el motivo: solo se anulan números autorizados que no se han usado.',
  'anulacion/decidida': 'Actualice la pantalla y vea la respuesta, o espere a que llegue.',
  'contribuyentes/falta': 'Pida a la plataforma que importe el registro de contribuyentes de la DGII.',
  'contribuyentes/archivo': 'Descargue el registro del portal de la DGII y elija ese archivo sin cambiarlo.',
  'contribuyentes/en-curso': 'Espere a que termine la importación que está en marcha.',
  'tasas/oficial': 'No hace falta cargarlas: los comprobantes de ese trimestre ya se comprueban con ellas.',
  'tasas/trimestre': 'Elija un trimestre de la lista: llega hasta el siguiente al de hoy.',
  'correo/direccion': 'Corrija la dirección: una sola arroba, sin espacios ni acentos.',
  'correo/texto-propio': 'Envíelo sin asunto ni cuerpo, o haga que una persona le escriba primero desde la plataforma.',
  'correo/plantilla': 'Corrija los textos y las variables señalados en la plantilla.',
  'correo/rechazado': 'Corrija el comprobante y espere a que la DGII lo acepte; después envíelo.',
  'enlace/vencido': 'Pida otro enlace y ábralo antes de que venza.',
  'enlaces/desactivados':
    'Pida a un administrador que active la página del comprador en Configuración, o envíe la factura por correo.',
  'enlaces/rechazado': 'Corrija el comprobante y espere a que la DGII lo acepte; después compártalo.',
  'entrega/contingencia':
    'El comprador tiene el comprobante serie B que recibió; el e-CF que lo reemplaza no se le envía (Informe técnico, 18).',
  'entrega/no-aplica': 'Entregue los demás comprobantes por correo, con su PDF y su XML.',
  'vista/repetida': 'Elija otro nombre para la vista.',
  'vista/demasiadas': 'Elimine una vista que ya no use.',
  'facturas/demasiadas': 'Acorte las fechas o añada un filtro, y descargue en varias partes.',
  'archivo/falta': 'Elija el libro de Excel y súbalo.',
  'archivo/en-espera': 'Espere a que terminen los otros libros de su empresa.',
  'archivo/tipo': 'Guárdelo desde Excel como «Libro de Excel (.xlsx)» y súbalo de nuevo.',
  'archivo/en-lectura': 'Espere a que termine la lectura; la pantalla avanza sola.',
  'archivo/filas-ocultas':
    'Diga si se firman también: en la pantalla con los dos botones, y por API con filasOcultas true o false, o con los ids.',
  'archivo/rechazado': 'Vea el motivo en la importación, corrija el libro y súbalo de nuevo.',
  'logo/invalido': 'Guarde el logo como PNG, JPEG o WebP de hasta 512 kB y súbalo.',
  'receptor/semilla': 'Pida otra semilla, fírmela y envíela enseguida.',
  'receptor/token': 'Autentíquese otra vez con una semilla firmada y use el token nuevo.',
  'receptor/desconocido': 'Revise en el directorio de la DGII la dirección de recepción de ese contribuyente.',
  'receptor/presupuesto':
    'Envíelo de nuevo cuando lo diga la respuesta: lo que confirma la DGII, o firma quien ya se conoce, no espera.',
  'receptor/aprobacion': 'Lea el motivo, corrija la aprobación comercial y envíela de nuevo.',
  'recibida/sin-acuse': 'Espere: el acuse aparece cuando la factura se recibe de manera electrónica y se responde.',
  'recibida/sin-xml': 'Si es de su proveedor, pídale que la envíe de nuevo; si no la reconoce, no haga nada.',
  'recibida/sin-respuesta':
    'No responda ese comprobante: los tipos 32, 41, 43, 46 y 47 no llevan aprobación comercial.',
  'recibida/sin-verificar': 'Espere a que la DGII la acepte; entonces podrá aprobarla o rechazarla.',
  'recibida/respondida': 'Abra la factura y vea la respuesta que se envió: no se cambia.',
  'recibida/motivo': 'Escriba el motivo si la rechaza; bórrelo si la acepta.',
  'aprobacion/sin-archivo': 'Elija el libro de Excel con las aprobaciones comerciales.',
  'aprobacion/libro': 'Corrija el libro según el mensaje y cárguelo otra vez; las aprobaciones anteriores siguen ahí.',
  'aprobacion/nada-por-firmar': 'Cargue un libro, o corrija las filas con errores: las demás ya están firmadas.',
  'aprobacion/nada-por-enviar': 'Firme primero las aprobaciones; las enviadas no se envían otra vez.',
  'aprobacion/sin-firmar': 'Fírmela y envíela después.',
  'aprobacion/ya-enviada': 'Vea en su tarjeta lo que respondió la DGII: una factura se responde una sola vez.',
  'certificacion/falta':
    'Termine lo que dice el mensaje, o marque que la DGII ya dio el paso por aprobado en su portal.',
  'firmado/archivo':
    'Elija un pdf sin contraseña, un xml bien formado o un txt; el detalle dice qué tiene este. Si está dañado, expórtelo de nuevo.',
  'firmado/sin-rnc': 'Por API, envíe el RNC de su empresa en el campo rnc. En la pantalla, entre de nuevo y repita.',
  'piloto/ambiente':
    'Trabaje con el piloto en Pruebas o en Certificación; en producción, emita con Nueva factura, Excel a e-CF o la API.',
  'piloto/en-curso': 'Espere a que el piloto termine: la pantalla muestra por dónde va.',
  'piloto/falta': 'Descargue el set en el portal de certificación y arrástrelo al piloto.',
  'piloto/sin-ensayar': 'Corrija lo que el ensayo señala, pulse Ensayar de nuevo y envíe después.',
  'piloto/rechazado':
    'Un rechazo reinicia la prueba de datos: corrija la causa, genere otro set en el portal y cárguelo en el piloto.',
  'piloto/sin-completas': 'Envíe antes el set: el paquete se arma cuando la DGII acepta los resúmenes.',
  'piloto/sin-representaciones': 'Complete antes las pruebas de simulación; sus comprobantes aceptados se imprimen.',
  'piloto/formulario': 'Elija el XML que el portal descargó con «Generar archivo», sin cambiarlo.',
  'piloto/sin-direccion':
    'Pida a quien administra el servidor que fije TIMBRE_PUBLIC_URL con la dirección https que la DGII puede alcanzar.',
  'simulacion/ambiente':
    'Cambie la empresa a Pruebas o a Certificación; en producción, emita con Nueva factura, Excel a e-CF o la API.',
  'simulacion/configuracion':
    'El detalle dice qué valor no sirve: corrija ese campo y genere de nuevo. No se generó ningún comprobante.',
  'simulacion/ocupada': 'Espere a que termine la firma o el envío, y repita lo que pidió.',
  'certificacion/orden': 'Vuelva al paso anterior, complételo y marque después este.',
  'certificacion/incompleta': 'Complete los pasos pendientes y pulse otra vez Completar Certificación.',
  'reportes/fechas': 'Elija «Fecha Desde» y «Fecha Hasta», y aplique los filtros.',
  'reportes/orden': 'Ponga en «Fecha Desde» la más antigua de las dos.',
  'reportes/mes': 'Elija el primer y el último día de un mismo mes: cada mes tiene su archivo.',
  'reportes/formato':
    'Complete en cada registro el RNC, la razón social, el NCF, la fecha, el monto total y el ITBIS; ninguno puede ir vacío.',
  'reportes/sin-datos':
    'Revise las fechas y el ambiente; si faltan comprobantes en papel, cárguelos y genere de nuevo.',
  'reportes/sin-606-607': 'Genere el 606 y el 607 de ese mes y después el IT-1, que sale de los dos.',
  'reportes/sin-conexion':
    'Conecte QuickBooks en Reportes Fiscales y genere de nuevo; o genere sin leer QuickBooks, con lo que ya se leyó.',
  'reportes/sin-mapeo': 'Diga en Mapeo de Cuentas a qué casilla del 606 va cada cuenta, guárdelo y genere de nuevo.',
  'reportes/txt':
    'Elija el TXT que envió a la DGII de ese reporte y de ese mes, sin abrirlo ni guardarlo en Excel; el mensaje dice la línea que no se entiende.',
  'reportes/en-curso': 'Espere a que termine: la pantalla muestra por dónde va.',
  'reportes/presentado':
    'Si el cambio es correcto, confírmelo y rectifique el envío en la Oficina Virtual; el reporte presentado se conserva.',
  'reportes/pendiente': 'Responda las casillas pendientes, o acepte las sugerencias que sean correctas.',
  'reportes/con-errores': 'Abra los problemas del mes y corrija cada error; cada código tiene su artículo.',
  'reportes/expediente':
    'El expediente es un archivo ZIP, que admite un número limitado de archivos, y cada comprobante del mes es uno. Exporte los XML de Facturas y de Recibidas por tramos de fechas.',
  'reportes/herramienta':
    'Abra la herramienta de la DGII en Excel, guárdela como «Libro habilitado para macros (.xlsm)» y cárguela otra vez.',
  'reportes/respuesta': 'Elija un valor de la lista, o escriba el monto con punto y hasta dos decimales.',
  'quickbooks/sin-conexion': 'Conecte QuickBooks en Reportes Fiscales y repita lo que pidió.',
  'quickbooks/otra-empresa':
    'Vea en Reportes Fiscales qué empresa de QuickBooks está conectada, y repita con ella lo que pidió.',
  'quickbooks/sin-empresa':
    'Use el Company ID de la empresa que está conectada, o conecte QuickBooks otra vez con la que quiere usar.',
  'quickbooks/sin-codigo': reconectar,
  'quickbooks/sin-estado': reconectar,
  'quickbooks/estado':
    'Comience otra vez desde Reportes Fiscales: cada autorización sirve una vez y solo en la sesión que la comenzó.',
  'quickbooks/vencida': 'Comience otra vez y autorice en QuickBooks antes de diez minutos.',
  'quickbooks/no-conectado':
    'Lea el motivo y conecte otra vez, con un usuario que administre la empresa en QuickBooks.',
  'quickbooks/sin-respuesta':
    'Espere un momento y conecte otra vez; revise la salida a internet del servidor si se repite.',
  'quickbooks/no-responde': esperar,
  'quickbooks/ocupado': 'Espere un minuto: QuickBooks admite 500 consultas por minuto de cada empresa.',
  'quickbooks/consulta':
    'Use una de las consultas de la referencia: documentos entre dos fechas, cuentas, suplidores activos, o uno por su Id.',
  'quickbooks/rechazo': 'Lea lo que dijo QuickBooks en el detalle y corrija la consulta.',
  'quickbooks/demasiados': 'Elija un período más corto: se leen hasta 50,000 documentos de cada clase.',
  'quickbooks/sin-configurar':
    'Pida a quien administra el servidor que fije QUICKBOOKS_CLIENT_ID y QUICKBOOKS_CLIENT_SECRET.',
  'mapeo/cambiado':
    'Compare su versión con la guardada: cargue lo guardado y repita sus cambios, o guarde los suyos encima si son los correctos.',
  'mapeo/archivo':
    'Ábralo en Excel, guárdelo otra vez como .xlsx o .csv y cárguelo; un .json debe ser el que exportó la pantalla.',
  'mapeo/cuentas':
    'La hoja necesita una columna con el código y otra con el nombre, y al menos una fila que tenga los dos; se admiten 20,000 cuentas.',
  'mapeo/no-reconocido':
    'El archivo debe tener mapping606, mapping607 o una clasificación de tipos; en un libro, las columnas Reporte, Campo y Cuenta.',
  'mapeo/invalido': 'El detalle dice qué campos y códigos no existen: quítelos o cámbielos y guarde de nuevo.',
  'procesar/requisitos':
    'Conecte QuickBooks, complete el mapeo de cuentas y elija las dos fechas: la pantalla marca lo que falta.',
  'procesar/en-curso': 'La pantalla muestra por dónde va; al terminar o cancelarlo puede empezar otro.',
  'procesar/terminado': 'El historial dice cómo terminó. Si quiere leer los documentos otra vez, procese de nuevo.',
  'procesar/xls': 'Elija .xlsx, que admite más de un millón de filas, o un rango de fechas más corto.',
  'webhook/url': 'Use una dirección https pública que responda.',
  'webhook/demasiados': 'Elimine un webhook que ya no use.',
  'webhook/inactivo': 'Active el webhook en Configuración y repita el envío.',
};
