import { IconBuilding } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { type Screen, screenAt } from '../../lib/screen.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { readSearch } from './search.ts';

export const screen = {
  key: 'e',
  icon: IconBuilding,
  route: createRoute({
    ...screenAt('clientes', 'plataforma'),
    validateSearch: readSearch,
    component: lazyPart(async () => (await import('./clientes-screen.tsx')).ClientesScreen, 'screen'),
  }),
} satisfies Screen;
