import type { ReactNode } from 'react';

/** A component of ui/ and an example of each of its states. */
export interface Piece {
  /** The purpose of the component, in one line. */
  readonly note?: string;
  /** It takes the full width. */
  readonly wide?: boolean;
  readonly example: ReactNode;
}
