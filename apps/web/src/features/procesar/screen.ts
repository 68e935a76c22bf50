import { IconPlayerPlay } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { type Screen, screenAt } from '../../lib/screen.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { readSearch } from './search.ts';

export const screen = {
  key: 'j',
  icon: IconPlayerPlay,
  route: createRoute({
    ...screenAt('procesar', 'procesar'),
    validateSearch: readSearch,
    component: lazyPart(async () => (await import('./procesar-screen.tsx')).ProcesarScreen, 'screen'),
  }),
} satisfies Screen;
