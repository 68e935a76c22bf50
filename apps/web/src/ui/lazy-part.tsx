import { type ComponentType, type ReactNode, use, useEffect, useReducer, useRef, useState } from 'react';
import { checkServer, onConnectionChange, useOnline } from '../lib/connection.ts';
import { reloadForNewVersion } from '../lib/new-version.ts';
import { MissingPart } from './missing-part.tsx';
import { Skeleton } from './skeleton.tsx';
import { hasUnsaved } from './unsaved-guard.tsx';

/** A component whose code is a separate chunk. */
type LazyPart<Props> = ((props: Props) => ReactNode) & {
  /** Loads its code, or retries after a failure. It reports no error. */
  readonly preload: () => Promise<void>;
};

/** Every known lazy part. Loading one may register others. */
const parts = new Set<() => Promise<unknown>>();

/**
 * Creates a component whose code is loaded when it is first rendered. It suspends until then. When the code cannot be
 * loaded, an error with a retry is shown in its place; the components around it are not affected.
 *
 * @param kind a dialog is closed by its `onClose`
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  kind: 'screen' | 'panel' | 'dialog' = 'panel',
): LazyPart<Props> {
  let loaded: ComponentType<Props> | undefined;
  let coming: Promise<void> | undefined;
  let failed = false;

  function preload(): Promise<void> {
    if (failed) coming = undefined;
    failed = false;
    coming ??= load().then(
      (component) => {
        loaded = component;
      },
      () => {
        failed = true;
      },
    );
    return coming;
  }

  function Part(props: Props) {
    const [, drawAgain] = useReducer((times: number) => times + 1, 0);
    if (loaded === undefined) use(coming ?? preload());
    const Loaded = loaded;
    if (Loaded) return <Loaded {...props} />;
    const onRetry = () => {
      void preload();
      drawAgain();
    };
    const { onClose } = props as { onClose?: () => void };
    return <Missing page={kind === 'screen'} onRetry={onRetry} onClose={kind === 'dialog' ? onClose : undefined} />;
  }

  parts.add(preload);
  return Object.assign(Part, { preload });
}

interface MissingProps {
  page: boolean;
  onRetry: () => void;
  onClose: (() => void) | undefined;
}

/**
 * Without a connection, loading is retried when the connection returns. When the server answers, the chunk is missing
 * because a newer version was installed: the page reloads, unless unsaved input would be lost.
 */
function Missing({ page, onRetry, onClose }: MissingProps) {
  const [checked, setChecked] = useState(false);
  const online = useOnline();
  const retry = useRef(onRetry);
  retry.current = onRetry;

  useEffect(() => {
    const forget = onConnectionChange((answers) => answers && retry.current());
    checkServer().then((answers) => {
      if (!answers || hasUnsaved() || !reloadForNewVersion()) setChecked(true);
    });
    return forget;
  }, []);

  if (!checked) return <Skeleton rows={4} />;
  return <MissingPart online={online} page={page} onRetry={onRetry} onClose={onClose} />;
}

const idle = () => new Promise((resolve) => (window.requestIdleCallback ?? setTimeout)(resolve));
let fetchingAhead = false;

/**
 * Preloads the code of every part, one after another while the browser is idle, so that each opens without a
 * connection.
 */
export async function fetchPartsAhead(): Promise<void> {
  if (fetchingAhead || ('connection' in navigator && (navigator.connection as { saveData?: boolean }).saveData)) return;
  fetchingAhead = true;
  performance.mark(aheadMark);
  for (const preload of parts) {
    await idle();
    await preload();
  }
}

/** When the preloading began, for measurements. */
const aheadMark = 'timbre:ahead';
