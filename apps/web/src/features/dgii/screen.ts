import { IconBuildingBank } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { type Screen, screenAt } from '../../lib/screen.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

export const screen = {
  key: 'h',
  icon: IconBuildingBank,
  route: createRoute({
    ...screenAt('dgii', 'dgii'),
    component: lazyPart(async () => (await import('./dgii-screen.tsx')).DgiiScreen, 'screen'),
  }),
} satisfies Screen;
