import { lazyPart } from '../../ui/lazy-part.tsx';

export const DemoPanel = lazyPart(async () => (await import('./parts/demo-panel.tsx')).DemoPanel);
