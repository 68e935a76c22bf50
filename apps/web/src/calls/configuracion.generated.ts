// Generated from packages/contract/src/configuracion.ts by scripts/generate.ts. Not to be edited.
import type { configuracion } from '@timbre/contract';
import type { Address } from '@timbre/route';

export const actualizarFecha = 'PUT /api/configuracion/actualizarfechas' as Address<
  typeof configuracion.actualizarFecha
>;
export const anulables = 'GET /api/secuencias/:id/anulables' as Address<typeof configuracion.anulables>;
export const anularNumeros = 'POST /api/secuencias/:id/anulaciones' as Address<typeof configuracion.anularNumeros>;
export const asentarAnulacion = 'POST /api/anulaciones/:id/asentar' as Address<typeof configuracion.asentarAnulacion>;
export const cambiarFechas = 'PUT /api/configuracion/fechas' as Address<typeof configuracion.cambiarFechas>;
export const crearImpuesto = 'POST /api/configuracion/crearimpuestos' as Address<typeof configuracion.crearImpuesto>;
export const crearRangoNC = 'POST /api/configuracion/rangos-notas-credito' as Address<
  typeof configuracion.crearRangoNC
>;
export const crearSecuencia = 'POST /api/secuencias' as Address<typeof configuracion.crearSecuencia>;
export const descargarCertificado = 'POST /api/configuracion/certificado/descarga' as Address<
  typeof configuracion.descargarCertificado
>;
export const eliminarApiKey = 'DELETE /api/configuracion/eliminar-apikey' as Address<
  typeof configuracion.eliminarApiKey
>;
export const eliminarFecha = 'DELETE /api/configuracion/eliminarfechas' as Address<typeof configuracion.eliminarFecha>;
export const eliminarImpuesto = 'DELETE /api/configuracion/eliminarimpuestos' as Address<
  typeof configuracion.eliminarImpuesto
>;
export const eliminarRangoNC = 'DELETE /api/configuracion/rangos-notas-credito/:id' as Address<
  typeof configuracion.eliminarRangoNC
>;
export const eliminarSecuencia = 'DELETE /api/secuencias/:id' as Address<typeof configuracion.eliminarSecuencia>;
export const generarApiKey = 'POST /api/configuracion/generar-apikey' as Address<typeof configuracion.generarApiKey>;
export const generarSecretKey = 'POST /api/configuracion/generar-secreto' as Address<
  typeof configuracion.generarSecretKey
>;
export const guardarAlcances = 'PUT /api/configuracion/apikey/alcances' as Address<
  typeof configuracion.guardarAlcances
>;
export const guardarCamposPdf = 'POST /api/configuracion/campos-pdf' as Address<typeof configuracion.guardarCamposPdf>;
export const guardarConfiguracion = 'POST /api/configuracion/guardar-configuracion' as Address<
  typeof configuracion.guardarConfiguracion
>;
export const guardarEntregaAutomatica = 'PUT /api/configuracion/entrega-automatica' as Address<
  typeof configuracion.guardarEntregaAutomatica
>;
export const guardarFecha = 'POST /api/configuracion/guardarfechas' as Address<typeof configuracion.guardarFecha>;
export const libroDeNumeros = 'GET /api/secuencias/:id/numeros' as Address<typeof configuracion.libroDeNumeros>;
export const listarAnulaciones = 'GET /api/secuencias/:id/anulaciones' as Address<
  typeof configuracion.listarAnulaciones
>;
export const listarCertificados = 'GET /api/configuracion/certificados' as Address<
  typeof configuracion.listarCertificados
>;
export const listarFechas = 'GET /api/configuracion/obtenerfechasvencimiento' as Address<
  typeof configuracion.listarFechas
>;
export const listarImpuestos = 'GET /api/configuracion/crearimpuestos' as Address<typeof configuracion.listarImpuestos>;
export const listarRangosNC = 'GET /api/configuracion/rangos-notas-credito' as Address<
  typeof configuracion.listarRangosNC
>;
export const listarSecuencias = 'GET /api/secuencias' as Address<typeof configuracion.listarSecuencias>;
export const modificarImpuesto = 'PUT /api/configuracion/modificarimpuestos' as Address<
  typeof configuracion.modificarImpuesto
>;
export const modificarRangoNC = 'PUT /api/configuracion/rangos-notas-credito/:id' as Address<
  typeof configuracion.modificarRangoNC
>;
export const proximoNumeroNC = 'POST /api/configuracion/rangos-notas-credito/proximo-numero' as Address<
  typeof configuracion.proximoNumeroNC
>;
export const registrarRangosDePrueba = 'POST /api/secuencias/de-prueba' as Address<
  typeof configuracion.registrarRangosDePrueba
>;
export const retirarSolicitud = 'DELETE /api/configuracion/solicitud' as Address<typeof configuracion.retirarSolicitud>;
export const validarSecreto = 'POST /api/configuracion/validar-secreto' as Address<typeof configuracion.validarSecreto>;
export const verCamposPdf = 'GET /api/configuracion/campos-pdf' as Address<typeof configuracion.verCamposPdf>;
export const verConfiguracion = 'GET /api/configuracion/:userId' as Address<typeof configuracion.verConfiguracion>;
export const verEntregaAutomatica = 'GET /api/configuracion/entrega-automatica' as Address<
  typeof configuracion.verEntregaAutomatica
>;
export const xmlDeAnulacion = 'GET /api/anulaciones/:id/xml' as Address<typeof configuracion.xmlDeAnulacion>;
