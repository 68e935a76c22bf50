import { IconHistory } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { type Screen, screenAt } from '../../lib/screen.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { readFilters } from './filters.ts';

export const screen = {
  key: 'a',
  icon: IconHistory,
  route: createRoute({
    ...screenAt('auditoria', 'auditoria'),
    validateSearch: readFilters,
    component: lazyPart(async () => (await import('./auditoria-screen.tsx')).AuditoriaScreen, 'screen'),
  }),
} satisfies Screen;
