import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';

interface Props {
  loading: boolean;
  /** The last page could not be loaded: only the button retries. */
  failed?: boolean;
  onLoad: () => void;
}

/** The end of a list with more pages. Scrolling to it, or its button, loads the next page. */
export function LoadMore({ loading, failed = false, onLoad }: Props) {
  const end = useRef<HTMLDivElement>(null);
  const load = useRef(onLoad);
  load.current = onLoad;
  // Runs at every render: an observer reports only changes, and after a cancelled request the end is still visible.
  useEffect(() => {
    if (loading || failed) return;
    // On a busy page several changes arrive at once, oldest first. Only the last one reports whether the end is visible
    // now.
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
