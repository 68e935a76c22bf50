import { type AccountMapping, emptyMapping, readMapping } from '@timbre/reports';

/** Changes that are not saved yet, and the version that they change. */
export interface Draft {
  readonly version: number;
  readonly mapeo: AccountMapping;
}

const keyOf = (rnc: string) => `timbre.mapeo.${rnc}`;

/** The changes that this browser kept; undefined if there are none that can be read. */
export function readDraft(rnc: string): Draft | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(rnc)) ?? 'null');
    const read = readMapping(kept?.mapeo);
    if (read === undefined || !Number.isInteger(kept.version)) return undefined;
    return { version: kept.version, mapeo: { ...emptyMapping, ...read.partes } };
  } catch {
    return undefined;
  }
}

/** Keeps the changes in this browser, or forgets them. */
export function keepDraft(rnc: string, draft: Draft | undefined): void {
  try {
    if (draft === undefined) localStorage.removeItem(keyOf(rnc));
    else localStorage.setItem(keyOf(rnc), JSON.stringify(draft));
  } catch {
    // Without room they are kept by the page alone, which asks before it is left.
  }
}
