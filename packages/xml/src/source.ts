import { forbidden, suspicious } from './characters.ts';
import { XmlError, type XmlErrorCode } from './xml-error.ts';

declare const TextDecoder: new (label: string, options: { fatal: boolean }) => { decode(input: Uint8Array): string };
const utf8 = new TextDecoder('utf-8', { fatal: true });

interface NodeBuffer {
  isAscii(input: Uint8Array): boolean;
  isUtf8(input: Uint8Array): boolean;
  transcode(input: Uint8Array, from: 'utf8', to: 'ucs2'): { toString(encoding: 'ucs2'): string };
}
declare const process: { getBuiltinModule?: (name: 'node:buffer') => NodeBuffer } | undefined;
/** On Node 20, for text with non-ASCII characters, the decoder takes four times as long as `transcode` of `Buffer`. */
const nodeBuffer = typeof process === 'undefined' ? undefined : process?.getBuiltinModule?.('node:buffer');

function decodeBytes(input: Uint8Array): string {
  if (nodeBuffer === undefined || nodeBuffer.isAscii(input)) return utf8.decode(input);
  if (!nodeBuffer.isUtf8(input)) throw new TypeError('not UTF-8');
  return nodeBuffer.transcode(input, 'utf8', 'ucs2').toString('ucs2');
}

/** Decodes a text, without its byte order mark and with LF line ends. */
export function decode(input: string | Uint8Array): string {
  let text: string;
  try {
    text = typeof input === 'string' ? input : decodeBytes(input);
  } catch {
    throw new XmlError('xml/utf8', '', 1, 1);
  }
  if (text.charCodeAt(0) === 0xfeff) text = text.slice(1);
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

export function refuseForbidden(text: string): void {
  if (!suspicious.test(text)) return;
  const match = forbidden.exec(text);
  if (match === null) return;
  const code = match[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  fail('xml/caracter', text, match.index, `U+${code}`);
}

const declarationPattern =
  /^<\?xml[ \t\n]+version[ \t\n]*=[ \t\n]*(?:"1\.0"|'1\.0')(?:[ \t\n]+encoding[ \t\n]*=[ \t\n]*(?:"([A-Za-z][\w.-]*)"|'([A-Za-z][\w.-]*)'))?(?:[ \t\n]+standalone[ \t\n]*=[ \t\n]*(?:"(?:yes|no)"|'(?:yes|no)'))?[ \t\n]*\?>/;

const declarationStart = /<\?xml[ \t\n?]/y;

/** Whether an XML declaration begins at a position. */
export function isDeclaration(text: string, at: number): boolean {
  declarationStart.lastIndex = at;
  return declarationStart.test(text);
}

/** Returns the position after the XML declaration; 0 if there is none. */
export function skipDeclaration(text: string): number {
  if (!isDeclaration(text, 0)) return 0;
  const match = declarationPattern.exec(text);
  if (match === null) fail('xml/declaracion', text, 0);
  const encoding = match[1] ?? match[2] ?? 'utf-8';
  if (encoding.toLowerCase() !== 'utf-8') fail('xml/codificacion', text, 0, encoding);
  return match[0].length;
}

export function skipBlanks(text: string, from: number): number {
  let at = from;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code !== 32 && code !== 10 && code !== 9) return at;
    at += 1;
  }
}

/**
 * Line and column, from 1, of an element's `offset` in the input from which it was read. Columns count UTF-16 units.
 */
export function positionAt(input: string | Uint8Array, offset: number): { line: number; column: number } {
  return place(decode(input), offset);
}

function place(text: string, offset: number): { line: number; column: number } {
  let line = 1;
  let start = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', start)) {
    line += 1;
    start = at + 1;
  }
  return { line, column: offset - start + 1 };
}

export function fail(code: XmlErrorCode, text: string, offset: number, detail: string | number = ''): never {
  const { line, column } = place(text, offset);
  throw new XmlError(code, detail, line, column);
}
