import { IconFilePlus } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { type Screen, screenAt } from '../../lib/screen.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { readOpening } from './search.ts';

export const screen = {
  key: 'n',
  alone: true,
  icon: IconFilePlus,
  route: createRoute({
    ...screenAt('borradores', 'nueva-factura'),
    validateSearch: readOpening,
    component: lazyPart(async () => (await import('./nueva-screen.tsx')).NuevaScreen, 'screen'),
  }),
} satisfies Screen;
