/** Documents held in memory at once: at most this many, or this many bytes of XML unless a single one is larger. */
const mostHeld = { documents: 25, bytes: 2 * 1024 * 1024 };

/** A document to be read, and the size of its signed XML. */
export interface Sized {
  readonly id: string;
  readonly xml_bytes: number;
}

/** Splits documents into groups of ids that are held in memory together. */
export function* portionsOf(rows: readonly Sized[]): Generator<readonly string[]> {
  let ids: string[] = [];
  let bytes = 0;
  for (const { id, xml_bytes } of rows) {
    if (ids.length > 0 && (ids.length === mostHeld.documents || bytes + xml_bytes > mostHeld.bytes)) {
      yield ids;
      ids = [];
      bytes = 0;
    }
    ids.push(id);
    bytes += xml_bytes;
  }
  if (ids.length > 0) yield ids;
}
