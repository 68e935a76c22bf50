/** The escapes of the characters that need one, indexed by character code. */
interface Escapes {
  readonly pattern: RegExp;
  readonly references: readonly (string | undefined)[];
}

function escapes(pattern: RegExp, references: Readonly<Record<string, string>>): Escapes {
  const byCode: (string | undefined)[] = [];
  for (const [character, reference] of Object.entries(references)) byCode[character.charCodeAt(0)] = reference;
  return { pattern, references: byCode };
}

const inText = escapes(/[&<>\r]/, { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#xD;' });
const inAttribute = escapes(/[&<"\t\n\r]/, {
  '&': '&amp;',
  '<': '&lt;',
  '"': '&quot;',
  '\t': '&#x9;',
  '\n': '&#xA;',
  '\r': '&#xD;',
});

function escaped(text: string, { pattern, references }: Escapes): string {
  const first = text.search(pattern);
  if (first < 0) return text;
  let written = '';
  let from = 0;
  for (let at = first; at < text.length; at++) {
    const reference = references[text.charCodeAt(at)];
    if (reference === undefined) continue;
    written += text.slice(from, at) + reference;
    from = at + 1;
  }
  return written + text.slice(from);
}

/** Escapes text content as in canonical form. @source Canonical XML 1.0, §2.3 Text Nodes */
export const escapeText = (text: string): string => escaped(text, inText);

/**
 * Escapes an attribute's value as in canonical form, without quotes.
 * @source Canonical XML 1.0, §2.3 Attribute Nodes
 */
export const escapeAttribute = (value: string): string => escaped(value, inAttribute);
