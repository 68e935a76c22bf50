import { type Answer, field, textField } from './answer.ts';
import type { Service } from './protocol.ts';
import { readMensajes } from './verdict.ts';

/** The document that an answer should speak of. */
export interface Named {
  readonly rncEmisor: string;
  readonly eNCF: string;
}

interface Form {
  /** Elements that every answer of the service has. Names are compared without regard to case. */
  readonly all: readonly string[];
  /** At least one of these is there as well. */
  readonly some?: readonly string[];
  /** Where it names the issuer and the number. Observed answers write `encf` where the text has `eNCF`. */
  readonly rnc?: string;
  readonly eNCF?: string;
  /**
   * The states that count only when the answer names the number: all final ones, or acceptances alone where a file that could not
   * be read is rejected without its number.
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
 * Whether an answer is about a document: `otro` when it names another one, `calla` when it names none and must name one.
 *
 * @param says whether the answer accepts the document, decides on it otherwise, or leaves it open
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

/** The document that a file holds, by the name that the DGII demands. @source Descripción técnica v1.6, p. 59 */
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

/** Statuses with which a service has been seen to refuse a request in its own words. */
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

/** Words of a temporary failure of the service or of a machine in between: whatever else is said, a retry may succeed. */
const troubleWords =
  /intent(e|ar)|mas tarde|mantenimiento|no (esta )?disponible|error interno|internal (server )?error|timeout|tiempo de espera|temporal|try again|unavailable|proxy|firewall|politica/;

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();

/**
 * Whether the service itself refused the request for good: by its status, in its own form or in words known to be its
 * own. Anything else is a failure to communicate, whatever it says.
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

/** JSON or XML that could not be parsed: its text holds field names, not an explanation. */
const isBroken = ({ body }: Answer): boolean => typeof body === 'string' && /^\s*[{[<]/.test(body);
