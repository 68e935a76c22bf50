import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';

/** Holds the state that an example changes. */
export function Choosing<Value>({
  first,
  children,
}: {
  first: Value;
  children: (now: Value, set: (next: Value) => void) => ReactNode;
}) {
  const [now, set] = useState(first);
  return children(now, set);
}

/** A button that opens an overlay. The overlay receives the callback that closes it. */
export const Opening = ({ name, children }: { name: string; children: (close: () => void) => ReactNode }) => (
  <Choosing first={false}>
    {(opened, set) => (
      <>
        <Button onClick={() => set(true)}>{name}</Button>
        {opened && children(() => set(false))}
      </>
    )}
  </Choosing>
);
