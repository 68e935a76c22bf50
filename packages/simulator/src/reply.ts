import type { Ambiente, EstadoVerdict } from '@timbre/authority';
import type { Holder } from './sessions.ts';
import type { Upload } from './upload.ts';
import type { World } from './world.ts';

/** A call admitted to a service: its token is valid, and its file is present if one is required. */
export interface ServiceCall {
  readonly ambiente: Ambiente;
  /** Returns a parameter of the query by its name, ignoring case. */
  readonly query: (name: string) => string;
  readonly upload: Upload;
  readonly holder: Holder;
}

/** Handler of the calls of one service. */
export type Serve = (call: ServiceCall, world: World) => Reply;

/** Answer of a service. `body` is sent as JSON, or as XML if requested. */
export interface Reply {
  readonly status: number;
  readonly body?: unknown;
  readonly xml?: string;
  readonly html?: string;
}

/** A success. */
export const ok = (body: unknown): Reply => ({ status: 200, body });
/** A refusal of the request itself, with its reason as bare text. */
export const refuse = (mensaje: string): Reply => ({ status: 400, body: mensaje });

/** A seed. */
export const seedReply = (valor: string, now: number): Reply => ({
  status: 200,
  xml: `<?xml version="1.0" encoding="utf-8"?><SemillaModel xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"><valor>${valor}</valor><fecha>${new Date(now).toISOString()}</fecha></SemillaModel>`,
});

/** The DGII's code and word for each state. @source Descripción técnica v1.6, "Estados salida" */
export const states: Readonly<Record<EstadoVerdict, { codigo: number; estado: string }>> = {
  no_encontrado: { codigo: 0, estado: 'No encontrado' },
  aceptado: { codigo: 1, estado: 'Aceptado' },
  rechazado: { codigo: 2, estado: 'Rechazado' },
  en_proceso: { codigo: 3, estado: 'En Proceso' },
  aceptado_condicional: { codigo: 4, estado: 'Aceptado Condicional' },
};
