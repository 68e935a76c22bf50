import { route } from '@timbre/route';
import { type Static, Type } from 'typebox';
import type { Problems } from './declare.ts';
import type { Kinds } from './kind.ts';
import { IdParams, orNull } from './shared.ts';
import { Contrasena } from './usuarios.ts';

/** The marks that a template may contain, each with the data of a document that replaces it, in Spanish. */
export const marcasDeCorreo = {
  empresa: 'Su razón social',
  rnc: 'Su RNC',
  comprador: 'El nombre del comprador',
  tipo: 'El tipo de comprobante',
  eNCF: 'El número',
  fecha: 'La fecha de emisión',
  total: 'El monto total',
} as const;

/** The template of a company that has not written one. */
export const plantillaDeCorreo = {
  asunto: '{tipo} {eNCF} de {empresa}',
  cuerpo:
    'Saludos, {comprador}:\n\nLe enviamos su comprobante {eNCF} del {fecha}, por RD$ {total}, en PDF y en XML.\n\n{empresa}\nRNC {rnc}',
} as const;

/** Characters of a template, and addresses that one document is sent to at once. */
const limitesDeCorreo = { asunto: 150, cuerpo: 4_000, direcciones: 5 } as const;

/** Whether the server delivers mail, or stores it in its data folder. */
export const estadoDelCorreo = route({
  method: 'GET',
  path: '/api/correo',
  summary: 'Cómo salen los correos de este servidor',
  policy: 'publico',
  answer: Type.Object({
    entrega: Type.Enum(['smtp', 'carpeta'], {
      description: 'smtp: se entregan; carpeta: se guardan en el servidor y no llegan a nadie',
    }),
  }),
});

/**
 * Requests a link to choose a new password. Neither the answer nor its timing reveals whether a user has that e-mail.
 */
export const pedirEnlace = route({
  method: 'POST',
  path: '/api/auth/recuperar',
  summary: 'Pedir un enlace para elegir otra contraseña',
  policy: 'publico',
  body: Type.Object({ correo: Type.String({ minLength: 3, maxLength: 200 }) }),
  status: 202,
  answer: estadoDelCorreo.answer,
});

/**
 * Sets the password of the person of a link, which works once; all their sessions end. A second factor stays required.
 */
export const usarEnlace = route({
  method: 'POST',
  path: '/api/auth/restablecer',
  summary: 'Elegir una contraseña con un enlace',
  policy: 'publico',
  body: Type.Object({
    enlace: Type.String({ minLength: 1, maxLength: 100, description: 'Lo que sigue a # en la dirección' }),
    Contrasena,
    ConfirmarContrasena: Contrasena,
  }),
  status: 204,
});

/** Sends a link to choose a password to another person of the company: an invitation if they have not chosen one yet. */
export const enviarEnlace = route({
  method: 'POST',
  path: '/api/usuarios/:id/enlace',
  summary: 'Enviar a un usuario un enlace para elegir su contraseña',
  policy: 'administrar',
  menu: 'usuarios',
  stepUp: 'siempre',
  params: IdParams,
  body: Type.Object({}),
  status: 202,
  answer: estadoDelCorreo.answer,
});

/** A message that carries a document to one address. */
export const CorreoDeDocumento = Type.Object({
  id: Type.String(),
  para: Type.String(),
  asunto: Type.String(),
  /** Name of the user, or `API Key`. */
  por: Type.String(),
  creado: Type.String({ description: 'ISO 8601' }),
  estado: Type.Enum(['pendiente', 'enviado', 'guardado', 'fallido'], {
    description: 'guardado: en la carpeta de datos del servidor, que no envía correos',
  }),
  detalle: orNull(Type.String(), { description: 'Lo último que dijo el servidor de correo' }),
  terminado: orNull(Type.String()),
});
export type CorreoDeDocumento = Static<typeof CorreoDeDocumento>;

/**
 * Sends the printed form and the exact XML of a signed e-CF, each address in a message of its own. An integration key may write its
 * own subject and text only to the buyer's address, and to those that people of the company sent documents to.
 */
