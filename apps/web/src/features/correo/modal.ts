import { lazyPart } from '../../ui/lazy-part.tsx';

// The code of the dialog is loaded when it is first opened.
export const SendModal = lazyPart(async () => (await import('./send-modal.tsx')).SendModal, 'dialog');
