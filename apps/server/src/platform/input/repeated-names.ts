/**
 * Finds a name that an object of a JSON text has twice, letter for letter or by an escape. `JSON.parse` keeps the last of
 * them, so the other value would be lost without a word.
 *
 * @param json valid JSON
 * @param value what `JSON.parse` made of it
 * @returns the first such name; undefined if there is none
 */
export function findRepeatedName(json: string, value: unknown): string | undefined {
  return countNames(json) === countKeys(value) ? undefined : firstRepeated(json);
}

/** How many names of members a JSON text has. */
function countNames(json: string): number {
  let count = 0;
  for (const { isName } of stringsOf(json)) if (isName) count += 1;
  return count;
}

/** How many members the objects of a value have. Nesting has no limit here. */
function countKeys(value: unknown): number {
  let count = 0;
  const waiting = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next !== 'object' || next === null) continue;
    const members: readonly unknown[] = Array.isArray(next) ? next : Object.values(next);
    if (!Array.isArray(next)) count += members.length;
    for (const member of members) if (typeof member === 'object') waiting.push(member);
  }
  return count;
}

/** A string of a JSON text, with its quotation marks. */
interface JsonString {
  readonly start: number;
  readonly end: number;
  readonly isName: boolean;
}

function* stringsOf(json: string): Iterable<JsonString> {
  for (let start = json.indexOf('"'); start >= 0; ) {
    let end = json.indexOf('"', start + 1);
    while (isEscaped(json, end)) end = json.indexOf('"', end + 1);
    let after = end + 1;
    while (/\s/.test(json[after] ?? '')) after += 1;
    yield { start, end: end + 1, isName: json[after] === ':' };
    start = json.indexOf('"', after);
  }
}

/** Whether an odd number of backslashes precedes a character. */
function isEscaped(json: string, at: number): boolean {
  let first = at;
  while (json[first - 1] === '\\') first -= 1;
  return (at - first) % 2 === 1;
}

function firstRepeated(json: string): string | undefined {
  const objects: Set<string>[] = [];
  let before = 0;
  for (const { start, end, isName } of stringsOf(json)) {
    for (const bracket of json.slice(before, start).match(/[{}]/g) ?? [])
      if (bracket === '{') objects.push(new Set());
      else objects.pop();
    before = end;
    if (!isName) continue;
    const name = JSON.parse(json.slice(start, end)) as string;
    if (objects.at(-1)?.has(name)) return name;
    objects.at(-1)?.add(name);
  }
  return undefined;
}
