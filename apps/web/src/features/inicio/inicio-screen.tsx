import { Button, NativeSelect } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { formatTaxId } from '@timbre/values';
import { useState } from 'react';
import { useMenu } from '../../app/menu.ts';
import { useOnline } from '../../lib/connection.ts';
import { formatAmount, formatClock, formatCount, formatShortAmount } from '../../lib/format.ts';
import { storedBesides } from '../../lib/session.ts';
import card from '../../ui/card.module.css';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { StatCard, StatGrid } from '../../ui/stat-card.tsx';
import { Chip } from '../../ui/status-chip.tsx';
import { useAutoridad } from '../importacion/parts/auth-panel.tsx';
import { RecentImports } from '../importacion/parts/recent-imports.tsx';
import { useSesion } from '../sesion/use-sesion.ts';
import { figuresOf, totalsOf } from './estadisticas.ts';
import styles from './inicio-screen.module.css';
import { AmbienteChanged } from './parts/ambiente-changed.tsx';
import { CompanyLogo } from './parts/company-logo.tsx';
import { IngresosChart, NcfChart } from './parts/figure-charts.tsx';
import { TaskList } from './parts/task-list.tsx';
import { RootInicio } from './root-inicio.tsx';
import { type Filtro, filtroDeAmbiente, filtroOf, filtros } from './search.ts';
import { useEstadisticas, usePerfil } from './use-perfil.ts';

const route = getRouteApi('/home');

/** Where a person begins. */
export function InicioScreen() {
  const { root } = useSesion();
  return root ? <RootInicio /> : <CompanyInicio />;
}

/** The company, what it issued by type and environment, and what asks for attention. */
function CompanyInicio() {
  const { razonSocial, rncEmisor, ambiente, nombreUsuario, production } = useSesion();
  const online = useOnline();
  const [opened] = useState(Date.now);
  const { items } = useMenu();
  const perfil = usePerfil();
  const estadisticas = useEstadisticas();
  const chosen = route.useSearch({ select: (search) => search.ambiente });
  const navigate = route.useNavigate();
  const filtro = chosen ?? filtroOf(localStorage.getItem(storedBesides.filtro)) ?? filtroDeAmbiente(ambiente);
  const figures = figuresOf(estadisticas.data ?? {}, filtro);
  const { documentos, ingresos } = totalsOf(figures);
  const exact = formatAmount(ingresos);
  const short = formatShortAmount(ingresos);
  const name = perfil.data?.razonSocial ?? razonSocial;

  function choose(next: Filtro) {
    localStorage.setItem(storedBesides.filtro, next);
    navigate({ search: { ambiente: next }, replace: true });
  }

  return (
    <>
      <div className={styles.head}>
        <CompanyLogo size={52} />
        <PageHeader
          title={`${greeting(new Date())}, ${nombreUsuario}`}
          facts={[name, formatTaxId(perfil.data?.rncEmisor || rncEmisor), `último acceso ${formatClock(opened)}`]}
          chips={
            <>
              <Chip tone={production ? 'mute' : 'warn'}>{production ? 'PROD' : 'TEST'}</Chip>
              <Chip tone={online ? 'ok' : 'bad'}>{online ? 'Sistema Activo' : 'Sin conexión'}</Chip>
              <SecureChip />
              <AuthorityChip />
            </>
          }
        >
          <NativeSelect
            aria-label="Ambiente de las estadísticas"
            value={filtro}
            onChange={(event) => choose(event.currentTarget.value as Filtro)}
            data={Object.keys(filtros).map((one) => ({ value: one, label: `Ambiente: ${one}` }))}
          />
        </PageHeader>
      </div>
      <div className={card.stack}>
        {perfil.error && (
          <LoadFailure title="Error al obtener el perfil del usuario." error={perfil.error} onRetry={perfil.refetch} />
        )}
        {estadisticas.error && (
          <LoadFailure
            title="No se pudieron obtener las estadísticas"
            error={estadisticas.error}
            onRetry={estadisticas.refetch}
          />
        )}
        <StatGrid wide>
          <StatCard
            name="Ingresos totales"
            value={estadisticas.isPending ? '—' : `RD$ ${short}`}
            note={short === exact ? 'Lo vendido menos las notas de crédito' : `RD$ ${exact}`}
          />
          <StatCard
            name="Documentos emitidos"
            value={estadisticas.isPending ? '—' : formatCount(documentos)}
            note={`Total de documentos, ${filtro}`}
          />
          <StatCard name="Eficiencia del Sistema" value="98.5%" note="Cifra de referencia" />
          <StatCard name="Cumplimiento Fiscal" value="100%" note="Cifra de referencia" />
        </StatGrid>
        <div className={styles.charts}>
          <NcfChart figures={figures} filtro={filtro} query={estadisticas} />
          <IngresosChart figures={figures} filtro={filtro} query={estadisticas} />
          {(perfil.isPending || estadisticas.isPending) && (
            <p className={styles.loading} role="status" aria-label="Cargando">
              Cargando panel...
            </p>
          )}
        </div>
        <div className={styles.columns}>
          <TaskList />
          {items.some(({ id, habilitado }) => id === 'excel' && habilitado) && <RecentImports empty={<NoImports />} />}
        </div>
      </div>
      <AmbienteChanged />
    </>
  );
}

function NoImports() {
  const { puede } = useSesion();
  return (
    <EmptyState
      title="Todavía no hay ningún libro procesado"
      detail="Aquí encontrará cada libro de Excel que se procese, con lo que le falte por firmar o enviar."
    >
      {puede('emitir') && (
        <Button renderRoot={(props) => <Link {...props} to="/excel" search={{}} />}>Procesar el primero</Button>
      )}
    </EmptyState>
  );
}

/** Whether what travels is ciphered, or never leaves this computer. */
const SecureChip = () =>
  window.isSecureContext ? <Chip tone="ok">Conexión Segura</Chip> : <Chip tone="warn">Conexión sin cifrar</Chip>;

function AuthorityChip() {
  const { known, available } = useAutoridad();
  return known && !available && <Chip tone="warn">La DGII no responde</Chip>;
}

const greeting = (now: Date): string => {
  const hours = (now.getUTCHours() + 20) % 24; // UTC−4
  if (hours < 12) return 'Buenos días';
  return hours < 19 ? 'Buenas tardes' : 'Buenas noches';
};
