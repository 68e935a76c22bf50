import { lazyPart } from '../../ui/lazy-part.tsx';

export const EnlacesPanel = lazyPart(async () => (await import('./parts/enlaces-panel.tsx')).EnlacesPanel);
export const ShareModal = lazyPart(async () => (await import('./share-modal.tsx')).ShareModal, 'dialog');
