/** The characters that XML 1.0 (fifth edition) allows. @source XML 1.0, productions [2], [4], [4a] */

/** Fast first test of a whole text: also matches every surrogate, paired or not. */
export const suspicious = /[^\t\n\r -\ud7ff\ue000-\ufffd]/;

/** A character outside production [2]. */
export const forbidden = /[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

/** Whether a character reference may have this code point. */
export function isCharacter(code: number): boolean {
  if (code < 0x20) return code === 0x9 || code === 0xa || code === 0xd;
  return code <= 0xd7ff || (code >= 0xe000 && code <= 0xfffd) || (code >= 0x10000 && code <= 0x10ffff);
}

const nameStart =
  'A-Z_a-z\\u{c0}-\\u{d6}\\u{d8}-\\u{f6}\\u{f8}-\\u{2ff}\\u{370}-\\u{37d}\\u{37f}-\\u{1fff}\\u{200c}-\\u{200d}' +
  '\\u{2070}-\\u{218f}\\u{2c00}-\\u{2fef}\\u{3001}-\\u{d7ff}\\u{f900}-\\u{fdcf}\\u{fdf0}-\\u{fffd}\\u{10000}-\\u{effff}';
const nameRest = `${nameStart}\\-.0-9\\u{b7}\\u{300}-\\u{36f}\\u{203f}-\\u{2040}`;

/** A whole name without colon. @source Namespaces in XML 1.0, NCName */
export const ncName = new RegExp(`^[${nameStart}][${nameRest}]*$`, 'u');

/** Per ASCII character: 1 if it may be in a name (`0`…`9` not first), 2 if `ncName` must decide, 0 if it ends a name. */
export const nameCharacter = new Uint8Array(128).fill(2);
for (const character of ' \t\n\r=/><"\'&?!') nameCharacter[character.charCodeAt(0)] = 0;
for (let code = 0; code < 128; code += 1) if (/\w/.test(String.fromCharCode(code))) nameCharacter[code] = 1;
