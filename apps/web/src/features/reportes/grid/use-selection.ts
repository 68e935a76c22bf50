import { useState } from 'react';
import { formatCounted } from '../../../lib/format.ts';
import { useMutation } from '../../../lib/mutation.ts';
import type { Comprobante } from '../api.ts';
import { type Changes, countOf, sameAnswer, suggestionsOf, undoOf } from './bulk.ts';

/** The last bulk answer, and the changes that undo it. */
interface Answered {
  readonly words: string;
  readonly undo: Changes;
}

interface Options {
  /** The loaded rows. */
  readonly rows: readonly Comprobante[];
  /** Reads all rows of the month that lack an answer. */
  readonly readPending: () => Promise<readonly Comprobante[]>;
  readonly put: (changes: Changes) => void;
}

const nobody: ReadonlySet<string> = new Set();

/** The selected receipts, also those that are not loaded, and the answers for all of them at once. */
export function useSelection({ rows, readPending, put }: Options) {
  const [selected, setSelected] = useState(nobody);
  /** Rows that were selected without being loaded. */
  const [beyond, setBeyond] = useState<readonly Comprobante[]>([]);
  const [answered, setAnswered] = useState<Answered>();
  const loaded = new Map([...beyond, ...rows].map((row) => [row.id, row]));
  const chosen = [...selected].flatMap((id) => loaded.get(id) ?? []);

  const clear = () => {
    setSelected(nobody);
    setBeyond([]);
  };
  const selectingAll = useMutation({
    mutationFn: readPending,
    onSuccess: (pending) => {
      setBeyond(pending);
      setSelected(new Set(pending.map(({ id }) => id)));
    },
  });
  function answer(changes: Changes): void {
    const fields = formatCounted(countOf(changes), 'respuesta guardada', 'respuestas guardadas');
    setAnswered({
      words: `${fields} en ${formatCounted(changes.length, 'comprobante')}.`,
      undo: undoOf(changes, chosen),
    });
    put(changes);
  }
  const suggestions = suggestionsOf(chosen);
  return {
    selected,
    setSelected,
    chosen,
    clear,
    selectingAll,
    /** How many suggestions the selected receipts have. */
    suggested: countOf(suggestions),
    acceptSuggestions: () => answer(suggestions),
    answerAll: (key: string, value: string | null) => answer(sameAnswer(chosen, key, value)),
    answered,
    undo() {
      if (answered !== undefined) put(answered.undo);
      setAnswered(undefined);
    },
    dismiss: () => setAnswered(undefined),
  };
}
