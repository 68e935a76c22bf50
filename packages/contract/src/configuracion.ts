import { type Alcance, route } from '@timbre/route';
import { displayFecha } from '@timbre/values';
import { Type } from 'typebox';
import { Rnc } from './configuracion/rnc.ts';
import type { Example, Problems } from './declare.ts';
import { Certificado, CertificadoJuzgado } from './empresa.ts';
import { type Datos, type Kinds, nombreDeAmbiente } from './kind.ts';
import type { MenuItem } from './menu.ts';
import { alcances } from './roles.ts';
import { Codigo } from './sesion.ts';
import { comoArchivo, enPartes, orNull } from './shared.ts';

export * from './configuracion/anulaciones.ts';
export * from './configuracion/entrega.ts';
export * from './configuracion/fechas.ts';
export * from './configuracion/impuestos.ts';
export * from './configuracion/secuencias.ts';

/** Its item of the side menu. */
export const menu = {
  id: 'configuracion',
  nombre: 'Configuración',
  titulo: 'Configuración',
  ruta: '/configuracion',
  icono: 'settings',
  seccion: 'Principal',
  lugar: 2,
  soloRoot: false,
  policy: 'leer',
} as const satisfies MenuItem;

/** An authorised range, from eNCF to eNCF of one type. @source docs/specification.md §3 */
export const RangoENCF = Type.Object(
  {
    desde: Type.String({ maxLength: 40 }),
    hasta: Type.String({ maxLength: 40 }),
    /** yyyy-MM-dd, or midnight UTC (ISO 8601). */
    fechaVencimiento: orNull(Type.String({ maxLength: 40 })),
    /** The numbers of the range do not expire. */
    noAplica: Type.Boolean(),
  },
  { additionalProperties: false },
);

/** Type of the field `RangosENCF` of {@link guardarConfiguracion}. */
export const RangosENCF = Type.Array(RangoENCF, { maxItems: 100 });

/**
 * The company's configuration. Secrets are masked: they are shown only when they are created.
 * @source docs/specification.md §3
 */
export const verConfiguracion = route({
  method: 'GET',
  path: '/api/configuracion/:userId',
  summary: 'Configuración de la empresa',
  policy: 'leer',
  params: Type.Object({ userId: Type.String({ format: 'uuid' }) }),
  answer: Type.Object({
    rncEmisor: Type.String(),
    razonSocial: Type.String(),
    ambiente: Type.String({ description: 'Test, Certificacion o Produccion' }),
    nuevoAmbiente: Type.String({ description: 'El pedido y aún sin aprobar; igual a ambiente si no hay' }),
    aprobacionPendiente: Type.Boolean(),
    /** The company's last request for another environment, while it is pending or rejected. */
    solicitud: orNull(
      Type.Object({
        estado: Type.Enum(['pendiente', 'rechazada']),
        nuevoAmbiente: Type.String(),
        /** Why it was rejected. */
        motivo: orNull(Type.String()),
        fecha: Type.String(),
      }),
    ),
    id_Externo: Type.String(),
    apiKey: Type.String({ description: 'Enmascarada; vacía si no hay' }),
    alcances: Type.Array(Type.String(), { description: 'Lo que la API Key puede hacer; vacía si no hay' }),
    apiSecret: Type.String({ description: 'Secret Key, enmascarada; vacía si no hay' }),
    nombreCertificado: Type.String(),
    passwordCertificado: Type.String({ description: 'Catorce asteriscos si hay; vacía si no' }),
    certificado: Type.String({ description: 'Siempre vacío: el .p12 se descarga aparte, con contraseña' }),
    datosCertificado: orNull(CertificadoJuzgado),
    rangosENCF: Type.Array(RangoENCF),
  }),
});

