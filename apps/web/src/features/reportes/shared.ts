import { lazyPart } from '../../ui/lazy-part.tsx';

export const DuePanel = lazyPart(async () => (await import('./parts/due-panel.tsx')).DuePanel);
