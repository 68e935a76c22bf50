import { type AccountMapping, emptyMapping, readMapping } from '@timbre/reports';

/** Unsaved changes, and the version on which they are based. */
export interface Draft {
  readonly version: number;
  readonly mapeo: AccountMapping;
}

const keyOf = (rnc: string) => `timbre.mapeo.${rnc}`;

/** The changes stored in this browser; undefined if there are none that can be parsed. */
export function readDraft(rnc: string): Draft | undefined {
  try {
    const stored = JSON.parse(localStorage.getItem(keyOf(rnc)) ?? 'null');
    const read = readMapping(stored?.mapeo);
    if (read === undefined || !Number.isInteger(stored.version)) return undefined;
    return { version: stored.version, mapeo: { ...emptyMapping, ...read.partes } };
  } catch {
    return undefined;
  }
}

/** Stores the changes in this browser, or deletes them. */
export function keepDraft(rnc: string, draft: Draft | undefined): void {
  try {
    if (draft === undefined) localStorage.removeItem(keyOf(rnc));
    else localStorage.setItem(keyOf(rnc), JSON.stringify(draft));
  } catch {
    // Without storage space the changes are only in the page, which asks for confirmation before it is left.
  }
}
