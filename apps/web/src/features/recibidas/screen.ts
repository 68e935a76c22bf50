import { IconInbox } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { type Screen, screenAt } from '../../lib/screen.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { readFilters } from './filters.ts';

export const screen = {
  key: 'd',
  icon: IconInbox,
  route: createRoute({
    ...screenAt('recibidas', 'recibidas'),
    validateSearch: readFilters,
    component: lazyPart(async () => (await import('./recibidas-screen.tsx')).RecibidasScreen, 'screen'),
  }),
} satisfies Screen;
