import { createRoute } from '@tanstack/react-router';
import { rootRoute } from '../../lib/root-route.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { readTab } from './tab.ts';

/** The screen of the simulation, in a separate file of code. */
export const SimulacionScreen = lazyPart(
  async () => (await import('./simulacion-screen.tsx')).SimulacionScreen,
  'screen',
);

/** Its own address. Not in the menu: it is the third step of the certification. */
export const simulacion = createRoute({
  getParentRoute: () => rootRoute,
  path: '/simulacion',
  staticData: { guide: 'simulacion' },
  validateSearch: readTab,
  component: SimulacionScreen,
});
