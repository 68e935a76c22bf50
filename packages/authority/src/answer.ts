import { readXml, type XmlElement } from '@timbre/xml';

/** An HTTP answer as it was received, not yet parsed. */
export interface RawAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
  readonly retryAfterMs: number | undefined;
}

/** An answer parsed into a tree of records, lists and texts. */
export interface Answer {
  readonly status: number;
  readonly text: string;
  /** True for a web page: it comes from a machine in between (proxy, gateway), not from the service. */
  readonly html: boolean;
  readonly body: unknown;
}

/**
 * Parses an answer of the DGII. JSON, JSON inside a JSON string, XML, plain text and HTML have been observed.
 *
 * @param raw the answer as received
 * @returns the tree; `body` is the text itself when it is neither JSON nor XML
 */
export function readAnswer(raw: RawAnswer): Answer {
  const text = raw.text.trim();
  const html = raw.contentType.includes('html') || /^<(!doctype html|html)\b/i.test(text);
  return { status: raw.status, text: raw.text, html, body: html ? pageText(text) : readBody(text) };
}

function readBody(text: string): unknown {
  if (/^[[{"]/.test(text)) {
    try {
      const value: unknown = JSON.parse(text);
      return typeof value === 'string' && value !== text ? readBody(value.trim()) : value;
    } catch {
      return text;
    }
  }
  if (!text.startsWith('<')) return text;
  try {
    return treeOf(readXml(text));
  } catch {
    return text;
  }
}

/** Converts an XML element to the equivalent JSON value: repeated names become a list. */
function treeOf(element: XmlElement): unknown {
  const children = element.children.filter((child) => typeof child !== 'string');
  if (children.length === 0) return element.children.join('');
  const record: Record<string, unknown> = {};
  for (const child of children) {
    const value = treeOf(child);
    const before = record[child.local];
    if (before === undefined) record[child.local] = value;
    else if (Array.isArray(before)) before.push(value);
    else record[child.local] = [before, value];
  }
  return record;
}

const pageText = (page: string): string =>
  page
    .replace(/<(script|style)\b[\s\S]*?<\/\1>/gi, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 300);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The value of a record's field by its name, ignoring case (`eNCF`, `encf`, `Estado`).
 *
 * @param body any tree
 * @param name the name as documented
 */
export function field(body: unknown, name: string): unknown {
  if (!isRecord(body)) return undefined;
  const wanted = name.toLowerCase();
  for (const key in body) if (key.toLowerCase() === wanted) return body[key];
  return undefined;
}

/** A field as text: numbers and booleans in their JSON form. Undefined if absent, null, empty or not a leaf. */
export function textField(body: unknown, name: string): string | undefined {
  const value = field(body, name);
  if (typeof value === 'string') return value.trim() === '' ? undefined : value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return undefined;
}

/** Reads a field that may hold one item or a list, as a list. An absent or empty value returns an empty list. */
export function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null || value === '') return [];
  return Array.isArray(value) ? value : [value];
}
