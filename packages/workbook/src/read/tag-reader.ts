import { WorkbookError } from './workbook-error.ts';

const LT = 60;
const GT = 62;
const SLASH = 47;
const BANG = 33;
const QUESTION = 63;
const EQUALS = 61;
const QUOTE = 34;
const APOSTROPHE = 39;
const COLON = 58;

const isSpace = (code: number) => code === 32 || code === 10 || code === 13 || code === 9;

const namedEntities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Decodes XML source: replaces references, normalises line ends. Throws LIBRO-DANADO on an unknown reference. */
function unescapeXml(source: string): string {
  const text = source.includes('\r') ? source.replace(/\r\n?/g, '\n') : source;
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#x([0-9a-fA-F]{1,6})|#([0-9]{1,7})|([a-z]{2,4}));|&/g, (_, hex, decimal, name) => {
    const point = hex ? Number.parseInt(hex, 16) : decimal ? Number(decimal) : undefined;
    const character = point === undefined ? namedEntities[name] : point <= 0x10ffff && String.fromCodePoint(point);
    if (!character) throw new WorkbookError('LIBRO-DANADO');
    return character;
  });
}

/**
 * Reads the tags of a workbook part in sequence, without building a tree: these parts are large (135,000 cells in the
 * DGII's own set) and their structure is known. Namespace prefixes are dropped, comments and processing instructions
 * are skipped, a DOCTYPE is refused.
 */
export class TagReader {
  /** Local name of the current tag. */
  name = '';
  /** Whether it is an end tag. */
  closing = false;
  /** Whether it is `<name/>`: no end tag follows. */
  empty = false;
  private readonly xml: string;
  private attrsStart = 0;
  private attrsEnd = 0;
  private at = 0;

  constructor(xml: string) {
    this.xml = xml;
  }

  /** Moves to the next tag; false at the end. Throws LIBRO-DANADO if the source is truncated. */
  next(): boolean {
    const { xml } = this;
    let open = xml.indexOf('<', this.at);
    for (;;) {
      if (open < 0) return false;
      const code = xml.charCodeAt(open + 1);
      if (code !== BANG && code !== QUESTION) break;
      open = xml.indexOf('<', this.pastMarkup(open, code));
    }
    this.closing = xml.charCodeAt(open + 1) === SLASH;
    let nameStart = this.closing ? open + 2 : open + 1;
    let at = nameStart;
    let code = xml.charCodeAt(at);
    while (code !== GT && code !== SLASH && !isSpace(code)) {
      if (code === COLON) nameStart = at + 1;
      // NaN: past the end of the source.
      if (code === LT || Number.isNaN(code)) throw new WorkbookError('LIBRO-DANADO');
      code = xml.charCodeAt(++at);
    }
    this.name = xml.slice(nameStart, at);
    this.attrsStart = at;
    let end = at;
    // An attribute's value may contain ">".
    while (code !== GT) {
      if (code === QUOTE || code === APOSTROPHE) end = xml.indexOf(code === QUOTE ? '"' : "'", end + 1);
      if (end < 0 || Number.isNaN(code)) throw new WorkbookError('LIBRO-DANADO');
      code = xml.charCodeAt(++end);
    }
    this.empty = xml.charCodeAt(end - 1) === SLASH;
    this.attrsEnd = this.empty ? end - 1 : end;
    this.at = end + 1;
    return true;
  }

  /**
   * Matches a sticky pattern at the current position and moves past it. Returns undefined, without moving, if it does
   * not match.
   */
  take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.xml) ?? undefined;
    if (match !== undefined) this.at = pattern.lastIndex;
    return match;
  }

  /** Value of an attribute of the current tag, by its name as written. */
  attr(name: string): string | undefined {
    const { xml, attrsEnd } = this;
    let at = this.attrsStart;
    while (at < attrsEnd) {
      while (at < attrsEnd && isSpace(xml.charCodeAt(at))) at++;
      const start = at;
      let code = xml.charCodeAt(at);
      while (at < attrsEnd && code !== EQUALS && !isSpace(code)) code = xml.charCodeAt(++at);
      const nameEnd = at;
      while (at < attrsEnd && code !== QUOTE && code !== APOSTROPHE) code = xml.charCodeAt(++at);
      const valueEnd = xml.indexOf(code === QUOTE ? '"' : "'", at + 1);
      if (at >= attrsEnd || valueEnd < 0) return undefined;
      if (nameEnd - start === name.length && xml.startsWith(name, start)) {
        return unescapeXml(xml.slice(at + 1, valueEnd));
      }
      at = valueEnd + 1;
    }
    return undefined;
  }

  /** Reads the text up to the next tag, with references replaced and CDATA unwrapped. Stops before that tag. */
  text(): string {
    if (this.empty) return '';
    const { xml } = this;
    let end = xml.indexOf('<', this.at);
    if (end < 0) throw new WorkbookError('LIBRO-DANADO');
    let text = unescapeXml(xml.slice(this.at, end));
    while (xml.charCodeAt(end + 1) === BANG) {
      const past = this.pastMarkup(end, BANG);
      if (xml.startsWith('<![CDATA[', end)) text += xml.slice(end + 9, past - 3);
      const next = xml.indexOf('<', past);
      if (next < 0) throw new WorkbookError('LIBRO-DANADO');
      text += unescapeXml(xml.slice(past, next));
      end = next;
    }
    this.at = end;
    return text;
  }

  private pastMarkup(open: number, code: number): number {
    const { xml } = this;
    const [start, close] =
      code === QUESTION ? ['<?', '?>'] : xml.startsWith('<!--', open) ? ['<!--', '-->'] : ['<![CDATA[', ']]>'];
    // Only a DOCTYPE remains. In a workbook, entities are used only for attacks.
    if (!xml.startsWith(start, open)) throw new WorkbookError('LIBRO-DANADO');
    const end = xml.indexOf(close, open + start.length);
    if (end < 0) throw new WorkbookError('LIBRO-DANADO');
    return end + close.length;
  }
}