/**
 * Saves: multipart RncEmisor, RazonSocial, Ambiente, NuevoAmbiente, NombreCertificado, id_externo, PasswordCertificado,
 * `certificado` (file), RangosENCF (JSON, {@link RangosENCF}), AprobacionPendiente, ModificadoPor. Fields not sent keep their
 * value; a company cannot change RazonSocial, Ambiente and AprobacionPendiente. Ranges that do not exist yet are added.
 * A NuevoAmbiente other than the current one asks for approval; just before, this session must have validated the Secret Key.
 */
export const guardarConfiguracion = route({
  method: 'POST',
  path: '/api/configuracion/guardar-configuracion',
  summary: 'Guardar la configuración',
  policy: 'administrar',
  menu: menu.id,
  stepUp: 'siempre',
  bodyKind: 'multipart',
  form: {
    RncEmisor: { kind: 'text', description: 'RNC de la empresa, que debe ser la de quien llama' },
    RazonSocial: { kind: 'text', description: 'No cambia: es la registrada' },
    Ambiente: { kind: 'text', description: 'No cambia: se pide con NuevoAmbiente' },
    NuevoAmbiente: {
      kind: 'text',
      description: 'Test, Certificacion o Produccion: pide el cambio, que se aprueba aparte',
    },
    NombreCertificado: { kind: 'text', description: 'No cambia: es el del archivo que se cargue' },
    id_externo: { kind: 'text', description: 'Identificador en otro sistema' },
    PasswordCertificado: {
      kind: 'text',
      description: 'Contraseña del certificado; la máscara de asteriscos no cambia nada',
    },
    certificado: { kind: 'file', description: 'Certificado digital (.p12 o .pfx)' },
    RangosENCF: { kind: 'json', description: 'Rangos autorizados; se agregan los que no existan', schema: RangosENCF },
    AprobacionPendiente: { kind: 'text', description: 'No cambia: lo dice la plataforma' },
    ModificadoPor: { kind: 'text', description: 'Quien guarda, que debe ser quien llama' },
  },
  maxBodyBytes: 256 * 1024,
  answer: Type.Object({
    mensaje: Type.String(),
    aprobacionPendiente: Type.Boolean(),
    avisos: Type.Array(Type.String(), { description: 'Del archivo del certificado que se acaba de cargar' }),
  }),
});

/** Withdraws the pending request for another environment. */
export const retirarSolicitud = route({
  method: 'DELETE',
  path: '/api/configuracion/solicitud',
  summary: 'Retirar la solicitud de cambio de ambiente',
  policy: 'administrar',
  menu: menu.id,
  status: 204,
});

/** Whether the Secret Key is right. If it is, this session may ask for a change of environment for ten minutes. */
export const validarSecreto = route({
  method: 'POST',
  path: '/api/configuracion/validar-secreto',
  summary: 'Validar la Secret Key',
  policy: 'administrar',
  menu: menu.id,
  body: Type.Object({ rncEmisor: Rnc, secretoIngresado: Type.String({ minLength: 1, maxLength: 200 }) }),
  answer: Type.Object({ validado: Type.Boolean() }),
});

/** The scopes of the integration key. */
const Alcances = Type.Object({
  alcances: Type.Array(Type.Enum(Object.keys(alcances) as Alcance[]), { uniqueItems: true, maxItems: 6 }),
});

const SoloRnc = Type.Object({ rncEmisor: Rnc });

/** Makes the integration key (`tmb_…`), replacing any former one. It is shown only in this answer. */
export const generarApiKey = route({
  method: 'POST',
  path: '/api/configuracion/generar-apikey',
  summary: 'Generar la API Key de integración',
  policy: 'administrar',
  menu: menu.id,
  stepUp: 'siempre',
  body: Type.Object({ rncEmisor: Type.Optional(Rnc) }),
  answer: Type.Object({ apiKey: Type.String() }),
});

/** Replaces the scopes of the integration key. */
export const guardarAlcances = route({
  method: 'PUT',
  path: '/api/configuracion/apikey/alcances',
  summary: 'Cambiar lo que la API Key puede hacer',
  policy: 'administrar',
  menu: menu.id,
  stepUp: 'siempre',
  body: Alcances,
  answer: Alcances,
});

