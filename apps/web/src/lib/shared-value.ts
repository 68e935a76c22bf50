import { useSyncExternalStore } from 'react';

/** A value shared by the whole page: it can be set from any module, and components can subscribe to it. */
interface SharedValue<T> {
  get(): T;
  /** Sets the value and notifies the subscribers. */
  set(next: T): void;
  /** Hook that returns the value and renders again when it changes. */
  use(): T;
  /** Calls back at each change. Returns the function that unsubscribes. */
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
    set(next) {
      value = next;
      for (const listener of listeners) listener();
    },
    use: () => useSyncExternalStore(follow, get, get),
    follow,
  };
}
