import { useSyncExternalStore } from 'react';

/** A value of the whole page: changed from anywhere, followed by the components that ask for it. */
export interface SharedValue<T> {
  get(): T;
  /** Gives it a new value, and tells whoever follows it. */
  become(next: T): void;
  /** The value now, in a component, which is drawn again when it changes. */
  use(): T;
  /** Calls back at each change. Gives the way to stop. */
  follow(listener: () => void): () => void;
}

export function sharedValue<T>(initial: T): SharedValue<T> {
  const listeners = new Set<() => void>();
  let value = initial;
  const get = () => value;
  const follow = (listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  };
  return {
    get,
    become(next) {
      value = next;
      for (const listener of listeners) listener();
    },
    use: () => useSyncExternalStore(follow, get),
    follow,
  };
}