/** Removes the integration key. */
export const eliminarApiKey = route({
  method: 'DELETE',
  path: '/api/configuracion/eliminar-apikey',
  summary: 'Eliminar la API Key',
  policy: 'administrar',
  menu: menu.id,
  stepUp: 'siempre',
  body: SoloRnc,
  status: 204,
});

/** Makes the Secret Key, replacing any former one. It is shown only in this answer. */
export const generarSecretKey = route({
  method: 'POST',
  path: '/api/configuracion/generar-secreto',
  summary: 'Generar la Secret Key',
  policy: 'administrar',
  menu: menu.id,
  stepUp: 'siempre',
  body: Type.Object({}),
  answer: Type.Object({ secretKey: Type.String() }),
});

/** The .p12 in use. It leaves the platform, so this call requires the caller's own password. */
export const descargarCertificado = route({
  method: 'POST',
  path: '/api/configuracion/certificado/descarga',
  summary: 'Descargar el certificado (.p12)',
  policy: 'administrar',
  menu: menu.id,
  body: Type.Object({ contrasena: Type.String({ minLength: 1, maxLength: 200 }), codigo: Type.Optional(Codigo) }),
  ...comoArchivo('p12'),
});

/** The certificates that the company has had, newest first, 100 at most. */
export const listarCertificados = route({
  method: 'GET',
  path: '/api/configuracion/certificados',
  summary: 'Certificados de la empresa, también los anteriores',
  policy: 'leer',
  menu: menu.id,
  ...enPartes('huella'),
  answer: Type.Array(Type.Interface([Certificado], { activo: Type.Boolean(), cargado: Type.String() })),
});

/** Its refusals. */
export const problems = {
  'clave/falta': { status: 409, title: 'La empresa no tiene una API Key' },
  'secreto/falta': { status: 409, title: 'No hay Secret Key configurada.' },
  'secreto/sin-validar': { status: 403, title: 'Valide la Secret Key antes de pedir el cambio de ambiente' },
  'impuesto/existe': { status: 409, title: 'Ese ID de impuesto ya está asignado' },
  'fecha/activa': { status: 409, title: 'Ya existe una fecha y tipo iguales activas. No se puede activar.' },
  'fecha/invalida': { status: 422, title: 'La fecha de vencimiento no es válida' },
  'rango/en-uso': { status: 409, title: 'Ya se usaron números de este rango: no se puede eliminar' },
  'anulacion/no-se-puede': { status: 409, title: 'Estos números no se pueden anular' },
  'anulacion/decidida': { status: 409, title: 'Lo que fue de esta anulación ya se sabe, o aún se espera a la DGII' },
  'secuencia/solo-pruebas': { status: 409, title: 'Los rangos de prueba de la DGII son solo para Pruebas' },
  'secuencia/invalida': { status: 422, title: 'El rango de secuencias no es válido' },
} as const satisfies Problems;

const fecha = (d: Datos) => `${displayFecha(String(d.fecha))} de las secuencias ${d.serie}${d.tipo}`;
const rango = (d: Datos) => `${d.prefijo} del ${d.desde} al ${d.hasta} en ${nombreDeAmbiente(d.ambiente)}`;

