import type { QueryClient } from '@tanstack/react-query';
import { createRoute, createRouter, redirect } from '@tanstack/react-router';
import { aprobacionComercial } from '../features/aprobacion-comercial/routes.ts';
import { capitulo, guia } from '../features/ayuda/routes.ts';
import { articulo, enciclopedia } from '../features/enciclopedia/routes.ts';
import { ensayo } from '../features/ensayo/routes.ts';
import { piloto } from '../features/piloto/routes.ts';
import { procesarReportes } from '../features/procesar/routes.ts';
import { quickbooksCallback } from '../features/quickbooks/routes.ts';
import { simulacion } from '../features/simulacion/routes.ts';
import { verificar } from '../features/verificar/routes.ts';
import { rootRoute } from '../lib/root-route.ts';
import { onlyDefined, textParam } from '../lib/search-params.ts';
import { wayBack } from '../lib/way-back.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { guard } from './access.ts';
import { certification } from './certification.tsx';
import { CrashScreen, NotFoundScreen } from './crash-screen.tsx';
import { ScreenSkeleton } from './screen-skeleton.tsx';
import { screenRoutes } from './screens.generated.ts';
import { Shell } from './shell.tsx';

const root = rootRoute.update({ component: Shell, errorComponent: CrashScreen, notFoundComponent: NotFoundScreen });

const entrance = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: (search): { volver?: string } => onlyDefined({ volver: textParam(search.volver, 500) }),
  beforeLoad: ({ search }) => {
    throw redirect({ href: wayBack(search.volver, location.origin), replace: true });
  },
});

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/home', replace: true });
  },
});

/** For developers of screens; not in the menu. */
const showcase = createRoute({
  getParentRoute: () => root,
  path: '/_ui',
  component: lazyPart(async () => (await import('./showcase/showcase-screen.tsx')).ShowcaseScreen, 'screen'),
});

const routeTree = root.addChildren({
  start,
  entrance,
  showcase,
  guia,
  capitulo,
  enciclopedia,
  articulo,
  ensayo,
  verificar,
  aprobacionComercial,
  certification,
  piloto,
  quickbooksCallback,
  simulacion,
  procesarReportes,
  ...screenRoutes,
});

/** The route tree. */
export function createAppRouter(client: QueryClient) {
  const here = () => router.state.resolvedLocation?.href;
  const router = createRouter({
    routeTree,
    context: { guard: (pathname) => guard(client, pathname, here()) },
    defaultPreload: 'intent',
    // The shell is rendered before the code of the screen has loaded.
    defaultPendingMs: 0,
    defaultPendingMinMs: 0,
    defaultPendingComponent: ScreenSkeleton,
    // A screen that throws shows its error inside the shell.
    defaultErrorComponent: CrashScreen,
    scrollRestoration: true,
  });
  return router;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
