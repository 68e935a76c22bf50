import { IconHome } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { type Screen, screenAt } from '../../lib/screen.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { readInicioSearch } from './search.ts';

export const screen = {
  key: 'i',
  icon: IconHome,
  route: createRoute({
    ...screenAt('inicio', 'inicio'),
    validateSearch: readInicioSearch,
    component: lazyPart(async () => (await import('./inicio-screen.tsx')).InicioScreen, 'screen'),
  }),
} satisfies Screen;
