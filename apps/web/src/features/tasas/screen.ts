import { IconPercentage } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { type Screen, screenAt } from '../../lib/screen.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { readSearch } from './search.ts';

export const screen = {
  key: 'v',
  icon: IconPercentage,
  route: createRoute({
    ...screenAt('tasas', 'plataforma#cargar-tasas'),
    validateSearch: readSearch,
    component: lazyPart(async () => (await import('./tasas-screen.tsx')).TasasScreen, 'screen'),
  }),
} satisfies Screen;
