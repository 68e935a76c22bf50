import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, Suspense, useCallback, useEffect, useId, useRef, useState } from 'react';
import card from '../../../ui/card.module.css';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import styles from './guide.module.css';
import type { Found } from './search-guide.ts';

/** The search has the texts of every chapter: they are loaded with the first word. */
const GuideResults = lazyPart(async () => (await import('./guide-results.tsx')).GuideResults);

const typing = 'input, textarea, select, [contenteditable="true"]';

/** The search of the guide. While something is typed, its results are in the place of the page. */
export function GuideSearch({ children }: { children: ReactNode }) {
  const { buscar = '' } = useSearch({ strict: false }) as { buscar?: string };
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const listId = useId();
  const [typed, setTyped] = useState(buscar);
  const [found, setFound] = useState<readonly Found[]>([]);
  const [at, setAt] = useState(0);
  const current = Math.max(0, Math.min(at, found.length - 1));
  const isOpen = typed.trim() !== '';

  useEffect(() => setTyped(buscar), [buscar]);
  useSlash(field);
  const take = useCallback((next: readonly Found[]) => {
    setFound(next);
    setAt(0);
  }, []);

  async function open({ capitulo, hash }: Found) {
    // The search stays in the address that Back returns to.
    await navigate({ to: '.', search: { buscar: typed.trim() }, replace: true, resetScroll: false });
    await navigate({ to: '/guia/$capitulo', params: { capitulo }, ...(hash !== undefined && { hash }) });
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!isOpen || found.length === 0) return;
    if (step !== undefined) {
      event.preventDefault();
      const next = (current + step + found.length) % found.length;
      setAt(next);
      document.getElementById(`${listId}-${next}`)?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const chosen = found[current];
      if (chosen !== undefined) void open(chosen);
    }
  }

  return (
    <div className={card.stack}>
      <search className={styles.search}>
        <TextInput
          ref={field}
          type="search"
          role="combobox"
          aria-label="Buscar en la guía"
          aria-expanded={isOpen}
          aria-controls={listId}
          aria-activedescendant={isOpen && found.length > 0 ? `${listId}-${current}` : undefined}
          autoComplete="off"
          placeholder="Buscar en la guía: anular, rango, 606…"
          leftSection={<IconSearch size={16} aria-hidden="true" />}
          maxLength={64}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
      </search>
      {isOpen ? (
        <Suspense fallback={<Skeleton rows={6} label="Cargando la guía" />}>
          <GuideResults
            typed={typed}
            listId={listId}
            current={current}
            onFound={take}
            onPoint={setAt}
            onOpen={(one) => void open(one)}
            onClear={() => {
              setTyped('');
              field.current?.focus();
            }}
          />
        </Suspense>
      ) : (
        children
      )}
    </div>
  );
}

/** The key `/` focuses the search; without a session no shell does it. */
function useSlash(field: React.RefObject<HTMLInputElement | null>) {
  useEffect(() => {
    function onKey(event: globalThis.KeyboardEvent) {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if ((event.target as Element).closest(typing) || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      field.current?.focus();
    }
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [field]);
}
