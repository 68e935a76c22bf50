import { IconReport } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { type Screen, screenAt } from '../../lib/screen.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { guideOf, readSearch } from './search.ts';

export const screen = {
  key: 'p',
  icon: IconReport,
  route: createRoute({
    ...screenAt('reportes', guideOf),
    validateSearch: readSearch,
    component: lazyPart(async () => (await import('./reportes-screen.tsx')).ReportesScreen, 'screen'),
  }),
} satisfies Screen;
