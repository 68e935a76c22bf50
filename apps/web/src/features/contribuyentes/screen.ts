import { IconId } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { type Screen, screenAt } from '../../lib/screen.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { readSearch } from './search.ts';

export const screen = {
  key: 'o',
  icon: IconId,
  route: createRoute({
    ...screenAt('contribuyentes', 'plataforma#importar-contribuyentes'),
    validateSearch: readSearch,
    component: lazyPart(async () => (await import('./contribuyentes-screen.tsx')).ContribuyentesScreen, 'screen'),
  }),
} satisfies Screen;
