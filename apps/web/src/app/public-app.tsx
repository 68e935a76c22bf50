import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRootRoute, createRoute, createRouter, Link, Outlet, RouterProvider } from '@tanstack/react-router';
import { ofCapitulo, ofGuia } from '../features/ayuda/routes.ts';
import { ofArticulo, ofEnciclopedia } from '../features/enciclopedia/routes.ts';
import { ofEnsayo } from '../features/ensayo/routes.ts';
import { ofVerificar } from '../features/verificar/routes.ts';
import { PageHelp } from '../lib/page-help.ts';
import { Themed } from '../theme/themed.tsx';
import { CrashScreen, NotFoundScreen } from './crash-screen.tsx';
import { GuideMark } from './guide-mark.tsx';
import styles from './public-app.module.css';
import { ScreenSkeleton } from './screen-skeleton.tsx';

const guideMark = <GuideMark />;

/** The layout around the screens that need no session. */
const PublicShell = () => (
  <>
    <header className={styles.header}>
      <Link to="/ensayo" className={styles.brand}>
        <span aria-hidden="true">T</span>
        <b>Timbre</b>
      </Link>
      <nav aria-label="Páginas">
        <Link to="/ensayo">Ensayo</Link>
        <Link to="/verificar">Verificar</Link>
        <Link to="/enciclopedia">Enciclopedia</Link>
        <Link to="/guia">Guía</Link>
        <a href="/login">Iniciar sesión</a>
      </nav>
    </header>
    <main className={styles.main}>
      <PageHelp value={guideMark}>
        <Outlet />
      </PageHelp>
    </main>
  </>
);

/** A separate root route: the root of the application has the shell. */
const root = createRootRoute({
  component: PublicShell,
  errorComponent: CrashScreen,
  notFoundComponent: NotFoundScreen,
});

const routeTree = root.addChildren([
  createRoute({ getParentRoute: () => root, ...ofEnsayo }),
  createRoute({ getParentRoute: () => root, ...ofVerificar }),
  createRoute({ getParentRoute: () => root, ...ofEnciclopedia }),
  createRoute({ getParentRoute: () => root, ...ofArticulo }),
  createRoute({ getParentRoute: () => root, ...ofGuia }),
  createRoute({ getParentRoute: () => root, ...ofCapitulo }),
]);

const router = createRouter({
  routeTree,
  defaultPendingMs: 0,
  defaultPendingMinMs: 0,
  defaultPendingComponent: ScreenSkeleton,
  defaultErrorComponent: CrashScreen,
  scrollRestoration: true,
});
const queryClient = new QueryClient();

/** The screens that need no session, for visitors without one. */
export default function PublicApp() {
  return (
    <Themed>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </Themed>
  );
}
