/** The model that is asked unless the person names another. */
export const usualModel = 'claude-sonnet-5-5';

const keys = { apiKey: 'timbre.claude_api_key', model: 'timbre.claude_modelo' } as const;

/** The person's key and model. They stay in this browser; the key goes to the provider alone. */
export interface AiSettings {
  readonly apiKey: string;
  readonly model: string;
}

/** What this browser keeps; undefined while no key was saved. */
export function readSettings(): AiSettings | undefined {
  const apiKey = localStorage.getItem(keys.apiKey);
  return apiKey ? { apiKey, model: localStorage.getItem(keys.model) || usualModel } : undefined;
}

/** Keeps a key and a model. @throws DOMException when the browser keeps nothing */
export function keepSettings({ apiKey, model }: AiSettings): void {
  localStorage.setItem(keys.apiKey, apiKey);
  if (model === usualModel || model === '') localStorage.removeItem(keys.model);
  else localStorage.setItem(keys.model, model);
}

/** Forgets the key. */
export const forgetKey = (): void => localStorage.removeItem(keys.apiKey);

/** What is shown of a key. @source specification 002 §7 */
export const endOfKey = (apiKey: string): string => `…${apiKey.slice(-8)}`;

/** Where the provider is, as the page says; undefined where the page may not call it. */
export const assistantUrl = (): string | undefined =>
  document.querySelector<HTMLMetaElement>('meta[name="asistente"]')?.content;
