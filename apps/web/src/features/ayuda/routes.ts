import { createRoute } from '@tanstack/react-router';
import { rootRoute } from '../../lib/root-route.ts';
import { onlyDefined, textParam } from '../../lib/search-params.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const validateSearch = (search: Record<string, unknown>): { buscar?: string } =>
  onlyDefined({ buscar: textParam(search.buscar, 64) });

/** The guide: its table of contents and its search. Not in the menu: every screen links to it. */
export const ofGuia = {
  path: '/guia',
  validateSearch,
  component: lazyPart(async () => (await import('./guide/guide-screen.tsx')).GuideScreen, 'screen'),
} as const;

/** A chapter of the guide, or its terms. */
export const ofCapitulo = {
  path: '/guia/$capitulo',
  validateSearch,
  component: lazyPart(async () => (await import('./guide/chapter-screen.tsx')).ChapterScreen, 'screen'),
} as const;

export const guia = createRoute({ getParentRoute: () => rootRoute, ...ofGuia });
export const capitulo = createRoute({ getParentRoute: () => rootRoute, ...ofCapitulo });
