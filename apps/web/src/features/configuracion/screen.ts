import { IconSettings } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { type Screen, screenAt } from '../../lib/screen.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { guideOf, readSearch } from './search.ts';

export const screen = {
  key: 'c',
  icon: IconSettings,
  route: createRoute({
    ...screenAt('configuracion', guideOf),
    validateSearch: readSearch,
    component: lazyPart(async () => (await import('./configuracion-screen.tsx')).ConfiguracionScreen, 'screen'),
  }),
} satisfies Screen;
