import { type Answer, field, listOf, textField } from './answer.ts';

/** Decision of the authority about a document, in the form that we store. */
export type EstadoVerdict = 'aceptado' | 'aceptado_condicional' | 'rechazado' | 'en_proceso' | 'no_encontrado';

/** One message of the authority, verbatim. `codigo` is `0` if the message has none. */
export interface Mensaje {
  readonly codigo: string;
  readonly valor: string;
}

/** The authority's decision. Returned as data, never thrown. */
export interface Verdict {
  readonly kind: 'verdict';
  readonly estado: EstadoVerdict;
  /** The authority's own code, as text: `0`…`4` in most services, `01`/`02` in approvals. */
  readonly codigo: string;
  readonly mensajes: readonly Mensaje[];
  /** False if a rejected number may be used again; undefined if the answer does not state it. */
  readonly secuenciaUtilizada: boolean | undefined;
  /** The answer as received, at most 16,000 characters. */
  readonly crudo: string;
}

/**
 * The service refused the request, in its own form or its own words (see form.ts). Repeating the same request has the
 * same result.
 */
export interface Refused {
  readonly kind: 'refused';
  readonly status: number;
  readonly mensajes: readonly Mensaje[];
  readonly crudo: string;
}

const longestCrudo = 16_000;

/** The DGII's words for each state: only their letters, without accents, in lower case. */
const estadoByText: Readonly<Record<string, EstadoVerdict>> = {
  aceptadocondicional: 'aceptado_condicional',
  aceptado: 'aceptado',
  aceptada: 'aceptado',
  aprobado: 'aceptado',
  aprobada: 'aceptado',
  aprobacioncomercialaprobada: 'aceptado',
  rechazado: 'rechazado',
  rechazada: 'rechazado',
  aprobacioncomercialrechazada: 'rechazado',
  enproceso: 'en_proceso',
  noencontrado: 'no_encontrado',
  noencontrada: 'no_encontrado',
};

/** @source Descripción técnica v1.6, "Consulta de resultado e-CF", estados de salida */
const estadoByCodigo: Readonly<Record<string, EstadoVerdict>> = {
  '0': 'no_encontrado',
  '1': 'aceptado',
  '2': 'rechazado',
  '3': 'en_proceso',
  '4': 'aceptado_condicional',
};

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z]/g, '');

/**
 * Reads a state of the authority. The whole text must be a known word: `No aceptado` is not `Aceptado`.
 *
 * @param text the word, if the answer has one
 */
export const readEstado = (text: string | undefined): EstadoVerdict | undefined =>
  text === undefined ? undefined : estadoByText[plain(text)];

/** Both states mean that the document is valid; in some services only the word distinguishes them. */
const accepted: ReadonlySet<EstadoVerdict> = new Set(['aceptado', 'aceptado_condicional']);

/** Whether code and word contradict each other. If they do, neither is used. */
function contradicts(estado: EstadoVerdict, codigo: string | undefined): boolean {
  const byCodigo = codigo === undefined ? undefined : estadoByCodigo[codigo.trim().replace(/^0+(?=\d)/, '')];
  if (byCodigo === undefined || byCodigo === estado) return false;
  return !(accepted.has(byCodigo) && accepted.has(estado));
}

/**
 * Reads a verdict from an answer. The word decides: a code without a word may come from any service.
 *
 * @returns the verdict, or undefined if the answer contains none
 */
export function readVerdict({ body, text }: Pick<Answer, 'body' | 'text'>): Verdict | undefined {
  const codigo = textField(body, 'codigo');
  const estado = readEstado(textField(body, 'estado'));
  if (estado === undefined || contradicts(estado, codigo)) return undefined;
  const used = textField(body, 'secuenciaUtilizada')?.toLowerCase();
  return {
    kind: 'verdict',
    estado,
    codigo: codigo ?? '',
    mensajes: readMensajes(body),
    secuenciaUtilizada: used === undefined ? undefined : used === 'true' || used === '1',
    crudo: text.slice(0, longestCrudo),
  };
}

/** Reads a refusal from an answer: all its texts become its messages. */
export const readRefused = ({ status, body, text }: Answer): Refused => ({
  kind: 'refused',
  status,
  mensajes: readMensajes(body),
  crudo: text.slice(0, longestCrudo),
});

/** Fields in which an explanation has been observed, best first. The first that is not empty is used. */
const messageFields = ['mensajes', 'mensaje', 'message', 'error', 'detail', 'title', 'errors'];

/**
 * Reads the authority's messages from any answer: `mensajes` (texts, or codigo and valor), `mensaje`, `error`,
 * problem details, or the bare text. Codes and texts are unchanged.
 */
export function readMensajes(body: unknown): readonly Mensaje[] {
  if (typeof body === 'string') return body.trim() === '' ? [] : [{ codigo: '0', valor: body.trim() }];
  for (const name of messageFields) {
    const mensajes = listOf(field(body, name)).flatMap(readMensaje);
    if (mensajes.length > 0) return mensajes;
  }
  return [];
}

function readMensaje(entry: unknown): readonly Mensaje[] {
  if (typeof entry === 'string') return entry.trim() === '' ? [] : [{ codigo: '0', valor: entry }];
  const valor = textField(entry, 'valor') ?? textField(entry, 'mensaje');
  if (valor !== undefined) return [{ codigo: textField(entry, 'codigo') ?? '0', valor }];
  if (typeof entry !== 'object' || entry === null) return [];
  // Validation errors of ASP.NET: { field: [reason, …] }
  return Object.entries(entry).flatMap(([name, reasons]) =>
    listOf(reasons)
      .filter((reason) => typeof reason === 'string')
      .map((reason) => ({ codigo: '0', valor: `${name}: ${reason}` })),
  );
}
