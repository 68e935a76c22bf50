import { IconBuilding } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { type Screen, screenAt } from '../../lib/screen.ts';
import { onlyGiven, textParam } from '../../lib/search-params.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

export const screen = {
  key: 'e',
  icon: IconBuilding,
  route: createRoute({
    ...screenAt('clientes'),
    validateSearch: (search): { buscar?: string } => onlyGiven({ buscar: textParam(search.buscar, 100) }),
    component: lazyPart(async () => (await import('./clientes-screen.tsx')).ClientesScreen, 'screen'),
  }),
} satisfies Screen;
