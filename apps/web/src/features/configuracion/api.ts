import { queryOptions } from '@tanstack/react-query';
import type { configuracion, empresa } from '@timbre/contract';
import type { AnswerOf } from '@timbre/route';
import { caller, Refusal } from '../../lib/api.ts';

export type Configuracion = AnswerOf<typeof configuracion.verConfiguracion>;
export type Impuesto = AnswerOf<typeof configuracion.listarImpuestos>[number];
export type CampoNombreItem = AnswerOf<typeof configuracion.verCamposPdf>['campoNombreItem'];
export type FechaVencimiento = AnswerOf<typeof configuracion.listarFechas>[number];
export type RangoNC = AnswerOf<typeof configuracion.listarRangosNC>[number];
export type Secuencia = AnswerOf<typeof empresa.listarSecuencias>[number];
export type NumeroDelLibro = AnswerOf<typeof configuracion.libroDeNumeros>['numeros'][number];

const verConfiguracion = caller<typeof configuracion.verConfiguracion>('GET', '/api/configuracion/:userId');
const listarCertificados = caller<typeof configuracion.listarCertificados>('GET', '/api/configuracion/certificados');
const listarImpuestos = caller<typeof configuracion.listarImpuestos>('GET', '/api/configuracion/crearimpuestos');
export const verCamposPdf = caller<typeof configuracion.verCamposPdf>('GET', '/api/configuracion/campos-pdf');
const listarFechas = caller<typeof configuracion.listarFechas>('GET', '/api/configuracion/obtenerfechasvencimiento');
const listarRangosNC = caller<typeof configuracion.listarRangosNC>('GET', '/api/configuracion/rangos-notas-credito');
const listarSecuencias = caller<typeof empresa.listarSecuencias>('GET', '/api/secuencias');

const slowed = { timeout: 30_000 }; // a password takes its time to be checked, and many may be in the queue

export const guardarConfiguracion = caller<typeof configuracion.guardarConfiguracion>(
  'POST',
  '/api/configuracion/guardar-configuracion',
);
export const validarSecreto = caller<typeof configuracion.validarSecreto>('POST', '/api/configuracion/validar-secreto');
export const generarApiKey = caller<typeof configuracion.generarApiKey>('POST', '/api/configuracion/generar-apikey');
export const eliminarApiKey = caller<typeof configuracion.eliminarApiKey>(
  'DELETE',
  '/api/configuracion/eliminar-apikey',
);
export const generarSecretKey = caller<typeof configuracion.generarSecretKey>(
  'POST',
  '/api/configuracion/generar-secreto',
  slowed,
);
export const descargarCertificado = caller<typeof configuracion.descargarCertificado>(
  'POST',
  '/api/configuracion/certificado/descarga',
  slowed,
);
export const crearImpuesto = caller<typeof configuracion.crearImpuesto>('POST', '/api/configuracion/crearimpuestos');
export const modificarImpuesto = caller<typeof configuracion.modificarImpuesto>(
  'PUT',
  '/api/configuracion/modificarimpuestos',
);
export const eliminarImpuesto = caller<typeof configuracion.eliminarImpuesto>(
  'DELETE',
  '/api/configuracion/eliminarimpuestos',
);
export const guardarCamposPdf = caller<typeof configuracion.guardarCamposPdf>('POST', '/api/configuracion/campos-pdf');
export const guardarFecha = caller<typeof configuracion.guardarFecha>('POST', '/api/configuracion/guardarfechas');
export const actualizarFecha = caller<typeof configuracion.actualizarFecha>(
  'PUT',
  '/api/configuracion/actualizarfechas',
);
export const eliminarFecha = caller<typeof configuracion.eliminarFecha>('DELETE', '/api/configuracion/eliminarfechas');
export const crearRangoNC = caller<typeof configuracion.crearRangoNC>(
  'POST',
  '/api/configuracion/rangos-notas-credito',
);
export const modificarRangoNC = caller<typeof configuracion.modificarRangoNC>(
  'PUT',
  '/api/configuracion/rangos-notas-credito/:id',
);
export const eliminarRangoNC = caller<typeof configuracion.eliminarRangoNC>(
  'DELETE',
  '/api/configuracion/rangos-notas-credito/:id',
);
export const crearSecuencia = caller<typeof empresa.crearSecuencia>('POST', '/api/secuencias');
export const eliminarSecuencia = caller<typeof configuracion.eliminarSecuencia>('DELETE', '/api/secuencias/:id');
export const libroDeNumeros = caller<typeof configuracion.libroDeNumeros>('GET', '/api/secuencias/:id/numeros');

/** What was never saved answers 404 (seeds/000 §7): `none` stands for it. */
async function orWhenNotFound<T>(answer: Promise<T>, none: T): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Refusal && error.problem.status === 404) return none;
    throw error;
  }
}

/** The configuration of the company of a user. */
export const configuracionQuery = (userId: string) =>
  queryOptions({
    queryKey: ['configuracion', 'general'],
    queryFn: ({ signal }) => verConfiguracion({ params: { userId }, signal }),
  });

/** Every certificate that the company has had. */
export const certificadosQuery = queryOptions({
  queryKey: ['configuracion', 'certificados'],
  queryFn: ({ signal }) => listarCertificados({ signal }),
});

/** The taxes of the company's other system. */
export const impuestosQuery = (rncEmisor: string) =>
  queryOptions({
    queryKey: ['configuracion', 'impuestos'],
    queryFn: ({ signal }) => listarImpuestos({ query: { rncEmisor }, signal }),
  });

/** Which field names a product on the printed representation; `NombreItem` until another is chosen. */
export const camposPdfQuery = (rncEmisor: string) =>
  queryOptions({
    queryKey: ['configuracion', 'campos-pdf'],
    queryFn: ({ signal }) =>
      orWhenNotFound(verCamposPdf({ query: { rncEmisor }, signal }), { rncEmisor, campoNombreItem: 'NombreItem' }),
  });

/** The expiry dates assigned. */
export const fechasQuery = (rncEmisor: string) =>
  queryOptions({
    queryKey: ['configuracion', 'fechas'],
    queryFn: ({ signal }) => listarFechas({ query: { rncEmisor }, signal }),
  });

/** The ranges of credit notes. */
export const rangosQuery = (rncEmisor: string) =>
  queryOptions({
    queryKey: ['configuracion', 'rangos'],
    queryFn: ({ signal }) => orWhenNotFound(listarRangosNC({ query: { rncEmisor }, signal }), []),
  });

/** The authorised ranges of e-CF. */
export const secuenciasQuery = queryOptions({
  queryKey: ['secuencias'],
  queryFn: ({ signal }) => listarSecuencias({ signal }),
});