/** The kinds of events that it records. */
export const kinds = {
  'secuencia.registrada': {
    grupo: 'secuencia',
    frase: (d) =>
      `Registró el rango del ${d.desde} al ${d.hasta} del tipo ${d.tipo} en ${nombreDeAmbiente(d.ambiente)}`,
  },
  'secuencia.eliminada': { grupo: 'secuencia', frase: (d) => `Eliminó el rango ${rango(d)}` },
  'rango.registrado': { grupo: 'secuencia', frase: (d) => `Registró el rango de notas de crédito ${rango(d)}` },
  'rango.modificado': {
    grupo: 'secuencia',
    frase: (d) =>
      `Modificó el rango de notas de crédito ${rango(d)}: sigue el ${d.siguiente}${d.activo ? '' : ', sin usarse'}`,
  },
  'clave.creada': { grupo: 'clave', frase: ({ ultimos }) => `Generó la API Key terminada en ${ultimos}` },
  'clave.alcances': {
    grupo: 'clave',
    frase: ({ ultimos, alcances: dados }) => `Cambió lo que puede la API Key terminada en ${ultimos}: ${dados}`,
  },
  'clave.eliminada': { grupo: 'clave', frase: ({ ultimos }) => `Eliminó la API Key terminada en ${ultimos}` },
  'secreto.creado': { grupo: 'clave', frase: ({ ultimos }) => `Generó la Secret Key terminada en ${ultimos}` },
  'secreto.validado': { grupo: 'clave', frase: () => 'Validó la Secret Key' },
  'secreto.rechazado': { grupo: 'clave', frase: () => 'Escribió una Secret Key incorrecta' },
  'certificado.descargado': {
    grupo: 'certificado',
    frase: ({ archivo }) => `Descargó el certificado digital ${archivo}`,
  },
  'ambiente.solicitado': {
    grupo: 'ambiente',
    frase: (d) => `Pidió pasar de ${nombreDeAmbiente(d.ambiente)} a ${nombreDeAmbiente(d.nuevoAmbiente)}`,
  },
  'ambiente.retirado': {
    grupo: 'ambiente',
    frase: (d) => `Retiró su solicitud de pasar a ${nombreDeAmbiente(d.ambiente)}`,
  },
  'configuracion.id_externo': {
    grupo: 'configuracion',
    frase: (d) => `Cambió el ID externo de «${d.antes}» a «${d.idExterno}»`,
  },
  'configuracion.campos_pdf': {
    grupo: 'configuracion',
    frase: ({ campo }) => `Eligió ${campo} como nombre del producto en la representación impresa`,
  },
  'configuracion.entrega_automatica': {
    grupo: 'configuracion',
    frase: ({ activa }) =>
      `${activa ? 'Activó' : 'Desactivó'} la entrega automática de las facturas aceptadas a sus compradores`,
  },
  'impuesto.creado': { grupo: 'configuracion', frase: (d) => `Asignó el ID de impuesto ${d.id} a ${d.descripcion}` },
  'impuesto.modificado': {
    grupo: 'configuracion',
    frase: (d) => `Cambió el ID de impuesto ${d.id}: ahora es ${d.descripcion}`,
  },
  'impuesto.eliminado': { grupo: 'configuracion', frase: (d) => `Eliminó el ID de impuesto ${d.id}` },
  'fecha.asignada': { grupo: 'secuencia', frase: (d) => `Asignó la fecha ${fecha(d)}` },
  'fecha.cambiada': {
    grupo: 'secuencia',
    frase: (d) => `Cambió al ${displayFecha(String(d.fecha))} la fecha ${fecha({ ...d, fecha: d.antes })}`,
  },
  'fecha.activada': { grupo: 'secuencia', frase: (d) => `Activó la fecha ${fecha(d)}` },
  'fecha.desactivada': { grupo: 'secuencia', frase: (d) => `Desactivó la fecha ${fecha(d)}` },
  'fecha.eliminada': { grupo: 'secuencia', frase: (d) => `Eliminó la fecha ${fecha(d)}` },
} as const satisfies Kinds;

const ofRnc: Example = { query: { rncEmisor: '$RNC' }, status: 200 };

/** Examples of its calls. */
export const examples = {
  listarCertificados: { status: 200 },
  listarImpuestos: ofRnc,
  verEntregaAutomatica: { status: 200 },
  verCamposPdf: { ...ofRnc, after: 'Una persona de la empresa eligió el campo' },
  listarFechas: ofRnc,
  listarRangosNC: ofRnc,
  proximoNumeroNC: { body: { rncEmisor: '$RNC', prefijo: 'E34' }, status: 200 },
  listarSecuencias: { status: 200 },
} as const satisfies Readonly<Record<string, Example>>;
