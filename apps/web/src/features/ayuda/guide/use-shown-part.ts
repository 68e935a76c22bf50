import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Shows and focuses the part that the address names, once the texts that have it are drawn. */
export function useShownPart(): void {
  const { hash } = useLocation();
  useEffect(() => {
    const part = hash === '' ? null : document.getElementById(hash);
    if (part === null) return;
    // After the shell, which focuses the new screen.
    const frame = requestAnimationFrame(() => {
      part.scrollIntoView({ block: 'start' });
      part.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [hash]);
}
