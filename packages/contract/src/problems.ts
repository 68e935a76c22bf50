import type { Problems } from './declare.ts';
import { featureProblems } from './features.generated.ts';

/**
 * Every way the platform refuses a request. The table is closed: no other code exists. `detail` and `errores` are added
 * where the refusal is thrown. A refusal of one feature alone is in the file of that feature.
 */
export const problems = {
  'sesion/credenciales': { status: 401, title: 'RNC o contraseña incorrectos' },
  'sesion/requerida': { status: 401, title: 'Inicie sesión para continuar' },
  'sesion/expirada': { status: 401, title: 'La sesión ha expirado. Por favor autentíquese nuevamente.' },
  'clave/desconocida': { status: 401, title: 'La clave de API no existe o fue eliminada' },
  'clave/sin-alcance': { status: 403, title: 'La API Key no tiene permiso para esta operación' },
  'sesion/confirmar': { status: 403, title: 'Confirme que es usted: escriba su contraseña' },
  'sesion/demasiados-intentos': { status: 429, title: 'Demasiados intentos. Espere un momento y vuelva a intentarlo.' },
  'invitacion/invalida': { status: 422, title: 'El código de invitación no es válido o ya venció' },
  'dos-pasos/codigo': { status: 403, title: 'Escriba el código de su aplicación de autenticación' },
  'dos-pasos/incorrecto': { status: 403, title: 'El código no es correcto' },
  'dos-pasos/obligatorio': { status: 403, title: 'Este usuario debe tener la verificación en dos pasos' },
  'dos-pasos/inactivo': { status: 409, title: 'La verificación en dos pasos no está activa' },
  'acceso/menu': { status: 403, title: 'No tienes permisos para acceder a esta opción' },
  'acceso/denegado': { status: 403, title: 'No tiene permiso para esta operación' },
  'contrasena/debil': { status: 422, title: 'La contraseña no es segura' },
  'contrasena/incorrecta': { status: 403, title: 'La contraseña no es correcta' },
  'contrasena/ajena': {
    status: 409,
    title: 'Antes de aceptar la invitación, cambie su contraseña: quien se la asignó la conoce',
  },
  'usuario/invalido': { status: 422, title: 'Los datos del usuario no son válidos' },
  'empresa/invalida': { status: 422, title: 'Los datos de la empresa no son válidos' },
  'configuracion/invalida': { status: 422, title: 'La configuración no es válida' },
  'solicitud/resuelta': { status: 409, title: 'La solicitud ya no está pendiente' },
  'peticion/invalida': { status: 400, title: 'La petición no tiene la forma esperada' },
  'peticion/no-coincide': { status: 422, title: 'Un dato enviado junto al XML no coincide' },
  'peticion/muy-grande': { status: 413, title: 'El contenido enviado es demasiado grande' },
  'peticion/tipo': { status: 415, title: 'El tipo de contenido no es el esperado' },
  'peticion/lenta': {
    status: 408,
    title: 'La petición tardó demasiado en llegar. Revise su conexión y vuelva a intentarlo.',
  },
  'recurso/no-encontrado': { status: 404, title: 'No se encontró lo que busca' },
  'idempotencia/distinta': {
    status: 422,
    title: 'Esta Idempotency-Key ya se usó con otro contenido. Use una clave nueva para otra factura.',
  },
  'idempotencia/en-curso': { status: 409, title: 'Otra petición con la misma Idempotency-Key está en curso' },
  'certificado/falta': { status: 409, title: 'La empresa no tiene un certificado digital cargado' },
  'certificado/vencido': { status: 409, title: 'El certificado digital está vencido' },
  'certificado/no-vigente': { status: 409, title: 'El certificado digital todavía no está vigente' },
  'certificado/no-apto': { status: 409, title: 'El certificado digital no sirve para firmar comprobantes' },
  'certificado/ajeno': { status: 422, title: 'El XML no está firmado con un certificado de la empresa' },
  'certificado/invalido': { status: 422, title: 'No se pudo usar el certificado' },
  'secuencia/falta': { status: 409, title: 'No hay un rango de secuencias autorizado para este tipo de comprobante' },
  'secuencia/anulada': { status: 409, title: 'El número está anulado' },
  'secuencia/agotada': { status: 409, title: 'El rango de secuencias autorizado se agotó' },
  'secuencia/vencida': { status: 409, title: 'El rango de secuencias autorizado venció' },
  'secuencia/vencimiento': {
    status: 422,
    title: 'FechaVencimientoSecuencia no es la del rango de secuencias autorizado',
  },
  'secuencia/cuarentena': {
    status: 503,
    title:
      'La base de datos puede haber perdido números ya emitidos. La emisión se detuvo hasta compararla con los diarios de emisión, para no repetir ninguno.',
  },
  'ecf/invalido': { status: 422, title: 'El comprobante tiene errores' },
  'ecf/duplicado': { status: 409, title: 'Ese eNCF ya fue emitido' },
  'documento/sin-firmar': { status: 409, title: 'La factura debe estar firmada para enviarla' },
  'documento/ya-enviado': { status: 409, title: 'Esta factura ya ha sido enviada' },
  'documento/confirmado': { status: 409, title: 'Este comprobante no está sin confirmar' },
  'xml/invalido': { status: 422, title: 'El XML no es válido' },
  'servidor/error': { status: 500, title: 'Ocurrió un error inesperado. Ya quedó registrado.' },
  'servidor/ocupado': {
    status: 503,
    title: 'El servidor está ocupado. Vuelva a intentarlo en un momento.',
  },
  'servidor/documentos-grandes': {
    status: 503,
    title: 'El servidor está procesando otros documentos grandes. Vuelva a intentarlo en un momento.',
  },
  'archivo/interrumpido': {
    status: 422,
    title: 'El documento pide demasiado tiempo o memoria y no se terminó de leer. No se guardó nada.',
  },
  'servidor/lleno': { status: 503, title: 'El servidor no puede guardar datos en este momento' },
  'servidor/base-de-datos': { status: 503, title: 'La base de datos no responde en este momento' },
  'servidor/sin-confirmar': { status: 503, title: 'No se pudo confirmar si los cambios quedaron guardados' },
  ...featureProblems,
} as const satisfies Problems;

/** Code of a refusal: a key of {@link problems}. */
export type ProblemCode = keyof typeof problems;
