import { type Answer, field, textField } from './answer.ts';
import type { Service } from './protocol.ts';
import { readMensajes } from './verdict.ts';

/** The document that an answer should be about. */
export interface Named {
  readonly rncEmisor: string;
  readonly eNCF: string;
}

interface Form {
  /** Elements that every answer of the service has. Names are compared without regard to case. */
  readonly all: readonly string[];
  /** At least one of these is present as well. */
  readonly some?: readonly string[];
  /** Elements with the issuer and the number. Observed answers use `encf` where the published text has `eNCF`. */
  readonly rnc?: string;
  readonly eNCF?: string;
  /**
   * States that count only if the answer names the number: all final ones, or only acceptances for a service that
   * rejects an unreadable file without its number.
   */
  readonly mustName?: 'final' | 'aceptado';
}

/**
 * The fields that distinguish an answer with a verdict from the answer of another service, a gateway or a portal.
 *
 * @source Descripción técnica v1.6, "Descripción de Servicios Web", structure of each answer
 */
const verdictForms: Partial<Record<Service, Form>> = {
  enviarRFCE: {
    all: ['codigo', 'estado'],
    some: ['secuenciaUtilizada', 'mensajes', 'encf'],
    eNCF: 'encf',
    mustName: 'aceptado',
  },
  consultaRFCE: { all: ['codigo', 'estado'], some: ['rnc', 'encf'], rnc: 'rnc', eNCF: 'encf', mustName: 'final' },
  consultaResultado: { all: ['trackId', 'estado'], rnc: 'rnc', eNCF: 'encf' },
  consultaEstado: {
    all: ['codigo', 'estado'],
    some: ['rncEmisor', 'ncfElectronico'],
    rnc: 'rncEmisor',
    eNCF: 'ncfElectronico',
    mustName: 'final',
  },
  aprobacionComercial: { all: ['estado', 'codigo', 'mensaje'] },
  anularRango: { all: ['codigo', 'mensajes'], some: ['nombre', 'rnc'] },
};

const has = (body: unknown, name: string): boolean => field(body, name) !== undefined;

/** Whether an answer has the form of the service's verdicts. */
export function hasVerdictForm(service: Service, { body }: Pick<Answer, 'body'>): boolean {
  const form = verdictForms[service];
  if (form === undefined) return false;
  return form.all.every((name) => has(body, name)) && (form.some?.some((name) => has(body, name)) ?? true);
}

/**
 * Checks whether an answer is about a document: `otro` if it names another one, `calla` if it must name one and
 * does not.
 *
 * @param says `aceptado` if the answer accepts the document, `final` for any other decision, `abierto` for no decision
 */
export function speaksOf(
  service: Service,
  { body }: Pick<Answer, 'body'>,
  document: Named,
  says: 'aceptado' | 'final' | 'abierto',
): 'este' | 'otro' | 'calla' {
  const form = verdictForms[service];
  const eNCF = form?.eNCF === undefined ? undefined : textField(body, form.eNCF);
  const rnc = form?.rnc === undefined ? undefined : textField(body, form.rnc);
  if (eNCF !== undefined && eNCF.trim().toUpperCase() !== document.eNCF.toUpperCase()) return 'otro';
  if (rnc !== undefined && rnc.replace(/\D/g, '') !== document.rncEmisor) return 'otro';
  const mustName = says !== 'abierto' && (form?.mustName === 'final' || form?.mustName === says);
  return mustName && eNCF === undefined ? 'calla' : 'este';
}

/** The document in a file, read from the file name that the DGII requires. @source Descripción técnica v1.6, p. 59 */
export function namedByFile(fileName: string): Named | undefined {
  const [, rncEmisor, eNCF] = /^(\d{9}|\d{11})(E\d{12})\.xml$/i.exec(fileName) ?? [];
  return rncEmisor === undefined || eNCF === undefined ? undefined : { rncEmisor, eNCF };
}

/** The trackId of a reception. GUIDs have been observed; any text of such characters is accepted. */
export function trackIdOf({ body }: Pick<Answer, 'body'>): string | undefined {
  const trackId = textField(body, 'trackId')?.trim();
  // A record with a state is another service's answer, about another reception.
  if (trackId === undefined || !/^[\w-]{4,128}$/.test(trackId) || has(body, 'estado')) return undefined;
  return trackId;
}

/** Statuses observed on refusals in the service's own words. */
const refusalStatuses: ReadonlySet<number> = new Set([200, 400, 409, 413, 415, 422]);

/**
 * Words of the DGII's refusals, without accents. Each names a cause that repeating the request does not change.
 *
 * @source Descripción técnica v1.6, error messages of each service; observed answers
 */
const refusalWords = [
  /delegad/,
  /certificado/,
  /\bsemilla\b/,
  /\bfirma/,
  /xml invalido/,
  /multipart cannot be empty/,
  /tipo de archivo/,
  /nombre del? archivo/,
  /tamano permitido/,
  /longitud del?/,
  /no coincide con/,
  /\be-?ncf\b/,
  /\bsecuencia/,
  /\brnc\b/,
];

/**
 * Words of a temporary failure of the service or of a machine in between. A retry may succeed, regardless of the other
 * words of the message.
 */
const troubleWords =
  /intent(e|ar)|mas tarde|mantenimiento|no (esta )?disponible|error interno|internal (server )?error|timeout|tiempo de espera|temporal|try again|unavailable|proxy|firewall|politica/;

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();

/**
 * Whether the service itself refused the request permanently: by its status, and in its own form or in words known to
 * be its own. Any other answer is a communication failure, regardless of its text.
 */
export function isRefusal(service: Service, answer: Answer): boolean {
  if (answer.html || !refusalStatuses.has(answer.status)) return false;
  const words = plain(
    readMensajes(answer.body)
      .map(({ valor }) => valor)
      .join(' '),
  );
  if (words === '' || troubleWords.test(words) || isBroken(answer)) return false;
  if (service === 'enviarECF' && has(answer.body, 'trackId') && !has(answer.body, 'estado')) return true;
  return answer.status >= 400 && refusalWords.some((word) => word.test(words));
}

/** True for JSON or XML that could not be parsed: its text contains field names, not an explanation. */
const isBroken = ({ body }: Answer): boolean => typeof body === 'string' && /^\s*[{[<]/.test(body);
