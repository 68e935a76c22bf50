import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { menuItemOf, puede } from '@timbre/contract/tables';
import { Suspense, useEffect, useRef } from 'react';
import { OutageBanner } from '../features/autoridad/outage-banner.tsx';
import { leave } from '../lib/leave.ts';
import { PageHelp } from '../lib/page-help.ts';
import { useSesion } from '../lib/use-sesion.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { fetchPartsAhead, lazyPart } from '../ui/lazy-part.tsx';
import { useGuard } from './access.ts';
import { AccessDenied } from './access-denied.tsx';
import { GuideMark } from './guide-mark.tsx';
import { Header } from './header.tsx';
import { useLive } from './live.ts';
import { PendingBar } from './pending-bar.tsx';
import styles from './shell.module.css';
import { useShortcuts } from './shortcuts.ts';
import { SideMenu } from './side-menu.tsx';
import { TransferList } from './transfer-list.tsx';

const CommandPalette = lazyPart(async () => (await import('./command-palette.tsx')).CommandPalette, 'dialog');
const ShortcutsHelp = lazyPart(async () => (await import('./shortcuts-help.tsx')).ShortcutsHelp, 'dialog');
const AyudaDialog = lazyPart(async () => (await import('../features/ayuda/ayuda-dialog.tsx')).AyudaDialog, 'dialog');

/** The layout around every screen behind the login. */
export function Shell() {
  const { isForReal, root } = useSesion();
  const policy = useRouterState({ select: ({ location }) => menuItemOf(location.pathname)?.policy });
  const [menu, menuIs] = useDisclosure(false);
  const [palette, paletteIs] = useDisclosure(false);
  const [help, helpIs] = useDisclosure(false);
  const [terms, termsAre] = useDisclosure(false);
  useGuard();
  useLive(!root);
  useShortcuts({ openPalette: paletteIs.open, openHelp: helpIs.open });
  useFetchAhead();
  const main = useFocusOnNavigation();

  return (
    <div className={styles.shell}>
      {!isForReal && <div className={styles.testLine} aria-hidden="true" />}
      <a className={styles.skip} href="#contenido">
        Saltar al contenido
      </a>
      <SideMenu opened={menu} onClose={menuIs.close} />
      <div className={styles.column}>
        <Header
          menuOpened={menu}
          onMenu={menuIs.open}
          onPalette={paletteIs.open}
          onHelp={helpIs.open}
          onTerms={termsAre.open}
        />
        <main id="contenido" ref={main} className={styles.main} tabIndex={-1}>
          <AccessDenied />
          {!root && <OutageBanner />}
          <PageHelp value={guideMark}>{root && policy && !puede('root', policy) ? <NoCompany /> : <Outlet />}</PageHelp>
        </main>
      </div>
      <TransferList />
      <PendingBar />
      <Suspense>
        {palette && <CommandPalette onClose={paletteIs.close} onHelp={helpIs.open} onTerms={termsAre.open} />}
      </Suspense>
      <Suspense>{help && <ShortcutsHelp onClose={helpIs.close} />}</Suspense>
      <Suspense>{terms && <AyudaDialog onClose={termsAre.close} />}</Suspense>
    </div>
  );
}

const guideMark = <GuideMark />;

const calmMs = 2_000;

/** Preloads the code of the other screens some time after the page has loaded. */
function useFetchAhead() {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const begin = () => {
      timer = setTimeout(fetchPartsAhead, calmMs);
    };
    if (document.readyState === 'complete') begin();
    else window.addEventListener('load', begin, { once: true });
    return () => {
      window.removeEventListener('load', begin);
      clearTimeout(timer);
    };
  }, []);
}

/** Many screens work for a company; the administrator of the platform has no company. */
const NoCompany = () => (
  <EmptyState
    page
    title="Este usuario administra la plataforma"
    detail="Para emitir comprobantes, entre con el usuario de una empresa."
  >
    <Button variant="filled" onClick={() => leave()}>
      Cambiar de usuario
    </Button>
  </EmptyState>
);

/** Moves the focus to the new screen after a navigation, for keyboard and screen reader users. */
function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null);
  const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current !== undefined && last.current !== pathname) main.current?.focus({ preventScroll: true });
    last.current = pathname;
  }, [pathname]);
  return main;
}
