/** The name of each mark and its colour. The name is always shown too. */
const marks = {
  dato: { words: 'Del comprobante', tone: 'mute' },
  calculado: { words: 'Calculado', tone: 'mute' },
  estimado: { words: 'Estimado', tone: 'info' },
  respondido: { words: 'Respondido', tone: 'ok' },
  pendiente: { words: 'Pendiente', tone: 'warn' },
} as const;

/** The name and the tone of a mark; a newer server may send unknown ones. */
export const wordsOfMark = (mark: string): { words: string; tone: 'mute' | 'info' | 'warn' | 'ok' | 'bad' } =>
  Object.hasOwn(marks, mark) ? marks[mark as keyof typeof marks] : { words: mark, tone: 'mute' };
