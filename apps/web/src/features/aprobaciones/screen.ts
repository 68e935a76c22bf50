import { IconChecks } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { type Screen, screenAt } from '../../lib/screen.ts';
import { onlyGiven, textParam } from '../../lib/search-params.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

export const screen = {
  key: 'b',
  icon: IconChecks,
  route: createRoute({
    ...screenAt('aprobaciones'),
    validateSearch: (search): { buscar?: string } => onlyGiven({ buscar: textParam(search.buscar, 100) }),
    component: lazyPart(async () => (await import('./aprobaciones-screen.tsx')).AprobacionesScreen, 'screen'),
  }),
} satisfies Screen;
