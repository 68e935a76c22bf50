import { createRoute } from '@tanstack/react-router';
import { rootRoute } from '../../lib/root-route.ts';
import { onlyDefined, textParam } from '../../lib/search-params.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

/** The list of the codes, with its search. Not in the menu: it is opened from faults, the palette and the help. */
export const ofEnciclopedia = {
  path: '/enciclopedia',
  staticData: { guide: 'ayuda' },
  validateSearch: (search: Record<string, unknown>): { buscar?: string } =>
    onlyDefined({ buscar: textParam(search.buscar, 64) }),
  component: lazyPart(async () => (await import('./enciclopedia-screen.tsx')).EnciclopediaScreen, 'screen'),
} as const;

/** The article of a code. */
export const ofArticulo = {
  path: '/enciclopedia/$codigo',
  staticData: { guide: 'ayuda' },
  component: lazyPart(async () => (await import('./articulo-screen.tsx')).ArticuloScreen, 'screen'),
} as const;

export const enciclopedia = createRoute({ getParentRoute: () => rootRoute, ...ofEnciclopedia });
export const articulo = createRoute({ getParentRoute: () => rootRoute, ...ofArticulo });
