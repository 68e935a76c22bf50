import './theme/tokens.css';
import { Component, type ComponentType, lazy, type ReactNode, StrictMode, Suspense, useEffect, useRef } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { LoginAgain } from './features/sesion/login-again.tsx';
import { LoginScreen } from './features/sesion/login-screen.tsx';
import { checkServer, onConnectionChange } from './lib/connection.ts';
import { takeOver } from './lib/first-page.ts';
import { reloadForNewVersion } from './lib/new-version.ts';
import { isBuyersPage, isPublicPage } from './lib/public-pages.ts';
import { currentSession, type Session, useSession } from './lib/session.ts';
import styles from './main.module.css';
import './lib/color-scheme.ts';

/** The code behind the login could not be loaded: there is no connection, or a newer version was installed. */
class MissingCode extends Error {}
const missing = (cause: unknown) => {
  throw new MissingCode('The application did not come', { cause });
};

const importApp = () => import('./app/app.tsx');
const LazyApp = lazy(() => importApp().then(({ App }) => ({ default: App }), missing));
const RegistroPage = lazy(() => import('./features/registro/registro-page.tsx').catch(missing));

/** The screens that need no session, for visitors without one. */
const PublicApp = lazy(() => import('./app/public-app.tsx').catch(missing));

/** A document that a company shares, for its buyer: the same with or without a session. */
const BuyersPage = lazy(() => import('./features/enlaces/buyers-page.tsx').catch(missing));

/** The other public address. With a session it is a screen of the application. */
const registro = '/registro';

/** The addresses for users who do not know their password, with or without a session. */
const links: Readonly<Record<string, ComponentType>> = {
  '/recuperar': lazy(() => import('./features/correo/recuperar-page.tsx').catch(missing)),
  '/restablecer': lazy(() => import('./features/correo/restablecer-page.tsx').catch(missing)),
};

/** The identity of the session. The application is mounted again for each, so that no data is shared. */
const ownerOf = ({ userId, rncEmisor, rol }: Session): string => [userId, rncEmisor, rol].join(' ');

/**
 * The application. Without a session only the login is loaded: its chunk has no router, no query cache and no Mantine.
 *
 * @param App the application, or the component that loads its code
 */
function Root({ App }: { App: ComponentType }) {
  const { session, notice, expired } = useSession();
  const inside = session !== undefined;
  const wasInside = useRef(false);
  const ended = wasInside.current && !inside;
  const byChoice = ended && notice === undefined;

  useEffect(() => takeOver(root), []);
  useEffect(() => {
    wasInside.current = inside;
    if (inside) return;
    // The address becomes /login. It carries the requested address for after the login, except after a logout.
    const { pathname, search } = location;
    const open =
      pathname === '/login' || pathname === registro || links[pathname] !== undefined || isPublicPage(pathname);
    if (ended || !open) {
      const back = byChoice || pathname === '/' ? '' : `?volver=${encodeURIComponent(pathname + search)}`;
      history.replaceState(null, '', `/login${back}`);
    }
    const idle = window.requestIdleCallback ?? ((task: () => void) => setTimeout(task, 500));
    idle(() => importApp().catch(() => undefined)); // loaded again when it is needed
  }, [inside, ended, byChoice]);

  const Link = ended ? undefined : links[location.pathname];
  if (Link !== undefined)
    return (
      <Suspense fallback={<p className={styles.loading}>Cargando…</p>}>
        <Link />
      </Suspense>
    );
  if (!inside && !ended && isPublicPage(location.pathname))
    return (
      <Suspense fallback={<p className={styles.loading}>Cargando…</p>}>
        <PublicApp />
      </Suspense>
    );
  if (!inside && (ended || location.pathname !== registro)) return <LoginScreen notice={notice} />;
  return (
    <Suspense fallback={<p className={styles.loading}>Cargando…</p>}>
      {inside ? <App key={ownerOf(session)} /> : <RegistroPage />}
      {expired && <LoginAgain notice={notice} />}
    </Suspense>
  );
}

/**
 * The last error boundary. No data on the server is lost and the page can be reloaded. It reloads automatically if a
 * chunk is missing.
 */
class Boundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    if (!(error instanceof MissingCode)) return;
    onConnectionChange((answers) => answers && location.reload());
    checkServer().then((answers) => answers && reloadForNewVersion());
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <div className={styles.failed} role="alert">
        <p>No se pudo cargar la aplicación. Sus comprobantes están a salvo en el servidor.</p>
        <button type="button" onClick={() => location.reload()}>
          Recargar
        </button>
      </div>
    );
  }
}

const root = document.getElementById('root')!;
const pageWith = (App: ComponentType) => (
  <StrictMode>
    <Boundary>
      {isBuyersPage(location.pathname) ? (
        <Suspense fallback={<p className={styles.loading}>Cargando…</p>}>
          <BuyersPage />
        </Suspense>
      ) : (
        <Root App={App} />
      )}
    </Boundary>
  </StrictMode>
);

/** Takes over the first page, which stays until the screen of its address can be rendered completely. */
async function begin() {
  if (root.dataset.first === 'login') return hydrateRoot(root, pageWith(LazyApp));
  // If the code cannot be loaded, the rendering reports it.
  const app = currentSession() && !isBuyersPage(location.pathname) && (await importApp().catch(() => undefined));
  if (app) await app.prepareFirst().catch(() => undefined);
  createRoot(root).render(pageWith(app ? app.App : LazyApp));
}

void begin();
