import { IconSignature } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { type Screen, screenAt } from '../../lib/screen.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

export const screen = {
  key: 'l',
  icon: IconSignature,
  route: createRoute({
    ...screenAt('firmado', 'firmado'),
    component: lazyPart(async () => (await import('./firmado-screen.tsx')).FirmadoScreen, 'screen'),
  }),
} satisfies Screen;
