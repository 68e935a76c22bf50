import { createRoute } from '@tanstack/react-router';
import { rootRoute } from '../../lib/root-route.ts';
import { onlyGiven } from '../../lib/search-params.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

/** The screen of the simulation, a part of the code of its own. */
export const SimulacionScreen = lazyPart(
  async () => (await import('./simulacion-screen.tsx')).SimulacionScreen,
  'screen',
);

/** The tab of an address: the manual one, where it says nothing else. */
export const readTab = (search: Record<string, unknown>): { tab?: 'batch' } =>
  onlyGiven({ tab: search.tab === 'batch' ? ('batch' as const) : undefined });

/** Its own address. Not in the menu: it is the third step of the certification. */
export const simulacion = createRoute({
  getParentRoute: () => rootRoute,
  path: '/simulacion',
  validateSearch: readTab,
  component: SimulacionScreen,
});
