import './theme/tokens.css';
import { Component, lazy, type ReactNode, StrictMode, Suspense, useEffect, useRef } from 'react';
import { createRoot } from 'react-dom/client';
import { LoginAgain } from './features/sesion/login-again.tsx';
import { LoginScreen } from './features/sesion/login-screen.tsx';
import { checkServer, onConnectionChange } from './lib/connection.ts';
import { reloadForNewVersion } from './lib/new-version.ts';
import { type Session, useSession } from './lib/session.ts';
import styles from './main.module.css';
import './lib/color-scheme.ts';

/** The code behind the login could not be loaded: there is no connection, or a newer version was installed. */
class MissingCode extends Error {}
const missing = (cause: unknown) => {
  throw new MissingCode('The application did not come', { cause });
};

const loadApp = () => import('./app/app.tsx').catch(missing);
const App = lazy(loadApp);
const RegistroPage = lazy(() => import('./features/registro/registro-page.tsx').catch(missing));

/** The other address that is public. */
const registro = '/registro';

/** The identity of the session. The application is mounted again for each, so that no data is shared. */
const ownerOf = ({ userId, rncEmisor, rol }: Session): string => [userId, rncEmisor, rol].join(' ');

/**
 * The application. Without a session only the login is loaded: its chunk has no router, no query cache and no Mantine.
 */
function Root() {
  const { session, notice, expired } = useSession();
  const inside = session !== undefined;
  const wasInside = useRef(false);
  const ended = wasInside.current && !inside;
  const byChoice = ended && notice === undefined;

  useEffect(() => {
    wasInside.current = inside;
    if (inside) return;
    // The address becomes /login. It carries the requested address for after the login, except after a logout.
    const { pathname, search } = location;
    if (ended || (pathname !== '/login' && pathname !== registro)) {
      const back = byChoice || pathname === '/' ? '' : `?volver=${encodeURIComponent(pathname + search)}`;
      history.replaceState(null, '', `/login${back}`);
    }
    const idle = window.requestIdleCallback ?? ((task: () => void) => setTimeout(task, 500));
    idle(() => loadApp().catch(() => undefined)); // loaded again when it is needed
  }, [inside, ended, byChoice]);

  if (!inside && (ended || location.pathname !== registro)) return <LoginScreen notice={notice} />;
  return (
    <Suspense fallback={<p className={styles.loading}>Cargando…</p>}>
      {inside ? <App key={ownerOf(session)} /> : <RegistroPage />}
      {expired && <LoginAgain notice={notice} />}
    </Suspense>
  );
}

/**
 * The last error boundary. No data on the server is lost and the page can be reloaded. It reloads by itself where a
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

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Boundary>
      <Root />
    </Boundary>
  </StrictMode>,
);
