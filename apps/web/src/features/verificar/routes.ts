import { createRoute } from '@tanstack/react-router';
import { rootRoute } from '../../lib/root-route.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

/**
 * The public page that checks a signed file. Not in the menu: the login, Firmado Digital and the palette link to it.
 */
export const ofVerificar = {
  path: '/verificar',
  staticData: { guide: 'firmado#verificar-archivo' },
  component: lazyPart(async () => (await import('./verificar-screen.tsx')).VerificarScreen, 'screen'),
} as const;

export const verificar = createRoute({ getParentRoute: () => rootRoute, ...ofVerificar });
