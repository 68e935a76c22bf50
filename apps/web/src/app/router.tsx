import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { readFilters as readAuditoriaFilters } from '../features/auditoria/filters.ts';
import { readSearch as readConfiguracionSearch } from '../features/configuracion/search.ts';
import { readFilters } from '../features/facturas/filters.ts';
import { readInicioSearch } from '../features/inicio/search.ts';
import { onlyGiven, textParam } from '../lib/search-params.ts';
import { guard } from './access.ts';
import { CrashScreen, NotFoundScreen } from './crash-screen.tsx';
import { rutaDe, type ScreenId } from './screens.ts';
import { Shell } from './shell.tsx';

/** What a navigation is judged by: the menu in the cache, and the address that is open. */
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

/** What every screen of the menu has in common: its address is the menu's. */
const screen = <Id extends ScreenId>(id: Id) => ({ getParentRoute: () => root, path: rutaDe(id) });

const entrance = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: (search): { volver?: string } => onlyGiven({ volver: textParam(search.volver, 500) }),
  beforeLoad: ({ search }) => {
    // Only ever to an address of our own, however it is written.
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
  component: lazyRouteComponent(() => import('../features/inicio/inicio-screen.tsx'), 'InicioScreen'),
});

const importacion = createRoute({
  ...screen('excel'),
  validateSearch: (search): { id?: string } => onlyGiven({ id: textParam(search.id, 36) }),
  component: lazyRouteComponent(() => import('../features/importacion/excel-screen.tsx'), 'ExcelScreen'),
});

const facturas = createRoute({
  ...screen('facturas'),
  validateSearch: readFilters,
  component: lazyRouteComponent(() => import('../features/facturas/facturas-screen.tsx'), 'FacturasScreen'),
});

const configuracion = createRoute({
  ...screen('configuracion'),
  validateSearch: readConfiguracionSearch,
  component: lazyRouteComponent(
    () => import('../features/configuracion/configuracion-screen.tsx'),
    'ConfiguracionScreen',
  ),
});

const usuarios = createRoute({
  ...screen('usuarios'),
  component: lazyRouteComponent(() => import('../features/usuarios/usuarios-screen.tsx'), 'UsuariosScreen'),
});

const auditoria = createRoute({
  ...screen('auditoria'),
  validateSearch: readAuditoriaFilters,
  component: lazyRouteComponent(() => import('../features/auditoria/auditoria-screen.tsx'), 'AuditoriaScreen'),
});

const aprobaciones = createRoute({
  ...screen('aprobaciones'),
  validateSearch: (search): { buscar?: string } => onlyGiven({ buscar: textParam(search.buscar, 100) }),
  component: lazyRouteComponent(() => import('../features/aprobaciones/aprobaciones-screen.tsx'), 'AprobacionesScreen'),
});

const registro = createRoute({
  ...screen('registro'),
  component: lazyRouteComponent(() => import('../features/registro/registro-screen.tsx'), 'RegistroScreen'),
});

const clientes = createRoute({
  ...screen('clientes'),
  validateSearch: (search): { buscar?: string } => onlyGiven({ buscar: textParam(search.buscar, 100) }),
  component: lazyRouteComponent(() => import('../features/clientes/clientes-screen.tsx'), 'ClientesScreen'),
});

const accesos = createRoute({
  ...screen('accesos'),
  validateSearch: (search): { rnc?: string } => onlyGiven({ rnc: textParam(search.rnc, 11) }),
  component: lazyRouteComponent(() => import('../features/accesos/accesos-screen.tsx'), 'AccesosScreen'),
});

/** For those who build screens: in no menu. */
const showcase = createRoute({
  getParentRoute: () => root,
  path: '/_ui',
  component: lazyRouteComponent(() => import('./showcase/showcase-screen.tsx'), 'ShowcaseScreen'),
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

/** The screens and their addresses. */
export function createAppRouter(client: QueryClient) {
  const here = () => router.state.resolvedLocation?.href;
  const router = createRouter({
    routeTree,
    context: { client, here },
    defaultPreload: 'intent',
    scrollRestoration: true,
  });
  return router;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
