import { IconLockAccess } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { type Screen, screenAt } from '../../lib/screen.ts';
import { onlyDefined, textParam } from '../../lib/search-params.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

export const screen = {
  key: 's',
  icon: IconLockAccess,
  route: createRoute({
    ...screenAt('accesos', 'plataforma#dar-accesos'),
    validateSearch: (search): { rnc?: string } => onlyDefined({ rnc: textParam(search.rnc, 11) }),
    component: lazyPart(async () => (await import('./accesos-screen.tsx')).AccesosScreen, 'screen'),
  }),
} satisfies Screen;
