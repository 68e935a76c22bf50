import { type ComponentType, type ReactNode, use, useEffect, useReducer, useRef, useState } from 'react';
import { checkServer, onConnectionChange, useOnline } from '../lib/connection.ts';
import { reloadForNewVersion } from '../lib/new-version.ts';
import { MissingPart } from './missing-part.tsx';
import { partLoader } from './part-loader.ts';
import { Skeleton } from './skeleton.tsx';
import { hasUnsaved } from './unsaved-guard.tsx';

/** A component whose code is a separate chunk. */
type LazyPart<Props> = ((props: Props) => ReactNode) & {
  /** Loads its code, or retries after a failure. It reports no error. */
  readonly preload: () => Promise<void>;
};

/** Time after which code that has not come counts as late: a slow line needs some seconds for the largest file. */
const lateMs = 20_000;

/** Every known lazy part. Loading one may register others. */
const parts = new Set<() => Promise<unknown>>();

/**
 * Creates a component whose code is loaded when it is first rendered. It suspends until then. When the code cannot be
 * loaded, or does not come in time, an error with a retry is shown in its place; the components around it are not
 * affected.
 *
 * @param kind a dialog is closed by its `onClose`
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  kind: 'screen' | 'panel' | 'dialog' = 'panel',
): LazyPart<Props> {
  const loader = partLoader(load, lateMs);

  function Part(props: Props) {
    const [, drawAgain] = useReducer((times: number) => times + 1, 0);
    const isLate = loader.part() === undefined && loader.state() === 'late';
    // Before `use`: React draws a suspended component again from there, and without `use` it takes a later hook for one
    // of an earlier drawing.
    useEffect(() => {
      if (isLate) void loader.settled().then(drawAgain);
    }, [isLate]);
    if (loader.part() === undefined && !isLate) use(loader.begun());
    const Loaded = loader.part();
    if (Loaded) return <Loaded {...props} />;
    const onRetry = () => {
      void loader.load();
      drawAgain();
    };
    const { onClose } = props as { onClose?: () => void };
    return (
      <Missing
        page={kind === 'screen'}
        isLate={isLate}
        onRetry={onRetry}
        onClose={kind === 'dialog' ? onClose : undefined}
      />
    );
  }

  parts.add(loader.load);
  return Object.assign(Part, { preload: loader.load });
}

interface MissingProps {
  page: boolean;
  /** Its code has not come in time, and may still come. */
  isLate: boolean;
  onRetry: () => void;
  onClose: (() => void) | undefined;
}

/**
 * Without a connection, loading is retried when the connection returns. When the server answers, the chunk is missing
 * because a newer version was installed: the page reloads, unless unsaved input would be lost. Code that is late is left
 * to come, and the user may reload.
 */
function Missing({ page, isLate, onRetry, onClose }: MissingProps) {
  const [checked, setChecked] = useState(isLate);
  const online = useOnline();
  const retry = useRef(onRetry);
  retry.current = onRetry;

  useEffect(() => {
    const forget = onConnectionChange((answers) => answers && retry.current());
    if (isLate) return forget;
    checkServer().then((answers) => {
      if (!answers || hasUnsaved() || !reloadForNewVersion()) setChecked(true);
    });
    return forget;
  }, [isLate]);

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
