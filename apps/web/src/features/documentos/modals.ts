import { lazy } from 'react';

// Dialogs travel when they are first opened, not with the screen that opens them.
export const AnswerModal = lazy(async () => ({ default: (await import('./answer-modal.tsx')).AnswerModal }));
export const EditModal = lazy(async () => ({ default: (await import('./edit-modal.tsx')).EditModal }));
export const XmlModal = lazy(async () => ({ default: (await import('./xml-modal.tsx')).XmlModal }));
