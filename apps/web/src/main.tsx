import './app/tokens.css';
import { Component, lazy, type ReactNode, StrictMode, Suspense, useEffect, useRef } from 'react';
import { createRoot } from 'react-dom/client';
import { LoginScreen } from './features/sesion/login-screen.tsx';
import { useSession } from './lib/session.ts';
import styles from './main.module.css';
import './lib/color-scheme.ts';

const loadApp = () => import('./app/app.tsx');
const App = lazy(loadApp);
const RegistroPage = lazy(() => import('./features/registro/registro-page.tsx'));
const freshMs = 10_000;

// A newer version was installed under an open page: the pieces it asks for are gone, so it starts over with the new ones.
// A page that has just started and lacks pieces would do so for ever: it is left to say what is wrong.
window.addEventListener('vite:preloadError', () => {
  if (performance.now() > freshMs) location.reload();
});

/** The one other address that is open to everybody. */
const registro = '/registro';

/** Without a session there is the entrance and nothing else: its chunk carries no router, no query cache, no Mantine. */
function Root() {
  const { session, notice } = useSession();
  const inside = session !== undefined;
  const wasInside = useRef(false);
  const ended = wasInside.current && !inside;
  const byChoice = ended && notice === undefined;

  useEffect(() => {
    wasInside.current = inside;
    if (inside) return;
    // Where the person was going, kept for after the login; not where somebody left who wanted to leave.
    const { pathname, search } = location;
    if (ended || (pathname !== '/login' && pathname !== registro)) {
      const back = byChoice || pathname === '/' ? '' : `?volver=${encodeURIComponent(pathname + search)}`;
      history.replaceState(null, '', `/login${back}`);
    }
    const idle = window.requestIdleCallback ?? ((task: () => void) => setTimeout(task, 500));
    idle(() => loadApp().catch(() => undefined)); // fetched again when it is needed
  }, [inside, ended, byChoice]);

  if (!inside && (ended || location.pathname !== registro)) return <LoginScreen notice={notice} />;
  return (
    <Suspense fallback={<p className={styles.loading}>Cargando…</p>}>
      {inside ? <App key={session.apiKey} /> : <RegistroPage />}
    </Suspense>
  );
}

/** The last resort: what is on the server is safe, and the page can be loaded again. */
class Boundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
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
