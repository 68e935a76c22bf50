import type { Icon } from '@tabler/icons-react';
import { useEffect } from 'react';
import { sharedValue } from './shared-value.ts';

/** An action of the open screen in the command palette (Ctrl-K). */
interface Command {
  readonly nombre: string;
  readonly run: () => void;
}

const offered = sharedValue<readonly Command[]>([]);

/** Adds commands to the palette while the calling component is mounted. Pass a stable array. */
export function useCommands(commands: readonly Command[]): void {
  useEffect(() => {
    offered.set(commands);
    return () => offered.set([]);
  }, [commands]);
}

/** Returns the commands of the open screen. */
export const useOfferedCommands = offered.use;

/** The text in the palette. */
export interface Entry extends Command {
  readonly icon: Icon;
  /** Distinguishes it from others with the same name. */
  readonly detail?: string | undefined;
  /** The keyboard shortcut of the same action. */
  readonly keys?: string | undefined;
}
