import { createRoute } from '@tanstack/react-router';
import { rootRoute } from '../../lib/root-route.ts';
import { onlyGiven, textParam } from '../../lib/search-params.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

/** The list of the codes, with its search. Not in the menu: faults, the palette and the help lead to it. */
export const enciclopedia = createRoute({
  getParentRoute: () => rootRoute,
  path: '/enciclopedia',
  validateSearch: (search): { buscar?: string } => onlyGiven({ buscar: textParam(search.buscar, 64) }),
  component: lazyPart(async () => (await import('./enciclopedia-screen.tsx')).EnciclopediaScreen, 'screen'),
});

/** The article of a code. */
export const articulo = createRoute({
  getParentRoute: () => rootRoute,
  path: '/enciclopedia/$codigo',
  component: lazyPart(async () => (await import('./articulo-screen.tsx')).ArticuloScreen, 'screen'),
});
