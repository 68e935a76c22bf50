import { route } from '@timbre/route';
import { type Static, Type } from 'typebox';
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
    'entregas',
    'fechas',
    'quickbooks',
    'secuencias',
    'usuarios',
    'webhooks',
  ]),
});
export type EventoConfiguracion = Static<typeof EventoConfiguracion>;

/**
 * Server-sent events of the caller's company. Events: `documento` ({@link EventoDocumento}[], within
 * {@link limitesDelEvento}), `comprobantes` ({@link EventoComprobantes}: many changed, ask again), `importacion` ({@link EventoImportacion}: ask again), `configuracion` ({@link EventoConfiguracion}: ask again), `autoridad`,
 * `ensayo` (a rehearsal of the company changed: ask again), `recibidas` (something received, answered or delivered changed: ask
 * again),
 * and a comment every 15 s. `Last-Event-ID` resumes.
 */
export const seguirEventos = route({
  method: 'GET',
  path: '/api/eventos',
  summary: 'Cambios en vivo',
  policy: 'leer',
  answerKind: 'eventos',
});
