import { useSyncExternalStore } from 'react';
import { isBuyersPage } from './public-pages.ts';

/** The choices of the user; `auto` follows the system. */
export type Choice = 'auto' | 'light' | 'dark';

/** first/start.ts also writes the key and the attribute, before the first paint. */
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
  // A shared document is a paper: light, unless this browser was told otherwise.
  if (isBuyersPage(location.pathname)) return 'light';
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

/** Returns the current colour scheme and the choice that determines it. */
export const useColorScheme = () => ({
  scheme: useSyncExternalStore(subscribe, resolved),
  choice: useSyncExternalStore(subscribe, storedChoice),
});

/** Stores a choice and applies it to every tab. */
export function chooseColorScheme(choice: Choice): void {
  localStorage.setItem(storageKey, choice);
  apply();
}
