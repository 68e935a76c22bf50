import { ActionIcon } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import {
  IconBook,
  IconChevronDown,
  IconCommand,
  IconDeviceDesktop,
  IconDevices,
  IconHelpCircle,
  IconKeyboard,
  IconLogout,
  IconMailPlus,
  IconMenu2,
  IconMoon,
  IconSun,
  IconUserCog,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { Bell } from '../features/inicio/bell.tsx';
import { CompanyLogo } from '../features/inicio/parts/company-logo.tsx';
import { useWorkplace } from '../features/inicio/use-workplace.ts';
import { CompanySwitch } from '../features/sesion/company-switch.tsx';
import { type Choice, chooseColorScheme, useColorScheme } from '../lib/color-scheme.ts';
import { useOnline } from '../lib/connection.ts';
import { useEmpresas } from '../lib/empresas.ts';
import { formatClock } from '../lib/format.ts';
import { leave } from '../lib/leave.ts';
import { useSesion } from '../lib/use-sesion.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { Menu, MenuItem } from '../ui/menu.tsx';
import styles from './header.module.css';

const EmpresasDialog = lazyPart(
  async () => (await import('../features/sesion/empresas-dialog.tsx')).EmpresasDialog,
  'dialog',
);

interface Props {
  menuOpened: boolean;
  onMenu: () => void;
  onPalette: () => void;
  onHelp: () => void;
  onTerms: () => void;
}

/** The bar above every screen: connection state, clock, environment and current user. */
export function Header({ menuOpened, onMenu, onPalette, onHelp, onTerms }: Props) {
  const [empresas, empresasAre] = useDisclosure(false);
  const { badge, isForReal, simulated, root } = useSesion();
  const { name, detail } = useWorkplace();
  const several = (useEmpresas().data?.empresas.length ?? 0) > 1;
  return (
    <header className={styles.header}>
      <ActionIcon
        className={styles.menuButton}
        variant="default"
        size={40}
        aria-label="Abrir el menú"
        aria-expanded={menuOpened}
        aria-controls="menu"
        onClick={onMenu}
      >
        <IconMenu2 size={20} stroke={1.7} />
      </ActionIcon>
      <div className={styles.logo}>
        <CompanyLogo size={36} />
      </div>
      <div className={styles.company} data-several={several}>
        {several ? <CompanySwitch onEmpresas={empresasAre.open} /> : <b>{name}</b>}
        <small>
          {detail}
          <Clock compact />
        </small>
      </div>
      <Online />
      <Clock />
      <span className={styles.badge} data-real={isForReal}>
        <span>{badge}</span>
        {simulated && <small>SIMULADO</small>}
      </span>
      {!root && <Bell />}
      <UserMenu onPalette={onPalette} onHelp={onHelp} onTerms={onTerms} onEmpresas={empresasAre.open} />
      <Suspense>{empresas && <EmpresasDialog onClose={empresasAre.close} />}</Suspense>
    </header>
  );
}

function Online() {
  const online = useOnline();
  return (
    <span className={styles.online} data-online={online} role="status">
      {online ? 'Online' : 'Sin conexión con el servidor'}
    </span>
  );
}

function Clock({ compact = false }: { compact?: boolean }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const text = formatClock(now);
  return <time className={compact ? styles.compactClock : styles.clock}>{compact ? text.split(', ')[1] : text}</time>;
}

const schemes: { choice: Choice; nombre: string; icon: typeof IconSun }[] = [
  { choice: 'light', nombre: 'Tema claro', icon: IconSun },
  { choice: 'dark', nombre: 'Tema oscuro', icon: IconMoon },
  { choice: 'auto', nombre: 'Tema del sistema', icon: IconDeviceDesktop },
];

interface UserMenuProps extends Pick<Props, 'onPalette' | 'onHelp' | 'onTerms'> {
  onEmpresas: () => void;
}

function UserMenu({ onPalette, onHelp, onTerms, onEmpresas }: UserMenuProps) {
  const { nombreUsuario, root } = useSesion();
  const invitaciones = useEmpresas().data?.invitaciones.length ?? 0;
  const { choice } = useColorScheme();
  const navigate = useNavigate();
  return (
    <Menu
      label={`Usuario ${nombreUsuario}`}
      className={styles.user}
      trigger={
        <>
          <span>{nombreUsuario}</span>
          <IconChevronDown size={14} aria-hidden="true" />
        </>
      }
    >
      {schemes.map(({ choice: of, nombre, icon: Icon }) => (
        <MenuItem key={of} icon={<Icon size={16} />} checked={choice === of} onClick={() => chooseColorScheme(of)}>
          {nombre}
        </MenuItem>
      ))}
      <hr />
      <MenuItem icon={<IconCommand size={16} />} onClick={onPalette}>
        Paleta de comandos
      </MenuItem>
      <MenuItem icon={<IconKeyboard size={16} />} onClick={onHelp}>
        Atajos de teclado
      </MenuItem>
      <MenuItem icon={<IconBook size={16} />} onClick={() => navigate({ to: '/guia' })}>
        Guía
      </MenuItem>
      <MenuItem icon={<IconHelpCircle size={16} />} onClick={onTerms}>
        Ayuda: términos fiscales
      </MenuItem>
      <hr />
      {!root && (
        <MenuItem icon={<IconMailPlus size={16} />} onClick={onEmpresas}>
          Empresas e invitaciones{invitaciones > 0 && ` (${invitaciones})`}
        </MenuItem>
      )}
      <MenuItem icon={<IconUserCog size={16} />} onClick={() => navigate({ to: '/usuarios' })}>
        Mis sesiones / contraseña
      </MenuItem>
      <MenuItem icon={<IconDevices size={16} />} onClick={() => leave({ todas: true })}>
        Cerrar sesión en todas partes
      </MenuItem>
      <MenuItem icon={<IconLogout size={16} />} onClick={() => leave()}>
        Cerrar sesión
      </MenuItem>
    </Menu>
  );
}
