import { useEffect, useState } from 'react';

/**
 * The text of a field whose typed form differs from the stored value: as typed, then formatted once the field is left.
 *
 * @param value the stored value; a change from elsewhere replaces the text
 * @param read converts a typed text to a value
 * @param show formats a value for display
 * @param onChange receives each new value
 */
export function useTypedText(
  value: string,
  read: (typed: string) => string,
  show: (value: string) => string,
  onChange: (value: string) => void,
) {
  const [typed, setTyped] = useState(() => show(value));
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new value replaces the text
  useEffect(() => {
    if (value !== read(typed)) setTyped(show(value));
  }, [value]);
  return {
    typed,
    type(text: string) {
      setTyped(text);
      if (read(text) !== value) onChange(read(text));
    },
    settle: () => setTyped(show(read(typed))),
  };
}
