import { route } from '@timbre/route';
import { type Static, Type } from 'typebox';
import { EstadoDeAutenticacion } from './autoridad.ts';
import { orNull, ResumenDocumento } from './shared.ts';

/** An entry of the list that `GET /api/eventos` sends as `data` of an event named `documento`. */
export const EventoDocumento = Type.Object({
  importacionId: orNull(Type.String()),
  documento: Type.Pick(ResumenDocumento, [
    'id',
    'estado',
    'trackId',
    'esperaA',
    'secuenciaUtilizada',
    'mensajes',
    'errores',
  ]),
});
export type EventoDocumento = Static<typeof EventoDocumento>;

/** `data` of an event named `comprobantes`: more documents changed than one event `documento` carries; ask again. */
export const EventoComprobantes = Type.Object({
  importaciones: Type.Array(orNull(Type.String()), {
    description: 'Las importaciones cuyos comprobantes cambiaron; null: comprobantes de ninguna',
  }),
});
export type EventoComprobantes = Static<typeof EventoComprobantes>;

/** Limits of an event `documento`: above them an event `comprobantes` is sent instead. */
export const limitesDelEvento = { documentos: 50, bytes: 64 * 1024 } as const;

/** `data` of an event named `importacion`. */
export const EventoImportacion = Type.Object({ id: Type.String() });

/** `data` of an event named `configuracion`: the part that changed. A screen that shows it should ask for it again. */
export const EventoConfiguracion = Type.Object({
  que: Type.Enum([
    'empresa',
    'ambiente',
    'accesos',
    'certificacion',
    'certificado',
    'clave',
    'secreto',
    'logo',
    'impuestos',
    'camposPdf',
    'correo',
    'enlaces',
    'entregas',
    'fechas',
    'quickbooks',
    'secuencias',
    'usuarios',
    'webhooks',
  ]),
});
export type EventoConfiguracion = Static<typeof EventoConfiguracion>;

/** `data` of an event named `autoridad`: the state, or nothing where it must be asked for again. */
export const EventoAutoridad = Type.Partial(EstadoDeAutenticacion);

/** `data` of an event without content: something changed. */
const SinDatos = Type.Object({});

/**
 * Server-sent events of the caller's company, and a comment every 15 s. `documento` is within {@link limitesDelEvento}.
 * `Last-Event-ID` resumes.
 */
export const seguirEventos = route({
  method: 'GET',
  path: '/api/eventos',
  summary: 'Cambios en vivo',
  policy: 'leer',
  headers: Type.Object({
    'last-event-id': Type.Optional(
      Type.String({ description: 'El `id` del último evento recibido: los siguientes llegan todos' }),
    ),
  }),
  answerKind: 'eventos',
  events: {
    documento: { description: 'Comprobantes que cambiaron', data: Type.Array(EventoDocumento) },
    comprobantes: {
      description: 'Cambiaron más de los que lleva un evento `documento`: pídalos de nuevo',
      data: EventoComprobantes,
    },
    importacion: { description: 'Cambió una importación: pídala de nuevo', data: EventoImportacion },
    configuracion: { description: 'Cambió una parte de la configuración: pídala de nuevo', data: EventoConfiguracion },
    autoridad: { description: 'La conexión con la DGII cambió, o pudo cambiar', data: EventoAutoridad },
    ensayo: { description: 'Cambió un ensayo: pídalo de nuevo', data: SinDatos },
    recibidas: { description: 'Algo se recibió, se respondió o se entregó: pídalo de nuevo', data: SinDatos },
  },
});
