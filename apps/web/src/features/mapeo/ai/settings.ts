/** The default model, used unless the user sets another. */
export const usualModel = 'claude-sonnet-5-5';

const keys = { apiKey: 'timbre.claude_api_key', model: 'timbre.claude_modelo' } as const;

/** The user's key and model. They stay in this browser; the key is sent only to the provider. */
export interface AiSettings {
  readonly apiKey: string;
  readonly model: string;
}

/** The settings stored in this browser; undefined if no key is stored. */
export function readSettings(): AiSettings | undefined {
  const apiKey = localStorage.getItem(keys.apiKey);
  return apiKey ? { apiKey, model: localStorage.getItem(keys.model) || usualModel } : undefined;
}

/** Stores a key and a model. @throws DOMException when the browser cannot store them */
export function keepSettings({ apiKey, model }: AiSettings): void {
  localStorage.setItem(keys.apiKey, apiKey);
  if (model === usualModel || model === '') localStorage.removeItem(keys.model);
  else localStorage.setItem(keys.model, model);
}

/** Deletes the key. */
export const forgetKey = (): void => localStorage.removeItem(keys.apiKey);

/** The part of a key that is shown. @source specification 002 §7 */
export const endOfKey = (apiKey: string): string => `…${apiKey.slice(-8)}`;

/** The address of the provider, from the page's metadata; undefined if the page may not call it. */
export const assistantUrl = (): string | undefined =>
  document.querySelector<HTMLMetaElement>('meta[name="asistente"]')?.content;
