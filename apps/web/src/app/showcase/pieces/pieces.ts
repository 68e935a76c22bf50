import { buttonPieces } from './buttons.tsx';
import { chartPieces } from './charts.tsx';
import { dialogPieces } from './dialogs.tsx';
import { documentPieces } from './documents.tsx';
import { fieldPieces } from './fields.tsx';
import { listPieces } from './lists.tsx';
import type { Piece } from './piece.ts';
import { placePieces } from './places.tsx';
import { textPieces } from './texts.tsx';

/** Every component of ui/ by its exported name. The header of this page is the example of PageHeader. */
export const pieces: Readonly<Record<string, Piece>> = {
  ...textPieces,
  ...placePieces,
  ...fieldPieces,
  ...buttonPieces,
  ...listPieces,
  ...documentPieces,
  ...chartPieces,
  ...dialogPieces,
};