export const enviarPorCorreo = route({
  method: 'POST',
  path: '/api/documentos/:id/correo',
  summary: 'Enviar un comprobante por correo, con su PDF y su XML',
  policy: 'emitir',
  params: IdParams,
  body: Type.Object({
    para: Type.Array(Type.String({ minLength: 3, maxLength: 200 }), {
      minItems: 1,
      maxItems: limitesDeCorreo.direcciones,
    }),
    asunto: Type.Optional(
      Type.String({ minLength: 1, maxLength: limitesDeCorreo.asunto, description: 'En lugar del de la plantilla' }),
    ),
    cuerpo: Type.Optional(
      Type.String({ minLength: 1, maxLength: limitesDeCorreo.cuerpo, description: 'En lugar del de la plantilla' }),
    ),
  }),
  status: 202,
  answer: Type.Object({
    ...estadoDelCorreo.answer.properties,
    correos: Type.Array(CorreoDeDocumento),
  }),
});

/** The message with which a document would be sent, and the last 50 messages that carried it. */
export const verCorreos = route({
  method: 'GET',
  path: '/api/documentos/:id/correo',
  summary: 'El correo de un comprobante y los que ya lo llevaron',
  policy: 'leer',
  params: IdParams,
  answer: Type.Object({
    ...estadoDelCorreo.answer.properties,
    /** The buyer's address; empty if the document has none. */
    para: Type.String(),
    asunto: Type.String(),
    cuerpo: Type.String(),
    correos: Type.Array(CorreoDeDocumento),
  }),
});

/** The subject and the text of the documents' messages, with marks such as `{eNCF}`. */
export const Plantilla = Type.Object(
  {
    asunto: Type.String({ minLength: 1, maxLength: limitesDeCorreo.asunto }),
    cuerpo: Type.String({ minLength: 1, maxLength: limitesDeCorreo.cuerpo }),
  },
  { additionalProperties: false },
);
export type Plantilla = Static<typeof Plantilla>;

export const verPlantilla = route({
  method: 'GET',
  path: '/api/correo/plantilla',
  summary: 'La plantilla del correo de los comprobantes',
  policy: 'miembro',
  menu: 'configuracion',
  answer: Type.Object({
    ...Plantilla.properties,
    ...estadoDelCorreo.answer.properties,
    /** The marks that it may contain, each with its meaning. */
    marcas: Type.Array(Type.Object({ marca: Type.String(), nombre: Type.String() })),
  }),
});

export const guardarPlantilla = route({
  method: 'PUT',
  path: '/api/correo/plantilla',
  summary: 'Cambiar la plantilla del correo de los comprobantes',
  policy: 'administrar',
  menu: 'configuracion',
  body: Plantilla,
  status: 204,
});

/** A template filled with the company's data and those of an invented document. */
export const probarPlantilla = route({
  method: 'POST',
  path: '/api/correo/plantilla/prueba',
  summary: 'Ver cómo queda una plantilla',
  policy: 'miembro',
  menu: 'configuracion',
  body: Plantilla,
  answer: Plantilla,
});

/** Its refusals. */
export const problems = {
  'correo/direccion': { status: 422, title: 'Una dirección de correo no es válida' },
  'correo/texto-propio': { status: 403, title: 'Una API Key no escribe su propio texto a una dirección desconocida' },
  'correo/plantilla': { status: 422, title: 'La plantilla del correo no es válida' },
  'correo/rechazado': { status: 409, title: 'La DGII rechazó este comprobante: no se envía al comprador' },
  'enlace/vencido': { status: 410, title: 'El enlace venció o ya se usó. Pida otro.' },
  'usuario/invitado': { status: 409, title: 'Esta persona aún no ha aceptado la invitación' },
} as const satisfies Problems;

/** The kinds of events that it records. */
export const kinds = {
  'documento.correo': {
    grupo: 'documento',
    frase: ({ eNCF, para }) => `Envió ${eNCF} por correo a ${(para as string[]).join(', ')}`,
  },
  'configuracion.correo': { grupo: 'configuracion', frase: () => 'Cambió la plantilla del correo' },
  'usuario.enlace': {
    grupo: 'usuario',
    frase: ({ usuario }) => `Pidió para ${usuario} un enlace para elegir su contraseña`,
  },
  'usuario.recuperacion': { grupo: 'usuario', frase: () => 'Pidió un enlace para recuperar su contraseña' },
  'usuario.restablecida': { grupo: 'usuario', frase: () => 'Eligió una contraseña con un enlace' },
} as const satisfies Kinds;
