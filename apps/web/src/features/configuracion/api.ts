import { queryOptions } from '@tanstack/react-query';
import type { configuracion } from '@timbre/contract';
import type { AnswerOf } from '@timbre/route';
import * as configuracionCalls from '../../calls/configuracion.generated.ts';
import * as correoCalls from '../../calls/correo.generated.ts';
import { caller, Refusal } from '../../lib/api.ts';
import { ofConfiguracion, soonMs } from '../../lib/live-query.ts';

export type Configuracion = AnswerOf<typeof configuracion.verConfiguracion>;
export type Impuesto = AnswerOf<typeof configuracion.listarImpuestos>[number];
export type CampoNombreItem = AnswerOf<typeof configuracion.verCamposPdf>['campoNombreItem'];
export type FechaVencimiento = AnswerOf<typeof configuracion.listarFechas>[number];
export type RangoNC = AnswerOf<typeof configuracion.listarRangosNC>[number];
export type Secuencia = AnswerOf<typeof configuracion.listarSecuencias>[number];
export type NumeroDelLibro = AnswerOf<typeof configuracion.libroDeNumeros>['numeros'][number];

const verConfiguracion = caller(configuracionCalls.verConfiguracion);
const listarCertificados = caller(configuracionCalls.listarCertificados);
const listarImpuestos = caller(configuracionCalls.listarImpuestos);
export const verCamposPdf = caller(configuracionCalls.verCamposPdf);
const verEntregaAutomatica = caller(configuracionCalls.verEntregaAutomatica);
const listarFechas = caller(configuracionCalls.listarFechas);
const listarRangosNC = caller(configuracionCalls.listarRangosNC);
const listarSecuencias = caller(configuracionCalls.listarSecuencias);

const slowed = { timeout: 30_000 }; // checking a password is slow, and many may be queued

export const guardarConfiguracion = caller(configuracionCalls.guardarConfiguracion);
export const retirarSolicitud = caller(configuracionCalls.retirarSolicitud);
export const validarSecreto = caller(configuracionCalls.validarSecreto);
export const generarApiKey = caller(configuracionCalls.generarApiKey);
export const guardarAlcances = caller(configuracionCalls.guardarAlcances);
export const eliminarApiKey = caller(configuracionCalls.eliminarApiKey);
export const generarSecretKey = caller(configuracionCalls.generarSecretKey, slowed);
export const descargarCertificado = caller(configuracionCalls.descargarCertificado, slowed);
export const crearImpuesto = caller(configuracionCalls.crearImpuesto);
export const modificarImpuesto = caller(configuracionCalls.modificarImpuesto);
export const eliminarImpuesto = caller(configuracionCalls.eliminarImpuesto);
export const guardarCamposPdf = caller(configuracionCalls.guardarCamposPdf);
export const guardarEntregaAutomatica = caller(configuracionCalls.guardarEntregaAutomatica);
export const guardarFecha = caller(configuracionCalls.guardarFecha);
export const actualizarFecha = caller(configuracionCalls.actualizarFecha);
export const cambiarFechas = caller(configuracionCalls.cambiarFechas);
export const eliminarFecha = caller(configuracionCalls.eliminarFecha);
export const crearRangoNC = caller(configuracionCalls.crearRangoNC);
export const modificarRangoNC = caller(configuracionCalls.modificarRangoNC);
export const eliminarRangoNC = caller(configuracionCalls.eliminarRangoNC);
export const crearSecuencia = caller(configuracionCalls.crearSecuencia);
export const eliminarSecuencia = caller(configuracionCalls.eliminarSecuencia);
export const libroDeNumeros = caller(configuracionCalls.libroDeNumeros);
export const verPlantilla = caller(correoCalls.verPlantilla);
export const guardarPlantilla = caller(correoCalls.guardarPlantilla);
export const probarPlantilla = caller(correoCalls.probarPlantilla);

/** Returns `none` for a setting that was never saved, for which the server answers 404 (specification 000 §7). */
async function orWhenNotFound<T>(answer: Promise<T>, none: T): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Refusal && error.problem.status === 404) return none;
    throw error;
  }
}

/** The configuration of a user's company. */
export const configuracionQuery = (userId: string) =>
  queryOptions({
    queryKey: ['configuracion', 'general'],
    meta: ofConfiguracion,
    queryFn: ({ signal }) => verConfiguracion({ params: { userId }, signal }),
  });

/** All certificates of the company, current and past. */
export const certificadosQuery = queryOptions({
  queryKey: ['configuracion', 'certificados'],
  meta: ofConfiguracion,
  queryFn: ({ signal }) => listarCertificados({ signal }),
});

/** The tax mappings to the company's other system. */
export const impuestosQuery = (rncEmisor: string) =>
  queryOptions({
    queryKey: ['configuracion', 'impuestos'],
    meta: ofConfiguracion,
    queryFn: ({ signal }) => listarImpuestos({ query: { rncEmisor }, signal }),
  });

/** The field that names a product on the printed representation; `NombreItem` by default. */
export const camposPdfQuery = (rncEmisor: string) =>
  queryOptions({
    queryKey: ['configuracion', 'campos-pdf'],
    meta: ofConfiguracion,
    queryFn: ({ signal }) =>
      orWhenNotFound(verCamposPdf({ query: { rncEmisor }, signal }), { rncEmisor, campoNombreItem: 'NombreItem' }),
  });

/** Whether accepted invoices are delivered to their buyers automatically. */
export const entregaQuery = queryOptions({
  queryKey: ['configuracion', 'entrega-automatica'],
  meta: ofConfiguracion,
  queryFn: ({ signal }) => verEntregaAutomatica({ signal }),
});

/** The assigned expiry dates. */
export const fechasQuery = (rncEmisor: string) =>
  queryOptions({
    queryKey: ['configuracion', 'fechas'],
    meta: ofConfiguracion,
    queryFn: ({ signal }) => listarFechas({ query: { rncEmisor }, signal }),
  });

/** Query options of data that change with each number issued. */
export const ofNumbers = { live: { configuracion: 0, documento: soonMs } } as const;

/** The ranges of credit notes. */
export const rangosQuery = (rncEmisor: string) =>
  queryOptions({
    queryKey: ['configuracion', 'rangos'],
    meta: ofNumbers,
    queryFn: ({ signal }) => orWhenNotFound(listarRangosNC({ query: { rncEmisor }, signal }), []),
  });

/** The authorised ranges of e-CF. */
export const secuenciasQuery = queryOptions({
  queryKey: ['secuencias'],
  meta: ofNumbers,
  queryFn: ({ signal }) => listarSecuencias({ signal }),
});
