/** What a token is for, told from its value. */
export type Kind = 'color' | 'size' | 'weight' | 'space' | 'other';

/** A token of tokens.css as it stands now, in the theme in force. */
export interface Token {
  /** `--accent`. */
  readonly name: string;
  readonly value: string;
  readonly kind: Kind;
}

/** Every token is declared in one rule, known by the first colour that it sets. */
const anchor = '--bg';

/** The tokens that tokens.css declares, in its order, read from the sheet itself: none is written a second time. */
export function readTokens(): Token[] {
  const now = getComputedStyle(document.documentElement);
  return declaredNames()
    .map((name) => ({ name, value: now.getPropertyValue(name).trim() }))
    .filter(({ value }) => value !== '') // the bundler adds empty ones of its own
    .map((token) => ({ ...token, kind: kindOf(token.name, token.value) }));
}

function declaredNames(): string[] {
  for (const sheet of document.styleSheets) {
    for (const rule of sheet.cssRules) {
      if (rule instanceof CSSStyleRule && rule.selectorText === ':root' && rule.style.getPropertyValue(anchor)) {
        return [...rule.style].filter((property) => property.startsWith('--'));
      }
    }
  }
  return [];
}

function kindOf(name: string, value: string): Kind {
  if (name.startsWith('--size-')) return 'size';
  if (name.startsWith('--weight-')) return 'weight';
  if (CSS.supports('color', value)) return 'color';
  return CSS.supports('width', value) ? 'space' : 'other';
}
