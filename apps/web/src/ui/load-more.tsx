import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';

interface Props {
  loading: boolean;
  /** The last page could not be loaded: only the button tries again. */
  failed?: boolean;
  onLoad: () => void;
}

/** The end of a list with more pages. Scrolling to it, or its button, loads the next page. */
export function LoadMore({ loading, failed = false, onLoad }: Props) {
  const end = useRef<HTMLDivElement>(null);
  const load = useRef(onLoad);
  load.current = onLoad;
  // At every render: an observer reports only changes, and after a request that was cancelled the end is still in sight.
  useEffect(() => {
    if (loading || failed) return;
    // A busy page is given several changes at once, oldest first: only the last says whether the end is in sight now.
    const sight = new IntersectionObserver((changes) => changes.at(-1)?.isIntersecting && load.current());
    sight.observe(end.current!);
    return () => sight.disconnect();
  });
  return (
    <div ref={end}>
      <Button loading={loading} onClick={onLoad}>
        Cargar más
      </Button>
    </div>
  );
}
