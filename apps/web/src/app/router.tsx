import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, createRouter, redirect } from '@tanstack/react-router';
import { readFilters as readAuditoriaFilters } from '../features/auditoria/filters.ts';
import { readSearch as readConfiguracionSearch } from '../features/configuracion/search.ts';
import { readFilters } from '../features/facturas/filters.ts';
import { readInicioSearch } from '../features/inicio/search.ts';
import { onlyGiven, textParam } from '../lib/search-params.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { guard } from './access.ts';
import { CrashScreen, NotFoundScreen } from './crash-screen.tsx';
import { ScreenSkeleton } from './screen-skeleton.tsx';
import { rutaDe, type ScreenId } from './screens.ts';
import { Shell } from './shell.tsx';

/** What the navigation guard needs: the menu in the cache and the address that is open. */
interface Context {
  readonly client: QueryClient;
  readonly here: () => string | undefined;
}

const root = createRootRouteWithContext<Context>()({
  component: Shell,
  errorComponent: CrashScreen,
  notFoundComponent: NotFoundScreen,
  beforeLoad: ({ location: { pathname }, preload, context: { client, here } }) =>
    preload ? undefined : guard(client, pathname, here()),
});

/** The options that every screen of the menu shares. Its address comes from the menu. */
const screen = <Id extends ScreenId>(id: Id) => ({ getParentRoute: () => root, path: rutaDe(id) });

const entrance = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: (search): { volver?: string } => onlyGiven({ volver: textParam(search.volver, 500) }),
  beforeLoad: ({ search }) => {
    // Only addresses of this application are accepted, in any spelling.
    const back = new URL(search.volver ?? '/home', location.origin);
    const href = back.origin === location.origin && back.pathname !== '/login' ? back.pathname + back.search : '/home';
    throw redirect({ href, replace: true });
  },
});

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/home', replace: true });
  },
});

const inicio = createRoute({
  ...screen('inicio'),
  validateSearch: readInicioSearch,
  component: lazyPart(async () => (await import('../features/inicio/inicio-screen.tsx')).InicioScreen, 'screen'),
});

const importacion = createRoute({
  ...screen('excel'),
  validateSearch: (search): { id?: string } => onlyGiven({ id: textParam(search.id, 36) }),
  component: lazyPart(async () => (await import('../features/importacion/excel-screen.tsx')).ExcelScreen, 'screen'),
});

const facturas = createRoute({
  ...screen('facturas'),
  validateSearch: readFilters,
  component: lazyPart(async () => (await import('../features/facturas/facturas-screen.tsx')).FacturasScreen, 'screen'),
});

const configuracion = createRoute({
  ...screen('configuracion'),
  validateSearch: readConfiguracionSearch,
  component: lazyPart(
    async () => (await import('../features/configuracion/configuracion-screen.tsx')).ConfiguracionScreen,
    'screen',
  ),
});

const usuarios = createRoute({
  ...screen('usuarios'),
  component: lazyPart(async () => (await import('../features/usuarios/usuarios-screen.tsx')).UsuariosScreen, 'screen'),
});

const auditoria = createRoute({
  ...screen('auditoria'),
  validateSearch: readAuditoriaFilters,
  component: lazyPart(
    async () => (await import('../features/auditoria/auditoria-screen.tsx')).AuditoriaScreen,
    'screen',
  ),
});

const aprobaciones = createRoute({
  ...screen('aprobaciones'),
  validateSearch: (search): { buscar?: string } => onlyGiven({ buscar: textParam(search.buscar, 100) }),
  component: lazyPart(
    async () => (await import('../features/aprobaciones/aprobaciones-screen.tsx')).AprobacionesScreen,
    'screen',
  ),
});

const registro = createRoute({
  ...screen('registro'),
  component: lazyPart(async () => (await import('../features/registro/registro-screen.tsx')).RegistroScreen, 'screen'),
});

const clientes = createRoute({
  ...screen('clientes'),
  validateSearch: (search): { buscar?: string } => onlyGiven({ buscar: textParam(search.buscar, 100) }),
  component: lazyPart(async () => (await import('../features/clientes/clientes-screen.tsx')).ClientesScreen, 'screen'),
});

const accesos = createRoute({
  ...screen('accesos'),
  validateSearch: (search): { rnc?: string } => onlyGiven({ rnc: textParam(search.rnc, 11) }),
  component: lazyPart(async () => (await import('../features/accesos/accesos-screen.tsx')).AccesosScreen, 'screen'),
});

/** For developers of screens; not in the menu. */
const showcase = createRoute({
  getParentRoute: () => root,
  path: '/_ui',
  component: lazyPart(async () => (await import('./showcase/showcase-screen.tsx')).ShowcaseScreen, 'screen'),
});

const routeTree = root.addChildren([
  start,
  entrance,
  inicio,
  configuracion,
  importacion,
  facturas,
  usuarios,
  auditoria,
  aprobaciones,
  registro,
  clientes,
  accesos,
  showcase,
]);

/** The route tree. */
export function createAppRouter(client: QueryClient) {
  const here = () => router.state.resolvedLocation?.href;
  const router = createRouter({
    routeTree,
    context: { client, here },
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
