import { lazyPart } from '../../ui/lazy-part.tsx';

export { camposPdfQuery, configuracionQuery, type Secuencia, secuenciasQuery } from './api.ts';

export const CamposPdfPanel = lazyPart(async () => (await import('./parts/campos-pdf-panel.tsx')).CamposPdfPanel);
