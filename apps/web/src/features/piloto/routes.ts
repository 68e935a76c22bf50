import { createRoute } from '@tanstack/react-router';
import { rootRoute } from '../../lib/root-route.ts';
import { onlyDefined, textParam } from '../../lib/search-params.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

/** The pilot of the certification. Not in the menu: the certification links to it. */
export const piloto = createRoute({
  getParentRoute: () => rootRoute,
  path: '/piloto',
  staticData: { guide: 'piloto' },
  validateSearch: (search): { paso?: string } => onlyDefined({ paso: textParam(search.paso, 2) }),
  component: lazyPart(async () => (await import('./piloto-screen.tsx')).PilotoScreen, 'screen'),
});
