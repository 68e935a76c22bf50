import { IconBriefcase } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { type Screen, screenAt } from '../../lib/screen.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { readFilters } from './filters.ts';

export const screen = {
  key: 'k',
  icon: IconBriefcase,
  route: createRoute({
    ...screenAt('contador', 'contador'),
    validateSearch: readFilters,
    component: lazyPart(async () => (await import('./contador-screen.tsx')).ContadorScreen, 'screen'),
  }),
} satisfies Screen;
