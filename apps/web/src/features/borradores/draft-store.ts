import { createContext, useContext, useSyncExternalStore } from 'react';
import type { DraftFault } from './fault-words.ts';
import type { Judgement } from './judge.ts';
import { type Node, nodeAt, type Tree, textAt, withAt } from './tree.ts';

/** The draft of a screen and the results of judging it. */
interface DraftState {
  readonly tree: Tree;
  /** Undefined until the draft is judged for the first time. */
  readonly judgement: Judgement | undefined;
  /** The faults with which the server refused to issue the draft. The next change clears them. */
  readonly refused: readonly DraftFault[];
  /**
   * Fields that the user has left. Their faults are shown. All faults are shown once the user tried to issue the draft.
   */
  readonly left: ReadonlySet<string>;
  readonly showsAll: boolean;
}

/** Holds a draft. Each field subscribes to its own part, so that typing renders one field again. */
export function createDraftStore(tree: Tree) {
  let state: DraftState = { tree, judgement: undefined, refused: [], left: new Set(), showsAll: false };
  const listeners = new Set<() => void>();
  let judgedTree: Tree | undefined;
  /** Fields that were left before their current content was judged. */
  let leaving: readonly string[] = [];
  const change = (part: Partial<DraftState>) => {
    state = { ...state, ...part };
    for (const hear of listeners) hear();
  };
  return {
    state: () => state,
    subscribe(hear: () => void) {
      listeners.add(hear);
      return () => void listeners.delete(hear);
    },
    setTree: (next: Tree) => change({ tree: next, refused: [] }),
    set: (path: string, node: Node | undefined) => change({ tree: withAt(state.tree, path, node), refused: [] }),
    /** Shows the faults of a field from now on: those of its current content, not those of the last judgement. */
    leave(path: string) {
      if (state.left.has(path)) return;
      if (judgedTree === state.tree) change({ left: new Set([...state.left, path]) });
      else leaving = [...leaving, path];
    },
    judged(judgement: Judgement) {
      judgedTree = state.tree;
      const left = leaving.length === 0 ? state.left : new Set([...state.left, ...leaving]);
      leaving = [];
      change({ judgement, left });
    },
    refuse: (refused: readonly DraftFault[]) => change({ refused, showsAll: true }),
    showAll: () => change({ showsAll: true }),
  };
}

export type DraftStore = ReturnType<typeof createDraftStore>;

const Store = createContext<DraftStore | undefined>(undefined);
export const DraftProvider = Store.Provider;

/** The draft of the screen. */
export function useDraftStore(): DraftStore {
  const store = useContext(Store);
  if (store === undefined) throw new Error('There is no draft here');
  return store;
}

/**
 * A part of the state. The component renders again when it changes.
 *
 * @param select returns an identical value while its part is unchanged
 */
export function useDraft<T>(select: (state: DraftState) => T): T {
  const store = useDraftStore();
  return useSyncExternalStore(store.subscribe, () => select(store.state()));
}

/** The text of an element, and the fault that its field shows. */
export function useField(path: string) {
  const store = useDraftStore();
  const value = useDraft(({ tree }) => textAt(tree, path));
  const error = useDraft((state) => shownFault(state, path));
  return {
    value,
    error,
    set: (text: string) => store.set(path, text === '' ? undefined : text),
    leave: () => store.leave(path),
  };
}

/** The number of occurrences of a repeated element. */
export const useCount = (path: string): number =>
  useDraft(({ tree }) => {
    const node = nodeAt(tree, path);
    return Array.isArray(node) ? node.length : node === undefined ? 0 : 1;
  });

/** The fault that a field shows; undefined for none. */
export const shownFault = ({ judgement, refused, left, showsAll }: DraftState, path: string): string | undefined => {
  const isHere = (fault: DraftFault) => fault.path === path && !fault.isNotice;
  const refusal = refused.find(isHere);
  if (refusal) return refusal.message;
  return showsAll || left.has(path) ? judgement?.faults.find(isHere)?.message : undefined;
};
