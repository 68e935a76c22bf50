import { route } from '@timbre/route';
import { type Static, Type } from 'typebox';
import { menu } from './configuracion.ts';
import type { Problems } from './declare.ts';
import type { Kinds } from './kind.ts';
import { enPartes, IdParams, orNull } from './shared.ts';
import { estadosDeEntregaWebhook, limitesDeWebhooks, type TipoDeWebhook, tiposDeWebhook } from './webhooks/tipos.ts';

export * from './webhooks/cargas.ts';

const tipos = Object.keys(tiposDeWebhook) as TipoDeWebhook[];
const Estado = Type.Enum(Object.keys(estadosDeEntregaWebhook) as (keyof typeof estadosDeEntregaWebhook)[]);

/** The fields of a destination that a person chooses. */
const Destino = Type.Object({
  url: Type.String({ minLength: 1, maxLength: 500, description: 'https, de una dirección pública' }),
  descripcion: Type.String({ maxLength: 100 }),
  eventos: Type.Array(Type.Enum(tipos), { minItems: 1, maxItems: tipos.length, uniqueItems: true }),
  activo: Type.Boolean(),
});

/** A destination, without its secret. */
export const Webhook = Type.Object({
  id: Type.String({ format: 'uuid' }),
  ...Destino.properties,
  creado: Type.String(),
  /** Since when its deliveries fail; null while they arrive. */
  fallaDesde: orNull(Type.String()),
  /** When it was switched off for failing; null if it was not. */
  desactivado: orNull(Type.String()),
  /** Until when its former secret signs too. */
  secretoAnteriorHasta: orNull(Type.String()),
  pendientes: Type.Integer({ description: 'Entregas sin hacer' }),
});
export type Webhook = Static<typeof Webhook>;

/** A delivery in the list. */
export const EntregaWebhook = Type.Object({
  id: Type.String({ format: 'uuid', description: 'El de `Timbre-Delivery`, igual en cada intento' }),
  webhookId: Type.String({ format: 'uuid' }),
  tipo: Type.Enum([...tipos, 'prueba']),
  estado: Estado,
  creada: Type.String(),
  intentos: Type.Integer(),
  /** When it is tried again. */
  proximo: orNull(Type.String()),
  /** HTTP status of the last answer, or why there was none. */
  resultado: orNull(Type.String()),
});
export type EntregaWebhook = Static<typeof EntregaWebhook>;

/** One try of a delivery. */
export const IntentoWebhook = Type.Object({
  en: Type.String(),
  ms: Type.Integer(),
  estado: orNull(Type.Integer({ description: 'Estado HTTP' })),
  error: orNull(Type.String()),
});
export type IntentoWebhook = Static<typeof IntentoWebhook>;

/** A delivery with what was sent and answered. */
export const DetalleDeEntrega = Type.Object({
  ...EntregaWebhook.properties,
  url: Type.String(),
  cuerpo: Type.String({ description: 'Los bytes enviados' }),
  /** The beginning of the last answer, 4 KiB at most. */
  respuesta: orNull(Type.String()),
  historial: Type.Array(IntentoWebhook, { description: 'Los últimos 50 intentos' }),
});
export type DetalleDeEntrega = Static<typeof DetalleDeEntrega>;

const Secreto = Type.String({ description: 'whs_…; se muestra solo en esta respuesta' });
const common = { policy: 'administrar', menu: menu.id } as const;

/** The destinations of the company. */
export const listarWebhooks = route({
  ...common,
  method: 'GET',
  path: '/api/webhooks',
  summary: 'Webhooks de la empresa',
  ...enPartes('id'),
  answer: Type.Array(Webhook),
});

/** Adds a destination. Its secret is shown only in this answer. It is notified of events from now on. */
export const crearWebhook = route({
  ...common,
  method: 'POST',
  path: '/api/webhooks',
  summary: 'Crear un webhook',
  stepUp: 'siempre',
  body: Destino,
  status: 201,
  answer: Type.Object({ webhook: Webhook, secreto: Secreto }),
});

/** Changes a destination. One that was inactive is notified of events from its activation on. */
export const modificarWebhook = route({
  ...common,
  method: 'PUT',
  path: '/api/webhooks/:id',
  summary: 'Modificar un webhook',
  stepUp: 'siempre',
  params: IdParams,
  body: Destino,
  answer: Webhook,
});

