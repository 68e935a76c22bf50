import { IconChecks } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { type Screen, screenAt } from '../../lib/screen.ts';
import { onlyDefined, textParam } from '../../lib/search-params.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

interface Search {
  buscar?: string;
  /** The history; otherwise the pending requests. */
  ver?: 'decididas';
}

export const screen = {
  key: 'b',
  icon: IconChecks,
  route: createRoute({
    ...screenAt('aprobaciones', 'plataforma#aprobar-solicitudes'),
    validateSearch: (search): Search =>
      onlyDefined({ buscar: textParam(search.buscar, 100), ver: search.ver === 'decididas' ? 'decididas' : undefined }),
    component: lazyPart(async () => (await import('./aprobaciones-screen.tsx')).AprobacionesScreen, 'screen'),
  }),
} satisfies Screen;
