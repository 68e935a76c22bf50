import { createRoute } from '@tanstack/react-router';
import { rootRoute } from '../../lib/root-route.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

/** The public page that examines a document. Not in the menu: the login and the palette link to it. */
export const ofEnsayo = {
  path: '/ensayo',
  staticData: { guide: 'ensayo#ensayar-xml' },
  component: lazyPart(async () => (await import('./ensayo-screen.tsx')).EnsayoScreen, 'screen'),
} as const;

export const ensayo = createRoute({ getParentRoute: () => rootRoute, ...ofEnsayo });
