import { IconUsers } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { type Screen, screenAt } from '../../lib/screen.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

export const screen = {
  key: 'u',
  icon: IconUsers,
  route: createRoute({
    ...screenAt('usuarios', 'usuarios'),
    component: lazyPart(async () => (await import('./usuarios-screen.tsx')).UsuariosScreen, 'screen'),
  }),
} satisfies Screen;
