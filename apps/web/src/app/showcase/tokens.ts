/** The kind of a token, derived from its value. */
export type Kind = 'color' | 'size' | 'weight' | 'space' | 'other';

/** A token of tokens.css with its value in the current theme. */
export interface Token {
  /** Its name: `--accent`. */
  readonly name: string;
  readonly value: string;
  readonly kind: Kind;
}

/** All tokens are declared in one rule, which is identified by the first colour that it sets. */
const anchor = '--bg';

/**
 * Returns the tokens that tokens.css declares, in its order. They are read from the style sheet, so that they are
 * declared only once.
 */
export function readTokens(): Token[] {
  const now = getComputedStyle(document.documentElement);
  return declaredNames()
    .map((name) => ({ name, value: now.getPropertyValue(name).trim() }))
    .filter(({ value }) => value !== '') // the bundler adds empty rules
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
