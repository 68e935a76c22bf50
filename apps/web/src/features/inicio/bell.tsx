import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { Suspense, useEffect, useId, useRef, useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { avisosQuery } from './avisos-query.ts';
import styles from './bell.module.css';

const AvisoList = lazyPart(async () => (await import('./parts/aviso-list.tsx')).AvisoList);

/** The button with the number of notices, and their list. The browser closes the list and restores the focus. */
export function Bell() {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState(false);
  const { data, error } = useQuery(avisosQuery);
  const count = data?.length ?? 0;
  const address = useRouterState({ select: ({ location }) => location.href });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address closes the list
  useEffect(() => list.current?.hidePopover(), [address]);
  return (
    <span className={styles.anchor}>
      <button
        type="button"
        className={styles.bell}
        aria-label={count === 0 ? 'Avisos' : `Avisos: ${count}`}
        popoverTarget={id}
      >
        <IconBell size={20} stroke={1.7} aria-hidden="true" />
        {count > 0 && <span data-urgent={data?.some(({ urgente }) => urgente)}>{count}</span>}
      </button>
      <div
        ref={list}
        id={id}
        popover="auto"
        role="dialog"
        tabIndex={-1}
        aria-label="Avisos"
        className={styles.list}
        onToggle={({ newState }) => {
          setOpened(newState === 'open');
          if (newState === 'open') list.current?.focus();
        }}
      >
        <h2>Avisos</h2>
        {error && data === undefined && <p>{messageOf(error)}</p>}
        {opened && (
          <Suspense fallback={<Skeleton rows={3} />}>
            {data ? <AvisoList avisos={data} /> : !error && <Skeleton rows={3} />}
          </Suspense>
        )}
      </div>
    </span>
  );
}
