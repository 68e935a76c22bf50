import { createRoute, redirect } from '@tanstack/react-router';
import { rootRoute } from '../../lib/root-route.ts';
import { readSearch } from './search.ts';

/** The other address of the screen. @source specification 002 §2 */
export const procesarReportes = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reportes/procesar',
  validateSearch: readSearch,
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/procesar-reportes', search, replace: true });
  },
});
