import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useMenu } from '../lib/menu.ts';
import type { Entry } from '../lib/menu-rules.ts';
import { alone, keys } from './screens.ts';

const sequenceMs = 1_500;
const typing = 'input, textarea, select, [contenteditable="true"]';

/** The key that opens a screen, after `g`. */
export const keyOf = ({ id }: Entry): string | undefined => keys[id];

/** The shortcuts that work on every screen, as the help lists them. */
export function useShortcutList() {
  const { items } = useMenu();
  return [
    { keys: 'Ctrl K', does: 'Abrir la paleta de comandos' },
    { keys: '/', does: 'Buscar en esta pantalla' },
    ...items
      .filter((item) => item.habilitado && keyOf(item))
      .map((item) => ({
        keys: alone.has(item.id) ? `${keyOf(item)}` : `g ${keyOf(item)}`,
        does: `Ir a ${item.nombre}`,
      })),
    { keys: '?', does: 'Ver estos atajos' },
  ];
}

/** Listens for {@link useShortcutList}. Keys typed into a field or while a dialog is open are ignored. */
export function useShortcuts({ openPalette, openHelp }: { openPalette: () => void; openHelp: () => void }): void {
  const navigate = useNavigate();
  const { items } = useMenu();
  const known = useRef(items);
  known.current = items;

  useEffect(() => {
    // The page itself is younger than a sequence at first: 0 would count as a `g`.
    let wentAt = Number.NEGATIVE_INFINITY;
    function onKey(event: KeyboardEvent) {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        openPalette();
        return;
      }
      const busy = (event.target as Element).closest(typing) || document.querySelector('dialog[open]');
      if (busy || event.ctrlKey || event.metaKey || event.altKey) return;

      const screen = known.current.find((item) => item.habilitado && keyOf(item) === event.key);
      if (screen && (alone.has(screen.id) || event.timeStamp - wentAt < sequenceMs)) {
        navigate({ to: screen.ruta });
        wentAt = Number.NEGATIVE_INFINITY;
      } else if (event.key === 'g') {
        wentAt = event.timeStamp;
      } else if (event.key === '/') {
        const search = document.querySelector<HTMLInputElement>('input[type="search"]');
        if (!search) return;
        event.preventDefault();
        search.focus();
      } else if (event.key === '?') {
        openHelp();
      }
    }
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [navigate, openPalette, openHelp]);
}
