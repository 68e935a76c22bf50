import { useRef, useState } from 'react';
import type { Download } from '../../lib/api.ts';
import { currentSession } from '../../lib/session.ts';
import { UserFacingError } from '../../lib/user-facing-error.ts';
import { type Options, signFile } from './api.ts';

/** A selected file and its progress. */
export interface Item {
  readonly id: number;
  readonly file: File;
  readonly estado: 'elegido' | 'firmando' | 'firmado' | 'fallido';
  /** The signed file. */
  readonly signed?: Download;
  /** Why it was not signed. */
  readonly failure?: string;
}

/** Number of files signed at the same time: the server has two threads for them. */
const atOnce = 2;

/** The selected files. */
function useItems() {
  const [items, setItems] = useState<readonly Item[]>([]);
  const lastId = useRef(0);
  return {
    items,
    change: (id: number, part: Partial<Item>) =>
      setItems((all) => all.map((item) => (item.id === id ? { ...item, ...part } : item))),
    replace: (files: readonly File[]) =>
      setItems(
        files.map((file) => {
          lastId.current += 1;
          return { id: lastId.current, file, estado: 'elegido' };
        }),
      ),
  };
}

/** The selected files, and their signing. */
export function useSigning() {
  const { items, change, replace } = useItems();
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const running = useRef<AbortController>(undefined);

  /** Selects other files and clears the results of the last ones. */
  function choose(files: readonly File[]) {
    running.current?.abort();
    setBusy(false);
    setFailure(undefined);
    replace(files);
  }

  /** Signs a file. Returns the reason if it failed. */
  async function signOne({ id, file }: Item, rnc: string, options: Options, signal: AbortSignal) {
    change(id, { estado: 'firmando' });
    try {
      change(id, { estado: 'firmado', signed: await signFile(file, rnc, options, signal) });
      return undefined;
    } catch (error) {
      if (signal.aborted) return undefined;
      const reason = error instanceof UserFacingError ? error.message : 'Error desconocido';
      change(id, { estado: 'fallido', failure: reason });
      return reason;
    }
  }

  /** Signs the files that are not signed yet. */
  async function sign(options: Options) {
    const rnc = currentSession()?.rncEmisor ?? '';
    const aborting = new AbortController();
    running.current = aborting;
    setFailure(undefined);
    setBusy(true);
    const waiting = items.filter(({ estado }) => estado !== 'firmado');
    const failures: string[] = [];
    const work = async () => {
      for (let item = waiting.shift(); item && !aborting.signal.aborted; item = waiting.shift()) {
        const reason = await signOne(item, rnc, options, aborting.signal);
        if (reason) failures.push(reason);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    if (aborting.signal.aborted) return;
    setBusy(false);
    if (failures.length === 1) setFailure(failures[0]);
    else if (failures.length > 1) setFailure(`${failures.length} archivos no se firmaron; la lista dice por qué.`);
  }

  return { items, failure, busy, choose, sign, dismiss: () => setFailure(undefined) };
}
