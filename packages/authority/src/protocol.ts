import { type RouteSpec, route } from '@timbre/route';
import { Type } from 'typebox';
import { type Ambiente, ambientes } from './environments.ts';

/** The DGII's three machines: e-CF, consumer summaries, and the state of its services. */
export type Host = 'ecf' | 'fc' | 'statusecf';

/**
 * One service of the DGII. `policy`: `sesion` needs a bearer token, `publico` needs none.
 * A service with `bodyKind: 'multipart'` takes one file in the field `xml`.
 */
export interface DgiiRoute extends RouteSpec {
  readonly method: 'GET' | 'POST';
  readonly host: Host;
  /** Environments in which the DGII publishes the service. */
  readonly ambientes: readonly Ambiente[];
  /** Root element of the answer when XML is requested. */
  readonly xmlRoot?: string;
  /** Largest answer that is read, in bytes, if it differs from the client's default. */
  readonly maxAnswerBytes?: number;
}

const testAndProduction = ['testecf', 'ecf'] as const;
const Texto = Type.Union([Type.String(), Type.Null()]);
/** Codes are numbers in some services and text in others. */
const Codigo = Type.Union([Type.String(), Type.Number()]);
const Mensajes = Type.Array(Type.Object({ codigo: Codigo, valor: Type.String() }));

const Directorio = Type.Array(
  Type.Object({
    nombre: Type.String(),
    rnc: Type.String(),
    urlRecepcion: Type.String(),
    urlAceptacion: Type.String(),
    urlOpcional: Type.Optional(Texto),
  }),
);

/**
 * Every service of the DGII, declared once: the client calls by this table and the simulator serves it.
 * Paths follow `{host}/{environment}`, except on `statusecf`, which has no environment. The schemas are the documented
 * shapes. The client accepts more than they allow.
 *
 * @source Descripción técnica v1.6 (June 2023), "Descripción de Servicios Web"
 */
