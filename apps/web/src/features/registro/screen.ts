import { IconBuildingPlus } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { type Screen, screenAt } from '../../lib/screen.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

export const screen = {
  key: 'r',
  icon: IconBuildingPlus,
  route: createRoute({
    ...screenAt('registro', 'plataforma#registrar-empresa'),
    component: lazyPart(async () => (await import('./registro-screen.tsx')).RegistroScreen, 'screen'),
  }),
} satisfies Screen;
