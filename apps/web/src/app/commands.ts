import { useEffect } from 'react';
import { sharedValue } from '../lib/shared-value.ts';

/** Something the palette (Ctrl-K) can do on the screen that is open. */
export interface Command {
  readonly nombre: string;
  readonly run: () => void;
}

const offered = sharedValue<readonly Command[]>([]);

/** Offers commands while the screen that calls it is open. Pass a stable array. */
export function useCommands(commands: readonly Command[]): void {
  useEffect(() => {
    offered.become(commands);
    return () => offered.become([]);
  }, [commands]);
}

/** The commands of the open screen. */
export const useOfferedCommands = offered.use;
