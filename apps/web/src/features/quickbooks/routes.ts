import { createRoute } from '@tanstack/react-router';
import { rootRoute } from '../../lib/root-route.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { callbackPath } from './returned.ts';

/** The page to which QuickBooks returns the user. Not in the menu. */
export const quickbooksCallback = createRoute({
  getParentRoute: () => rootRoute,
  path: callbackPath,
  staticData: { guide: 'quickbooks' },
  component: lazyPart(async () => (await import('./callback-screen.tsx')).CallbackScreen, 'screen'),
});
