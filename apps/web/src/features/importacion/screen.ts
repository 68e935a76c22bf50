import { IconFileSpreadsheet } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { type Screen, screenAt } from '../../lib/screen.ts';
import { onlyDefined, textParam } from '../../lib/search-params.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

export const screen = {
  key: 'x',
  icon: IconFileSpreadsheet,
  route: createRoute({
    ...screenAt('importacion', 'excel'),
    validateSearch: (search): { id?: string } => onlyDefined({ id: textParam(search.id, 36) }),
    component: lazyPart(async () => (await import('./excel-screen.tsx')).ExcelScreen, 'screen'),
  }),
} satisfies Screen;
