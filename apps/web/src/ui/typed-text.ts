import { useEffect, useState } from 'react';

/**
 * The text of a field that is typed in one form and stored in another: as it is typed, then as it is shown once it is left.
 *
 * @param value the stored value; one that changed elsewhere takes the place of the text
 * @param read the value of a typed text
 * @param show a value as it is shown
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
