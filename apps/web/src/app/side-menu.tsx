import { IconLogout } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { menuItemOf } from '@timbre/contract/tables';
import { useEffect, useRef } from 'react';
import { CompanyLogo } from '../features/inicio/parts/company-logo.tsx';
import { useWorkplace } from '../features/inicio/use-workplace.ts';
import { leave } from '../lib/leave.ts';
import { useMenu } from '../lib/menu.ts';
import type { Entry } from '../lib/menu-rules.ts';
import { icons } from './screens.ts';
import styles from './side-menu.module.css';

/**
 * The side menu: a column on wide screens, icons on medium ones, an overlay under 768 px.
 *
 * @param opened whether the overlay is open on a narrow screen
 */
export function SideMenu({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { name, detail } = useWorkplace();
  const { loading, empty, sections } = useMenu();
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again after a navigation, once the window has another size, and once the items have loaded
  useEffect(() => {
    const menu = nav.current;
    const here = menu?.querySelector('[aria-current="page"]');
    if (!menu || !here) return;
    const covered = Number.parseFloat(getComputedStyle(menu).scrollPaddingBottom);
    const show = () => {
      const { bottom } = menu.getBoundingClientRect();
      menu.scrollTop += Math.max(0, here.getBoundingClientRect().bottom - bottom + covered);
    };
    show();
    const size = new ResizeObserver(show);
    size.observe(menu);
    return () => size.disconnect();
  }, [pathname, loading]);

  useEffect(() => {
    if (!opened) return;
    const opener = document.activeElement;
    nav.current?.querySelector('a')?.focus();
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && onClose();
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, [opened, onClose]);

  function logOut() {
    onClose();
    leave();
  }

  return (
    <>
      {opened && <div className={styles.overlay} onClick={onClose} aria-hidden="true" />}
      <nav ref={nav} id="menu" className={styles.menu} data-opened={opened} aria-label="Menú principal">
        <div className={styles.brand}>
          <CompanyLogo size={32} />
          <div className={styles.company}>
            <b title={name}>{name}</b>
            <small>{detail}</small>
          </div>
        </div>
        {loading ? (
          <p className={styles.loading} role="status">
            Cargando menú...
          </p>
        ) : (
          <>
            {empty && <p className={styles.note}>Sin accesos configurados</p>}
            {sections.map(({ nombre, items }) => (
              <div key={nombre} className={styles.section}>
                <h2>{nombre}</h2>
                {items.map((item) => (
                  <Item key={item.id} item={item} onGo={onClose} />
                ))}
              </div>
            ))}
          </>
        )}
        <div className={styles.foot}>
          <button type="button" className={styles.item} title="Cerrar sesión" onClick={logOut}>
            <IconLogout size={18} stroke={1.7} aria-hidden="true" />
            <span>Cerrar sesión</span>
          </button>
        </div>
      </nav>
    </>
  );
}

function Item({ item: { id, nombre, ruta, icono, habilitado, motivo }, onGo }: { item: Entry; onGo: () => void }) {
  // Its screen may be open at another of its addresses.
  const isHere = menuItemOf(useLocation().pathname)?.id === id;
  const Icon = icons[icono];
  const content = (
    <>
      {Icon && <Icon size={18} stroke={1.7} aria-hidden="true" />}
      <span>{nombre}</span>
    </>
  );
  return habilitado ? (
    <Link to={ruta} className={styles.item} title={nombre} aria-current={isHere ? 'page' : undefined} onClick={onGo}>
      {content}
    </Link>
  ) : (
    // A link without an address. It can take the focus, so that a screen reader announces why the item is disabled.
    // biome-ignore lint/a11y/useValidAnchor: it goes nowhere on purpose
    <a
      role="link"
      aria-disabled="true"
      tabIndex={0}
      className={styles.item}
      title={motivo ? `${nombre}: ${motivo}` : nombre}
      aria-description={motivo}
    >
      {content}
    </a>
  );
}