export const protocol = {
  semilla: route({
    host: 'ecf',
    ambientes,
    method: 'GET',
    path: '/autenticacion/api/autenticacion/semilla',
    summary: 'Entrega la semilla que debe firmarse',
    policy: 'publico',
    answerKind: 'xml',
  }),
  validarSemilla: route({
    host: 'ecf',
    ambientes,
    method: 'POST',
    path: '/autenticacion/api/autenticacion/validarsemilla',
    summary: 'Cambia la semilla firmada por un token',
    policy: 'publico',
    bodyKind: 'multipart',
    xmlRoot: 'RespuestaAutenticacion',
    answer: Type.Object({ token: Type.String(), expira: Type.String(), expedido: Type.String() }),
  }),
  enviarECF: route({
    host: 'ecf',
    ambientes,
    method: 'POST',
    path: '/recepcion/api/facturaselectronicas',
    summary: 'Recibe un e-CF y entrega su trackId',
    policy: 'sesion',
    bodyKind: 'multipart',
    xmlRoot: 'RespuestaRecepcion',
    answer: Type.Object({ trackId: Texto, error: Texto, mensaje: Texto }),
  }),
  // The 2023 text lists this service for test and production only; certification has used it since.
  enviarRFCE: route({
    host: 'fc',
    ambientes,
    method: 'POST',
    path: '/recepcionfc/api/recepcion/ecf',
    summary: 'Recibe un resumen de factura de consumo y responde su veredicto',
    policy: 'sesion',
    bodyKind: 'multipart',
    xmlRoot: 'Respuesta',
    answer: Type.Object({
      codigo: Codigo,
      estado: Type.String(),
      mensajes: Mensajes,
      encf: Texto,
      secuenciaUtilizada: Type.Boolean(),
    }),
  }),
  // Production only in the 2023 text; in the three environments since 2026.
  consultaRFCE: route({
    host: 'fc',
    ambientes,
    method: 'GET',
    path: '/consultarfce/api/consultas/consulta',
    summary: 'Estado de un resumen de factura de consumo',
    policy: 'sesion',
    query: Type.Object({ RNC_Emisor: Type.String(), ENCF: Type.String(), Cod_Seguridad_eCF: Type.String() }),
    xmlRoot: 'RespuestaConsultaRFCE',
    answer: Type.Object({
      rnc: Type.String(),
      encf: Type.String(),
      secuenciaUtilizada: Type.Boolean(),
      codigo: Codigo,
      estado: Type.String(),
      mensajes: Mensajes,
    }),
  }),
  consultaResultado: route({
    host: 'ecf',
    ambientes,
    method: 'GET',
    path: '/consultaresultado/api/consultas/estado',
    summary: 'Resultado de un envío por su trackId',
    policy: 'sesion',
    query: Type.Object({ trackid: Type.String() }),
    xmlRoot: 'RespuestaConsultaTrackId',
    answer: Type.Object({
      trackId: Type.String(),
      codigo: Codigo,
      estado: Type.String(),
      rnc: Texto,
      encf: Texto,
      secuenciaUtilizada: Type.Boolean(),
      fechaRecepcion: Texto,
      mensajes: Mensajes,
    }),
  }),
  consultaEstado: route({
    host: 'ecf',
    ambientes: testAndProduction,
    method: 'GET',
    path: '/consultaestado/api/consultas/estado',
    summary: 'Estado y datos de un e-CF por su número',
    policy: 'sesion',
    query: Type.Object({
      rncemisor: Type.String(),
      ncfelectronico: Type.String(),
      rnccomprador: Type.Optional(Type.String()),
      codigoseguridad: Type.Optional(Type.String()),
    }),
    xmlRoot: 'RespuestaConsultaEstado',
    answer: Type.Object({
      codigo: Codigo,
      estado: Type.String(),
      rncEmisor: Texto,
      ncfElectronico: Texto,
      montoTotal: Type.Union([Type.Number(), Type.Null()]),
      totalITBIS: Type.Union([Type.Number(), Type.Null()]),
      fechaEmision: Texto,
      fechaFirma: Texto,
      rncComprador: Texto,
      codigoSeguridad: Texto,
      idExtranjero: Texto,
    }),
  }),
  consultaTrackIds: route({
    host: 'ecf',
    ambientes: testAndProduction,
    method: 'GET',
    path: '/consultatrackids/api/trackids/consulta',
    summary: 'Los trackId de todos los envíos de un número',
    policy: 'sesion',
    query: Type.Object({ rncemisor: Type.String(), encf: Type.String() }),
    xmlRoot: 'TrackingDetalle',
    answer: Type.Array(Type.Object({ trackId: Type.String(), estado: Type.String(), fechaRecepcion: Type.String() })),
  }),
  aprobacionComercial: route({
    host: 'ecf',
    ambientes,
    method: 'POST',
    path: '/aprobacioncomercial/api/aprobacioncomercial',
    summary: 'Recibe la aprobación o el rechazo comercial de un comprador',
    policy: 'sesion',
    bodyKind: 'multipart',
    xmlRoot: 'RespuestaAprobacionComercial',
    answer: Type.Object({ mensaje: Type.Array(Type.String()), estado: Type.String(), codigo: Codigo }),
  }),
  anularRango: route({
    host: 'ecf',
    ambientes: testAndProduction,
    method: 'POST',
    path: '/anulacionrangos/api/operaciones/anularrango',
    summary: 'Anula números que no se usaron',
    policy: 'sesion',
    bodyKind: 'multipart',
    xmlRoot: 'RespuestaAnulacionRango',
    answer: Type.Object({ rnc: Texto, codigo: Codigo, nombre: Type.String(), mensajes: Type.Array(Type.String()) }),
  }),
  directorio: route({
    host: 'ecf',
    ambientes: testAndProduction,
    method: 'GET',
    path: '/consultadirectorio/api/consultas/listado',
    summary: 'Direcciones de todos los contribuyentes electrónicos',
    policy: 'sesion',
    xmlRoot: 'Directorio',
    answer: Directorio,
    maxAnswerBytes: 32 * 1024 * 1024,
  }),
  directorioPorRNC: route({
    host: 'ecf',
    ambientes: testAndProduction,
    method: 'GET',
    path: '/consultadirectorio/api/consultas/obtenerdirectorioporrnc',
    summary: 'Direcciones de un contribuyente electrónico',
    policy: 'sesion',
    query: Type.Object({ RNC: Type.String() }),
    xmlRoot: 'Directorio',
    answer: Directorio,
  }),
  timbre: route({
    host: 'ecf',
    ambientes,
    method: 'GET',
    path: '/consultatimbre',
    summary: 'Página del código QR de un e-CF',
    policy: 'publico',
    query: Type.Object({
      RncEmisor: Type.String(),
      RncComprador: Type.Optional(Type.String()),
      ENCF: Type.String(),
      FechaEmision: Type.String(),
      MontoTotal: Type.String(),
      FechaFirma: Type.String(),
      CodigoSeguridad: Type.String(),
    }),
    answerKind: 'html',
  }),
  timbreFC: route({
    host: 'fc',
    ambientes,
    method: 'GET',
    path: '/consultatimbrefc',
    summary: 'Página del código QR de una factura de consumo resumida',
    policy: 'publico',
    query: Type.Object({
      RncEmisor: Type.String(),
      ENCF: Type.String(),
      MontoTotal: Type.String(),
      CodigoSeguridad: Type.String(),
    }),
    answerKind: 'html',
  }),
  estatusServicios: route({
    host: 'statusecf',
    ambientes: ['ecf'],
    method: 'GET',
    path: '/api/estatusservicios/obtenerestatus',
    summary: 'Disponibilidad de los servicios',
    policy: 'publico',
    answer: Type.Array(Type.Object({ servicio: Type.String(), estatus: Type.String(), ambiente: Type.String() })),
  }),
  ventanasMantenimiento: route({
    host: 'statusecf',
    ambientes: ['ecf'],
    method: 'GET',
    path: '/api/estatusservicios/obtenerventanasmantenimiento',
    summary: 'Ventanas de mantenimiento anunciadas',
    policy: 'publico',
    answer: Type.Object({
      ventanaMantenimientos: Type.Array(
        Type.Object({
          ambiente: Type.String(),
          horaInicio: Type.String(),
          horaFin: Type.String(),
          dias: Type.Array(Type.String()),
        }),
      ),
    }),
  }),
  verificarEstado: route({
    host: 'statusecf',
    ambientes: ['ecf'],
    method: 'GET',
    path: '/api/estatusservicios/verificarestado',
    summary: 'Si un ambiente está en mantenimiento',
    policy: 'publico',
    query: Type.Object({ ambiente: Type.String() }),
    answer: Type.Object({ estado: Type.String() }),
  }),
} as const satisfies Record<string, DgiiRoute>;

/** A service of the DGII by its name in the protocol table. */
export type Service = keyof typeof protocol;

/**
 * Whether the DGII publishes a service in an environment. A sender checks this before it plans a query
 * (`consultaTrackIds` does not exist in certification).
 */
export const offers = (service: Service, ambiente: Ambiente): boolean =>
  (protocol[service].ambientes as readonly Ambiente[]).includes(ambiente);

/** The path of a service on its host, environment included. It is matched without regard to case, as the DGII does. */
export const servicePath = (service: Service, ambiente: Ambiente): string =>
  protocol[service].host === 'statusecf' ? protocol[service].path : `/${ambiente}${protocol[service].path}`;