/** Removes a destination with its log. */
export const eliminarWebhook = route({
  ...common,
  method: 'DELETE',
  path: '/api/webhooks/:id',
  summary: 'Eliminar un webhook',
  stepUp: 'siempre',
  params: IdParams,
  status: 204,
});

/** Makes another secret. For 24 hours both sign, so that the receiver can change over. */
export const rotarSecretoWebhook = route({
  ...common,
  method: 'POST',
  path: '/api/webhooks/:id/secreto',
  summary: 'Rotar el secreto de un webhook',
  stepUp: 'siempre',
  params: IdParams,
  body: Type.Object({}),
  answer: Type.Object({ webhook: Webhook, secreto: Secreto }),
});

/** Sends a test now, once, and returns its result. It stays in the log. */
export const probarWebhook = route({
  ...common,
  method: 'POST',
  path: '/api/webhooks/:id/prueba',
  summary: 'Enviar una prueba a un webhook',
  params: IdParams,
  body: Type.Object({}),
  answer: DetalleDeEntrega,
});

/** Deliveries, newest first. Those that ended are retained for 30 days. */
export const listarEntregas = route({
  ...common,
  method: 'GET',
  path: '/api/webhooks/entregas',
  summary: 'Entregas de los webhooks',
  query: Type.Object({
    webhookId: Type.Optional(Type.String({ format: 'uuid' })),
    estado: Type.Optional(Estado),
    limite: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })),
    antesDe: Type.Optional(Type.String({ format: 'uuid', description: 'La última de la página anterior' })),
  }),
  queryAliases: { cursor: 'antesDe' },
  answer: Type.Object({ entregas: Type.Array(EntregaWebhook), hayMas: Type.Boolean() }),
});

/** One delivery: what was sent, what was answered, and its tries. */
export const verEntregaDeWebhook = route({
  ...common,
  method: 'GET',
  path: '/api/webhooks/entregas/:id',
  summary: 'Una entrega de un webhook',
  params: IdParams,
  answer: DetalleDeEntrega,
});

/** Makes a delivery again, with the same id and bytes. */
export const reenviarEntrega = route({
  ...common,
  method: 'POST',
  path: '/api/webhooks/entregas/:id/reenviar',
  summary: 'Reenviar una entrega',
  params: IdParams,
  body: Type.Object({}),
  status: 202,
  answer: DetalleDeEntrega,
});

/** Its refusals. */
export const problems = {
  'webhook/url': { status: 422, title: 'No se puede llamar a esa dirección' },
  'webhook/demasiados': {
    status: 409,
    title: `La empresa tiene ${limitesDeWebhooks.destinos} webhooks. Elimine alguno para agregar otro.`,
  },
  'webhook/inactivo': { status: 409, title: 'El webhook está inactivo. Actívelo para enviarle entregas.' },
} as const satisfies Problems;

/** The kinds of events that it records. */
export const kinds = {
  'webhook.creado': { grupo: 'configuracion', frase: ({ url }) => `Creó el webhook ${url}` },
  'webhook.modificado': {
    grupo: 'configuracion',
    frase: ({ url, activo }) => `Modificó el webhook ${url}${activo ? '' : ', inactivo'}`,
  },
  'webhook.eliminado': { grupo: 'configuracion', frase: ({ url }) => `Eliminó el webhook ${url}` },
  'webhook.secreto': { grupo: 'clave', frase: ({ url }) => `Rotó el secreto del webhook ${url}` },
  'webhook.desactivado': {
    grupo: 'configuracion',
    frase: ({ url }) => `Se desactivó el webhook ${url}: sus entregas fallaron durante ${limitesDeWebhooks.dias} días`,
  },
  'secuencia.por_agotarse': {
    grupo: 'secuencia',
    frase: ({ tipo, quedan }) =>
      quedan === 0 ? `Se agotó un rango del tipo ${tipo}` : `Quedan ${quedan} números de un rango del tipo ${tipo}`,
  },
  'certificado.por_vencer': {
    grupo: 'certificado',
    frase: ({ titular, dias }) =>
      `El certificado de ${titular} vence ${dias === 1 ? 'en menos de 1 día' : `en menos de ${dias} días`}`,
  },
} as const satisfies Kinds;
