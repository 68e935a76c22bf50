import { lazyPart } from '../../../ui/lazy-part.tsx';

/** The problems of an import. The code is loaded only when there are any. */
export const ImportFaults = lazyPart(async () => (await import('./import-faults.tsx')).ImportFaults);
