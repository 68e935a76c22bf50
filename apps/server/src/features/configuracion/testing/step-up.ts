const revertible = 'a setting that can be reverted and is recorded each time';
const addition = 'an addition, recorded, that removes nothing';

/** Calls for administrators that do not ask for the password again, each with the reason. http/step-up.test.ts reads it. */
export const withoutPassword = {
  'DELETE /api/configuracion/solicitud': 'withdraws a request',
  'POST /api/configuracion/validar-secreto': 'requires the Secret Key',
  'POST /api/configuracion/certificado/descarga': 'requires the password in the call itself',
  'PUT /api/configuracion/entrega-automatica': `${revertible}; it sends each invoice to its own buyer`,
  'POST /api/configuracion/crearimpuestos': revertible,
  'PUT /api/configuracion/modificarimpuestos': revertible,
  'DELETE /api/configuracion/eliminarimpuestos': revertible,
  'POST /api/configuracion/campos-pdf': revertible,
  'POST /api/configuracion/guardarfechas': revertible,
  'PUT /api/configuracion/actualizarfechas': revertible,
  'PUT /api/configuracion/fechas': revertible,
  'DELETE /api/configuracion/eliminarfechas': revertible,
  'POST /api/configuracion/rangos-notas-credito': addition,
  'POST /api/secuencias': addition,
  'POST /api/secuencias/de-prueba': addition,
  'PUT /api/configuracion/rangos-notas-credito/:id': revertible,
};
