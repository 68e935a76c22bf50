import { useSyncExternalStore } from 'react';

/** What a person may choose; `auto` follows the system. */
export type Choice = 'auto' | 'light' | 'dark';

/** The key and the attribute are also written by public/color-scheme.js, before the first paint. */
const storageKey = 'tema';
const system = matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

const storedChoice = (): Choice => {
  const stored = localStorage.getItem(storageKey);
  return stored === 'light' || stored === 'dark' ? stored : 'auto';
};

const resolved = (): 'light' | 'dark' => {
  const choice = storedChoice();
  if (choice !== 'auto') return choice;
  return system.matches ? 'dark' : 'light';
};

function apply(): void {
  document.documentElement.dataset.mantineColorScheme = resolved();
  for (const listener of listeners) listener();
}

system.addEventListener('change', apply);
window.addEventListener('storage', ({ key }) => {
  if (key === storageKey) apply();
});

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The scheme in force and the choice behind it. */
export const useColorScheme = () => ({
  scheme: useSyncExternalStore(subscribe, resolved),
  choice: useSyncExternalStore(subscribe, storedChoice),
});

/** Remembers a choice and applies it to every tab. */
export function chooseColorScheme(choice: Choice): void {
  localStorage.setItem(storageKey, choice);
  apply();
}
