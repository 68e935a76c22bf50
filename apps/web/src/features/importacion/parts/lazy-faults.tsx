import { type ComponentProps, Suspense } from 'react';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { hasFaults } from '../faults.ts';

const FaultPanels = lazyPart(async () => (await import('./import-faults.tsx')).FaultPanels);

/** The problems of an import; nothing when it has none. The code is loaded only when there are any. */
export const ImportFaults = (props: ComponentProps<typeof FaultPanels>) =>
  hasFaults(props.importacion) && (
    <Suspense>
      <FaultPanels {...props} />
    </Suspense>
  );
