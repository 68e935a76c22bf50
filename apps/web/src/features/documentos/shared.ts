import { lazyPart } from '../../ui/lazy-part.tsx';

export { type DocumentoRef, downloadPdf, downloadXml, type Forma, formas, readDocumento } from './api.ts';

// The code of each part is loaded when it is first shown, not with the screen.
export const PrintedPages = lazyPart(async () => (await import('./printed-pages.tsx')).PrintedPages);
export const PrintedPaper = lazyPart(async () => (await import('./printed-paper.tsx')).PrintedPaper);
export const AnnulModal = lazyPart(async () => (await import('./annul-modal.tsx')).AnnulModal, 'dialog');
export const AnswerModal = lazyPart(async () => (await import('./answer-modal.tsx')).AnswerModal, 'dialog');
export const EditModal = lazyPart(async () => (await import('./edit-modal.tsx')).EditModal, 'dialog');
export const JsonModal = lazyPart(async () => (await import('./json-modal.tsx')).JsonModal, 'dialog');
export const PrintedModal = lazyPart(async () => (await import('./printed-modal.tsx')).PrintedModal, 'dialog');
export const QrModal = lazyPart(async () => (await import('./qr-modal.tsx')).QrModal, 'dialog');
export const RehearsalAnswer = lazyPart(async () => (await import('./rehearsal-answer.tsx')).RehearsalAnswer, 'dialog');
export const SettleListModal = lazyPart(
  async () => (await import('./settle-list-modal.tsx')).SettleListModal,
  'dialog',
);
export const SettleModal = lazyPart(async () => (await import('./settle-modal.tsx')).SettleModal, 'dialog');
export const XmlModal = lazyPart(async () => (await import('./xml-modal.tsx')).XmlModal, 'dialog');
