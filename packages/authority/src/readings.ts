import { type Answer, field, listOf, readAnswer, textField } from './answer.ts';
import { type EstadoVerdict, type Mensaje, readEstado } from './verdict.ts';

/** A reception: the authority has the document and its verdict will follow. */
export interface Recibido {
  readonly kind: 'recibido';
  readonly trackId: string;
  readonly mensajes: readonly Mensaje[];
  readonly crudo: string;
}

/** One reception of a number, as recorded by the authority. */
export interface Track {
  readonly trackId: string;
  /** Undefined if the authority's word is unknown to us. */
  readonly estado: EstadoVerdict | undefined;
  readonly fechaRecepcion: string | undefined;
}

/** All receptions of a number. An empty list means that the authority never received it. */
export interface Tracks {
  readonly kind: 'tracks';
  readonly tracks: readonly Track[];
}

/** Entry of a taxpayer in the directory. */
export interface DirectorioEntry {
  readonly nombre: string;
  readonly rnc: string;
  readonly urlRecepcion: string;
  readonly urlAceptacion: string;
  /** Address of its authentication, when it uses one. */
  readonly urlOpcional: string | undefined;
}

/** A page of the directory. */
export interface Directorio {
  readonly kind: 'directorio';
  readonly entries: readonly DirectorioEntry[];
}

/** @source Descripción técnica v1.6, "Autenticación": one hour, if the answer has no lifetime */
const defaultTokenLifeMs = 3_600_000;

/** Lifetime of a granted token in milliseconds, from two times of the authority, so that our clock does not matter. */
export function readTokenLife(body: unknown): number {
  const lifeMs = Date.parse(textField(body, 'expira') ?? '') - Date.parse(textField(body, 'expedido') ?? '');
  if (lifeMs > 0) return lifeMs;
  const seconds = Number(textField(body, 'expiresIn'));
  return seconds > 0 ? seconds * 1000 : defaultTokenLifeMs;
}

/**
 * Reads the receptions of a number. If there are none, the authority returns an empty list or `No encontrado`.
 *
 * @returns undefined if the answer has no reception and is neither of these, or if it names another number
 */
export function readTracks({ body, status }: Pick<Answer, 'body' | 'status'>, eNCF: string): Tracks | undefined {
  if (status >= 300) return undefined;
  const entries = listOf(body);
  const tracks = entries.flatMap(readTrack);
  const isEmptyList = Array.isArray(body) && body.length === 0;
  const saysNone =
    entries.length > 0 && entries.every((entry) => readEstado(textField(entry, 'estado')) === 'no_encontrado');
  const isOther = entries.some((entry) => (textField(entry, 'encf') ?? eNCF).toUpperCase() !== eNCF.toUpperCase());
  if (isOther) return undefined;
  return tracks.length > 0 || isEmptyList || saysNone ? { kind: 'tracks', tracks } : undefined;
}

const readTrack = (entry: unknown): readonly Track[] => {
  const trackId = textField(entry, 'trackId');
  const estado = textField(entry, 'estado');
  if (trackId === undefined || estado === undefined) return [];
  return [{ trackId, estado: readEstado(estado), fechaRecepcion: textField(entry, 'fechaRecepcion') }];
};

/** Reads one taxpayer of the directory. Returns an empty list for an entry without an RNC. */
export const readDirectorioEntry = (entry: unknown): readonly DirectorioEntry[] => {
  const rnc = textField(entry, 'rnc');
  if (rnc === undefined) return [];
  return [
    {
      rnc,
      nombre: textField(entry, 'nombre') ?? '',
      urlRecepcion: textField(entry, 'urlRecepcion') ?? '',
      urlAceptacion: textField(entry, 'urlAceptacion') ?? '',
      urlOpcional: textField(entry, 'urlOpcional'),
    },
  ];
};

/** A service as the authority publishes its state. */
export interface ServiceStatus {
  readonly servicio: string;
  readonly estatus: string;
  readonly ambiente: string;
}

/** A maintenance window that the authority announced, in its own words. */
export interface MaintenanceWindow {
  readonly ambiente: string;
  readonly horaInicio: string;
  readonly horaFin: string;
  readonly dias: readonly string[];
}

/**
 * Reads the state of the services. An entry without a service is left out.
 *
 * @source Descripción técnica v1.6, "Obtener estatus"
 */
export const readServices = (body: unknown): readonly ServiceStatus[] =>
  listOf(body).flatMap((entry) => {
    const servicio = textField(entry, 'servicio');
    if (servicio === undefined) return [];
    return [{ servicio, estatus: textField(entry, 'estatus') ?? '', ambiente: textField(entry, 'ambiente') ?? '' }];
  });

/**
 * Reads the maintenance windows. One without a day is left out.
 *
 * @source Descripción técnica v1.6, "Obtener ventanas mantenimiento"
 */
export const readWindows = (body: unknown): readonly MaintenanceWindow[] =>
  listOf(field(body, 'ventanaMantenimientos') ?? []).flatMap((entry) => {
    const dias = listOf(field(entry, 'dias') ?? []).filter((dia) => typeof dia === 'string');
    if (dias.length === 0) return [];
    const [ambiente, horaInicio, horaFin] = ['ambiente', 'horaInicio', 'horaFin'].map(
      (name) => textField(entry, name) ?? '',
    );
    return [{ ambiente: ambiente!, horaInicio: horaInicio!, horaFin: horaFin!, dias }];
  });

/** The fields of a document that the authority shows; undefined for one that it does not show. */
export interface ShownDocument {
  readonly montoTotal: string | undefined;
  readonly totalITBIS: string | undefined;
  readonly fechaEmision: string | undefined;
  readonly fechaFirma: string | undefined;
  readonly rncComprador: string | undefined;
  readonly codigoSeguridad: string | undefined;
}

/**
 * Reads what `consultaestado` shows of a document.
 *
 * @param crudo the answer of the verdict, as it came
 * @source Descripción técnica v1.6, "Consulta de estado"
 */
export function readShown(crudo: string): ShownDocument {
  const { body } = readAnswer({ status: 200, contentType: '', text: crudo, retryAfterMs: undefined });
  return {
    montoTotal: textField(body, 'montoTotal'),
    totalITBIS: textField(body, 'totalITBIS'),
    fechaEmision: textField(body, 'fechaEmision'),
    fechaFirma: textField(body, 'fechaFirma'),
    rncComprador: textField(body, 'rncComprador'),
    codigoSeguridad: textField(body, 'codigoSeguridad'),
  };
}

/**
 * Reads the result of a request to void numbers, from the texts of its messages: their codes are not published.
 *
 * @source Descripción técnica v1.6, "Anulación de e-NCF", validaciones
 */
export const readAnulacion = (mensajes: readonly Mensaje[]): EstadoVerdict => {
  const words = mensajes.map((mensaje) => mensaje.valor).join(' ');
  if (!/anuladas correctamente/i.test(words)) return 'rechazado';
  return /con excepci[oó]n/i.test(words) ? 'aceptado_condicional' : 'aceptado';
};
