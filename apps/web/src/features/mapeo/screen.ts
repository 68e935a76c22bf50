import { IconArrowsExchange } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { type Screen, screenAt } from '../../lib/screen.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { assistantUrl } from './ai/settings.ts';
import { readSearch } from './tabs.ts';

/** The address from which the browser loaded the page. */
const loadedAt = globalThis.location?.pathname.toLowerCase();

const at = screenAt('mapeo', 'quickbooks');

export const screen = {
  key: 'm',
  icon: IconArrowsExchange,
  route: createRoute({
    ...at,
    validateSearch: readSearch,
    // Only the page loaded from this address may call the provider of the language model. From another screen the page
    // is therefore loaded again.
    beforeLoad({ location: { href }, preload }) {
      if (preload || assistantUrl() !== undefined || loadedAt === at.path) return;
      location.assign(href);
      return new Promise<never>(() => undefined);
    },
    component: lazyPart(async () => (await import('./mapeo-screen.tsx')).MapeoScreen, 'screen'),
  }),
} satisfies Screen;
