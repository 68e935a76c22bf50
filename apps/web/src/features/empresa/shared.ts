import { lazyPart } from '../../ui/lazy-part.tsx';

export { empresaQuery, saveDatos } from './api.ts';

// Loaded on demand: they include the table of provinces and municipalities.
export const DatosFields = lazyPart(async () => (await import('./parts/datos-fields.tsx')).DatosFields);
export const DatosPanel = lazyPart(async () => (await import('./parts/datos-panel.tsx')).DatosPanel);
export const DatosStep = lazyPart(async () => (await import('./parts/datos-step.tsx')).DatosStep);
