import { createRoute } from '@tanstack/react-router';
import { rootRoute } from '../../lib/root-route.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

/** The screen of the commercial approvals, in a separate file of code. */
export const AprobacionScreen = lazyPart(
  async () => (await import('./aprobacion-screen.tsx')).AprobacionScreen,
  'screen',
);

/** Its own address. Not in the menu: it is the second step of the certification. */
export const aprobacionComercial = createRoute({
  getParentRoute: () => rootRoute,
  path: '/aprobacion-comercial',
  staticData: { guide: 'piloto' },
  component: AprobacionScreen,
});
