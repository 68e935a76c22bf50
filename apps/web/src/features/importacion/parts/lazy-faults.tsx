import { lazyPart } from '../../../ui/lazy-part.tsx';

/** What is wrong with an import. Its code is loaded when something is. */
export const ImportFaults = lazyPart(async () => (await import('./import-faults.tsx')).ImportFaults);
