import { lazyPart } from '../../ui/lazy-part.tsx';

// The code of each dialog is loaded when it is first opened, not with the screen.
export const AnswerModal = lazyPart(async () => (await import('./answer-modal.tsx')).AnswerModal, 'dialog');
export const EditModal = lazyPart(async () => (await import('./edit-modal.tsx')).EditModal, 'dialog');
export const SettleModal = lazyPart(async () => (await import('./settle-modal.tsx')).SettleModal, 'dialog');
export const XmlModal = lazyPart(async () => (await import('./xml-modal.tsx')).XmlModal, 'dialog');
