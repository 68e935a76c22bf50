import { UserFacingError } from '../../../lib/user-facing-error.ts';
import type { AiSettings } from './settings.ts';

/** A question to the model whose answer must match a JSON schema. */
export interface Question {
  /** Fixed rules, which the provider may cache for the questions that follow. */
  readonly system: string;
  readonly content: string;
  readonly schema: object;
}

/**
 * Maximum number of tokens of an answer, and the temperature for models that accept one. @source specification 002 §9
 */
const limits = { maxTokens: 8_000, temperature: 0.05, timeoutMs: 120_000 } as const;
/** Maximum time for which we wait at the request of a busy provider before the single retry. */
const mostWaitMs = 20_000;
const version = '2026-10-21';

/** Models up to these accept a temperature; later ones refuse it. */
const takesTemperature = /^claude-(3-|(opus|sonnet|haiku)-4-([0-6]\b|\d{8}))/;

const words: Readonly<Record<number, string>> = {
  400: 'El proveedor no aceptó la petición',
  401: 'La API Key no es válida. Revísela en Configurar IA',
  403: 'La API Key no tiene permiso para usar ese modelo',
  404: 'El proveedor no conoce ese modelo. Revíselo en Configurar IA',
  429: 'El proveedor limita las peticiones de su clave. Espere un momento',
  529: 'El proveedor está sobrecargado. Espere un momento',
};

/** The provider refused, or its answer cannot be used. */
export class AssistantError extends UserFacingError {
  override readonly name = 'AssistantError';
}

/** There was no answer. @source specification 002 §8 */
export const noAnswer = 'No se pudo conectar con Claude';

/**
 * Asks the model and returns the JSON of its answer. If the provider is busy, retries once after the time that it
 * requests.
 *
 * @param url address of the provider
 * @throws AssistantError in Spanish; the AbortError of the caller
 */
export async function ask(
  url: string,
  settings: AiSettings,
  question: Question,
  signal: AbortSignal,
): Promise<Readonly<Record<string, unknown>>> {
  let response = await post(url, settings, question, signal);
  if (response.status === 429 || response.status === 529) {
    await response.body?.cancel();
    await pause(Math.min(1_000 * Number(response.headers.get('retry-after') ?? 2) || 0, mostWaitMs), signal);
    response = await post(url, settings, question, signal);
  }
  const answer = (await response.json().catch(() => undefined)) as Answer | undefined;
  if (!response.ok) throw new AssistantError(refusalOf(response.status, answer));
  return readAnswer(answer);
}

/** The fields of the API response that we use. */
interface Answer {
  readonly content?: readonly { readonly type?: string; readonly text?: string }[];
  readonly stop_reason?: string;
  readonly error?: { readonly message?: string };
}

async function post(url: string, { apiKey, model }: AiSettings, question: Question, signal: AbortSignal) {
  const { system, content, schema } = question;
  try {
    return await fetch(`${url}/v1/messages`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-api-key': apiKey,
        'anthropic-version': version,
        'anthropic-dangerous-direct-browser-access': 'true',
      },
      credentials: 'omit',
      signal: AbortSignal.any([signal, AbortSignal.timeout(limits.timeoutMs)]),
      body: JSON.stringify({
        model,
        max_tokens: limits.maxTokens,
        ...(takesTemperature.test(model) && { temperature: limits.temperature }),
        system: [{ type: 'text', text: system, cache_control: { type: 'ephemeral', ttl: '5m' } }],
        messages: [{ role: 'user', content }],
        output_config: { format: { type: 'json_schema', schema } },
      }),
    });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new AssistantError(noAnswer);
  }
}

function refusalOf(status: number, answer: Answer | undefined): string {
  const message = answer?.error?.message;
  const text = words[status] ?? `El proveedor respondió con el código ${status}`;
  return typeof message === 'string' ? `${text} (${message.slice(0, 200)})` : text;
}

function readAnswer(answer: Answer | undefined): Readonly<Record<string, unknown>> {
  if (answer?.stop_reason === 'refusal') throw new AssistantError('El modelo no quiso responder a esta petición');
  if (answer?.stop_reason === 'max_tokens') throw new AssistantError('La respuesta del modelo quedó incompleta');
  const text = answer?.content?.find(({ type }) => type === 'text')?.text ?? '';
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // Reported below, with the text of the specification.
  }
  throw new AssistantError('No se encontró JSON válido en la respuesta');
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });
