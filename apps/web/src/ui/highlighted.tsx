import styles from './highlighted.module.css';

type Kind = 'name' | 'attribute' | 'value' | 'mark';

/** The coloured parts of each language: a pattern with one group for each entry of `kinds`, in that order. */
const grammars = {
  xml: {
    pattern: /(<[/?]?)|([/?]?>)|(?<=<[/?]?)([\w:.-]+)|(?<=\s)([\w:.-]+)(?==")|("[^"<]*")(?=[\s/?>])/g,
    kinds: ['mark', 'mark', 'name', 'attribute', 'value'],
  },
  json: {
    pattern: /("(?:[^"\\]|\\.)*")(?=\s*:)|("(?:[^"\\]|\\.)*")|\b(true|false|null|-?\d[\d.eE+-]*)\b/g,
    kinds: ['name', 'value', 'attribute'],
  },
} as const satisfies Record<string, { pattern: RegExp; kinds: readonly Kind[] }>;

/** A longer text is shown in one colour, because each coloured part is an element of the page. */
const most = 100_000;

interface Props {
  language: keyof typeof grammars;
  text: string;
}

/** A text with the names and values of its language in colour. */
export function Highlighted({ language, text }: Props) {
  if (text.length > most) return text;
  const { pattern, kinds } = grammars[language];
  const parts = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    const kind = kinds[match.slice(1).findIndex((group) => group !== undefined)];
    if (match.index > end) parts.push(text.slice(end, match.index));
    end = match.index + match[0].length;
    parts.push(
      <span key={match.index} className={kind && styles[kind]}>
        {match[0]}
      </span>,
    );
  }
  return [...parts, text.slice(end)];
}
