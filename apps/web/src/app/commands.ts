import { useEffect, useSyncExternalStore } from 'react';

/** Something the palette (Ctrl-K) can do on the screen that is open. */
export interface Command {
  readonly nombre: string;
  readonly run: () => void;
}

const listeners = new Set<() => void>();
let offered: readonly Command[] = [];

function offer(commands: readonly Command[]): void {
  offered = commands;
  for (const listener of listeners) listener();
}

/** Offers commands while the screen that calls it is open. Pass a stable array. */
export function useCommands(commands: readonly Command[]): void {
  useEffect(() => {
    offer(commands);
    return () => offer([]);
  }, [commands]);
}

/** The commands of the open screen. */
export const useOfferedCommands = (): readonly Command[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => offered,
  );
