import { IconFileInvoice } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { type Screen, screenAt } from '../../lib/screen.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { readFilters } from './filters.ts';

export const screen = {
  key: 'f',
  icon: IconFileInvoice,
  route: createRoute({
    ...screenAt('facturas', 'facturas'),
    validateSearch: readFilters,
    component: lazyPart(async () => (await import('./facturas-screen.tsx')).FacturasScreen, 'screen'),
  }),
} satisfies Screen;
