import type { ErrorDeDocumento, Estado } from '@timbre/contract';
import type { NewEvent } from '../../platform/events/events.ts';

/** A change of a document's state: the data that the screens need to follow it, and that the event record stores. */
interface Moved {
  readonly id: string;
  readonly importacionId: string | null;
  readonly eNCF: string;
  readonly estado: Estado;
  readonly trackId?: string | null;
  readonly esperaA?: string | null;
  readonly secuenciaUtilizada?: boolean | null;
  readonly mensajes?: readonly { readonly codigo: string; readonly valor: string }[];
  readonly errores?: readonly ErrorDeDocumento[];
  /** Hash of the signed bytes, hexadecimal; set when the bytes are new. */
  readonly sha256?: string | null;
}

/** The event of a change of a document's state. */
export const documentEvent = (moved: Moved): NewEvent => ({
  tipo: 'documento',
  sujeto: moved.id,
  datos: {
    importacionId: moved.importacionId,
    eNCF: moved.eNCF,
    ...(moved.sha256 == null ? {} : { sha256: moved.sha256 }),
    documento: {
      id: moved.id,
      estado: moved.estado,
      trackId: moved.trackId ?? null,
      esperaA: moved.esperaA ?? null,
      secuenciaUtilizada: moved.secuenciaUtilizada ?? null,
      mensajes: moved.mensajes ?? [],
      errores: moved.errores ?? [],
    },
  },
});
