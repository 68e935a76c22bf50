import type { ECF } from '@timbre/ecf';
import { printedParts } from './content/content.ts';
import type { CampoNombreItem } from './content/lines.ts';
import { letterStarts } from './draw/letter.ts';

/** The settings of a company that decide how many lines a printed page holds. */
export interface PageSettings {
  readonly campoNombreItem: CampoNombreItem;
  readonly conLogo: boolean;
}

/** A document with no more lines and letters than these fits on a page, wherever they are and however wide. */
const surelyFits = { lines: 3, letters: 200 } as const;

const isShort = (text: string): boolean => /^[\d.:% -]*$/.test(text) && !/^-?\d{7,}\./.test(text);

/** The letters of the texts of a tree; dates and numbers are not counted, but amounts of millions, which widen the totals. */
function lettersIn(value: unknown): number {
  if (typeof value === 'string') return isShort(value) ? 0 : value.length;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((letters, part) => letters + lettersIn(part), 0);
}

/**
 * The lines, by their index from 0, that begin each letter page after the first, as the printed form breaks them; empty if
 * one page has all lines.
 * @param ecf a valid document with its FechaHoraFirma; pages that it declares are ignored
 */
export function pageStarts(ecf: ECF, { campoNombreItem, conLogo }: PageSettings): readonly number[] {
  const lines = ecf.DetallesItems.Item.length;
  // Laying out takes six times as long as the arithmetic.
  if (lines < 2 || (lines <= surelyFits.lines && lettersIn(ecf) <= surelyFits.letters)) return [];
  return letterStarts({ ...printedParts(ecf, campoNombreItem), legends: [] }, conLogo);
}
