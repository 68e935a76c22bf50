import { route } from '@timbre/route';
import { type Static, Type } from 'typebox';
import type { Example } from './examples.ts';
import type { MenuItem } from './menu.ts';
import { Ambiente, Estado } from './shared.ts';

/** Its item of the side menu. */
export const menu = {
  id: 'facturas',
  nombre: 'Facturas Emitidas',
  ruta: '/facturas',
  icono: 'file-invoice',
  seccion: 'Facturas',
  lugar: 1,
  soloRoot: false,
  policy: 'leer',
  disponible: true,
} as const satisfies MenuItem;

/** An issued invoice in the specification's words (seeds/001 §3). */
export const Factura = Type.Object({
  facturaElectronicaID: Type.String(),
  eNCF: Type.String(),
  trackID: Type.Union([Type.String(), Type.Null()]),
  rncEmisor: Type.String(),
  razonSocialEmisor: Type.String(),
  rncComprador: Type.Union([Type.String(), Type.Null()]),
  razonSocialComprador: Type.Union([Type.String(), Type.Null()]),
  estado: Estado,
  montoTotal: Type.String(),
  fechaEmision: Type.String({ description: 'dd-MM-yyyy' }),
  fechaFirma: Type.Union([Type.String(), Type.Null()]),
  ambiente: Ambiente,
  codigoRespuesta: Type.Union([Type.String(), Type.Null()]),
  mensajeRespuesta: Type.Union([Type.String(), Type.Null()]),
  codigoSeguridad: Type.Union([Type.String(), Type.Null()]),
  urlQR: Type.Union([Type.String(), Type.Null()]),
  creada: Type.String({ description: 'ISO 8601' }),
});
export type Factura = Static<typeof Factura>;

/** Issued invoices, newest first. The header `X-Siguiente` has the cursor of the next page, if there is one. */
export const listarFacturas = route({
  method: 'GET',
  path: '/api/facturas',
  summary: 'Facturas emitidas',
  policy: 'leer',
  menu: menu.id,
  query: Type.Object({
    fechaDesde: Type.Optional(Type.String({ format: 'date' })),
    fechaHasta: Type.Optional(Type.String({ format: 'date' })),
    estado: Type.Optional(Estado),
    ambiente: Type.Optional(Ambiente),
    eNCF: Type.Optional(Type.String({ maxLength: 13 })),
    trackId: Type.Optional(Type.String({ maxLength: 64 })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 100 })),
    cursor: Type.Optional(Type.String({ maxLength: 200 })),
    /** Sent by older clients. It must be the user of the session. */
    userId: Type.Optional(Type.String()),
    apiKey: Type.Optional(Type.String()),
  }),
  answerHeaders: Type.Object({
    'x-siguiente': Type.Optional(Type.String({ description: 'Cursor de la página siguiente, si la hay' })),
  }),
  answer: Type.Array(Factura),
});

/** Examples of its calls. */
export const examples = {
  listarFacturas: { query: { fechaDesde: '2026-01-01', limit: 10 }, status: 200 },
} as const satisfies Readonly<Record<string, Example>>;
