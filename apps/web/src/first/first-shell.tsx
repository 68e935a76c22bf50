import { IconBell, IconChevronDown, IconLogout, IconMenu2 } from '@tabler/icons-react';
import { featureMenu, type MenuItem } from '@timbre/contract/tables';
import mark from '../app/guide-mark.module.css';
import header from '../app/header.module.css';
import shell from '../app/shell.module.css';
import menu from '../app/side-menu.module.css';
import { screenFacts } from '../features/importacion/words.ts';
import inicio from '../features/inicio/inicio-screen.module.css';
import logo from '../features/inicio/parts/company-logo.module.css';
import { PageHelp } from '../lib/page-help.ts';
import { Facts } from '../ui/facts.tsx';
import text from '../ui/page-header.module.css';
import { PageHeader } from '../ui/page-header.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { StatCard, StatGrid } from '../ui/stat-card.tsx';
import chip from '../ui/status-chip.module.css';

/**
 * The shell before its code has loaded: the markup of app/shell.tsx, app/header.tsx and app/side-menu.tsx, without
 * their behaviour. `data-fill` names the value that fill.ts writes, `data-at` the address of a head.
 */
export const FirstShell = () => (
  <div className={shell.shell} inert aria-hidden="true">
    <div className={shell.testLine} data-only="test" />
    <nav className={menu.menu}>
      <div className={menu.brand}>
        <Face size={32} />
        <div className={menu.company}>
          <b data-fill="name" />
          <small data-fill="rnc" />
        </div>
      </div>
      <p className={menu.loading}>Cargando menú...</p>
      <div className={menu.foot}>
        <span className={menu.item}>
          <IconLogout size={18} stroke={1.7} />
          <span>Cerrar sesión</span>
        </span>
      </div>
    </nav>
    <div className={shell.column}>
      <header className={header.header}>
        <span className={header.menuButton} style={menuButton}>
          <IconMenu2 size={20} stroke={1.7} />
        </span>
        <div className={header.logo}>
          <Face size={36} />
        </div>
        <div className={header.company} data-several="false">
          <b data-fill="name" />
          <small>
            <span data-fill="rnc" />
            <time className={header.compactClock}>&nbsp;</time>
          </small>
        </div>
        <span className={header.online} data-online="true">
          Online
        </span>
        <time className={header.clock} />
        <span className={header.badge} data-real="false">
          <span data-fill="badge" />
        </span>
        <span style={bell}>
          <IconBell size={20} stroke={1.7} />
        </span>
        <span className={header.user}>
          <span data-fill="nombreUsuario" />
          <IconChevronDown size={14} />
        </span>
      </header>
      <main className={shell.main}>
        <PageHelp value={help}>
          <div data-at={featureMenu.inicio.ruta}>
            <InicioHead />
          </div>
          <div data-at={featureMenu.importacion.ruta}>
            <PageHeader title={featureMenu.importacion.titulo} facts={screenFacts} />
          </div>
          {titled.map(({ ruta, titulo = '' }) => (
            <div key={ruta} data-at={ruta}>
              <PageHeader title={titulo} />
            </div>
          ))}
          <div data-at={`${featureMenu.importacion.ruta}?`}>
            <PageHeader title={featureMenu.importacion.titulo} />
          </div>
          <div className={shell.pending} data-at="">
            <Skeleton height={32} />
          </div>
          <Skeleton rows={6} />
        </PageHelp>
      </main>
    </div>
  </div>
);

/** The styles of Mantine's button, whose style sheet loads later. */
const menuButton = {
  alignItems: 'center',
  justifyContent: 'center',
  width: 40,
  height: 40,
  border: '1px solid var(--border-strong)',
  borderRadius: 'var(--radius)',
};

/** The same as app/guide-mark.tsx. */
const help = <span className={mark.mark} />;

/** The same as in features/inicio/bell.tsx. */
const bell = { display: 'grid', placeItems: 'center', width: 36, height: 36 };

const titled = Object.values(featureMenu).filter(
  (item: MenuItem) => item.titulo !== undefined && item.id !== featureMenu.importacion.id,
) as MenuItem[];

const Face = ({ size }: { size: number }) => (
  <span
    className={logo.face}
    style={{ width: size, height: size, fontSize: size * 0.45 }}
    data-initial="true"
    data-fill="initial"
  />
);

/** The same as features/inicio/inicio-screen.tsx while no response has arrived. */
const InicioHead = () => (
  <>
    <div className={inicio.head}>
      <Face size={52} />
      <div className={text.head}>
        <div className={text.text}>
          <div className={text.title}>
            <h1 data-fill="greeting">{featureMenu.inicio.nombre}</h1>
            {help}
          </div>
          <p>
            <Facts of={[<span key="name" data-fill="name" />, <span key="rnc" data-fill="rnc" />]} />
          </p>
          <div className={text.chips}>
            <FirstChip tone="warn" fill="badge" />
            <FirstChip tone="ok">Sistema Activo</FirstChip>
            <FirstChip tone="ok" only="secure">
              Conexión Segura
            </FirstChip>
            <FirstChip tone="warn" only="insecure">
              Conexión sin cifrar
            </FirstChip>
          </div>
        </div>
        <div className={text.actions}>
          <span style={{ height: 'var(--control)' }} />
        </div>
      </div>
    </div>
    <StatGrid wide>
      {figures.map((name) => (
        <StatCard key={name} name={name} value="—" note="" />
      ))}
    </StatGrid>
  </>
);

const figures = ['Ingresos totales', 'Documentos emitidos', 'Eficiencia del Sistema', 'Cumplimiento Fiscal'];

interface FirstChipProps {
  tone: 'ok' | 'warn';
  fill?: string;
  only?: string;
  children?: string;
}

/** The same as ui/status-chip.tsx. */
const FirstChip = ({ tone, fill, only, children }: FirstChipProps) => (
  <span className={chip.chip} data-tone={tone} data-moving="false" data-only={only}>
    <span data-fill={fill}>{children}</span>
  </span>
);
