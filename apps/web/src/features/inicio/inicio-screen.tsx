import { Button, NativeSelect } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { decimal, formatTaxId, isZero } from '@timbre/values';
import { Suspense } from 'react';
import { useOnline } from '../../lib/connection.ts';
import { formatAmount, formatClock, formatCount, formatShortAmount } from '../../lib/format.ts';
import { useMenu } from '../../lib/menu.ts';
import { otherStorageKeys } from '../../lib/session.ts';
import { useSesion } from '../../lib/use-sesion.ts';
import card from '../../ui/card.module.css';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { RecentImports } from '../../ui/recent-imports.tsx';
import { StatCard, StatGrid } from '../../ui/stat-card.tsx';
import { Chip } from '../../ui/status-chip.tsx';
import { DemoPanel } from '../demostracion/shared.ts';
import { DuePanel } from '../reportes/shared.ts';
import { figuresOf, percentOf, totalsOf, verdictsOf } from './estadisticas.ts';
import { greeting } from './greeting.ts';
import styles from './inicio-screen.module.css';
import { AmbienteChanged } from './parts/ambiente-changed.tsx';
import { CompanyLogo } from './parts/company-logo.tsx';
import { IngresosChart, NcfChart } from './parts/figure-charts.tsx';
import { FirstStepsPanel } from './parts/first-steps-panel.tsx';
import { TaskList } from './parts/task-list.tsx';
import { RootInicio } from './root-inicio.tsx';
import { type Filtro, filtroDeAmbiente, filtroOf, filtros, filtroVisible } from './search.ts';
import { useCompanyFacts } from './use-company-facts.ts';
import { useEstadisticas, usePerfil } from './use-perfil.ts';

const route = getRouteApi('/home');

/** The date of the previous session; nothing until the server has answered. */
const lastVisit = (ultimoAcceso: string | null | undefined): string[] => {
  if (ultimoAcceso === undefined) return [];
  return [ultimoAcceso === null ? 'primer acceso' : `último acceso ${formatClock(Date.parse(ultimoAcceso))}`];
};

/** The start screen. */
export function InicioScreen() {
  const { root } = useSesion();
  return root ? <RootInicio /> : <CompanyInicio />;
}

/** The company, its issued documents by type and environment, and its pending tasks. */
function CompanyInicio() {
  const { razonSocial, rncEmisor, ambiente, nombreUsuario, badge, isForReal, simulated, ultimoAcceso, puede } =
    useSesion();
  const online = useOnline();
  const { items } = useMenu();
  const perfil = usePerfil();
  const estadisticas = useEstadisticas();
  // Both panels use this query. It is mounted here so that a request in flight is not repeated while one panel replaces
  // the other.
  useCompanyFacts();
  const chosen = route.useSearch({ select: (search) => search.ambiente });
  const navigate = route.useNavigate();
  const filtro = chosen ?? filtroOf(localStorage.getItem(otherStorageKeys.filtro)) ?? filtroDeAmbiente(ambiente);
  const figures = figuresOf(estadisticas.data ?? {}, filtro);
  const { documentos, ingresos, compras } = totalsOf(figures);
  const bought = isZero(decimal(compras)) ? '' : ` · compras aparte: RD$ ${formatAmount(compras)}`;
  const verdicts = verdictsOf(estadisticas.data ?? {}, filtro);
  const exact = formatAmount(ingresos);
  const short = formatShortAmount(ingresos);
  const issued = !estadisticas.data || Object.keys(estadisticas.data).length > 0;
  const noteOf = (words: string) => (estadisticas.isPending ? '' : words);
  const name = perfil.data?.razonSocial ?? razonSocial;

  function choose(next: Filtro) {
    localStorage.setItem(otherStorageKeys.filtro, next);
    navigate({ search: { ambiente: next }, replace: true });
  }

  return (
    <>
      <div className={styles.head}>
        <CompanyLogo size={52} />
        <PageHeader
          title={`${greeting(new Date())}, ${nombreUsuario}`}
          facts={[name, formatTaxId(perfil.data?.rncEmisor || rncEmisor), ...lastVisit(ultimoAcceso)]}
          chips={
            <>
              <Chip tone={isForReal ? 'mute' : 'warn'}>{badge}</Chip>
              {simulated && <Chip tone="warn">SIMULADO</Chip>}
              <Chip tone={online ? 'ok' : 'bad'}>{online ? 'Sistema Activo' : 'Sin conexión'}</Chip>
              <SecureChip />
            </>
          }
        >
          <NativeSelect
            aria-label="Ambiente de las estadísticas"
            value={filtro}
            onChange={(event) => choose(event.currentTarget.value as Filtro)}
            data={(Object.keys(filtros) as Filtro[]).map((one) => ({
              value: one,
              label: `Ambiente: ${filtroVisible[one]}`,
            }))}
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
            note={noteOf(`${short === exact ? 'Ventas netas de notas de crédito' : `RD$ ${exact}`}${bought}`)}
          />
          <StatCard
            name="Documentos emitidos"
            value={estadisticas.isPending ? '—' : formatCount(documentos)}
            note={noteOf(filtro === 'TODOS' ? 'En todos los ambientes' : `En ${filtroVisible[filtro]}`)}
          />
          <StatCard
            name="Eficiencia del Sistema"
            value={percentOf(verdicts.aLaPrimera, verdicts.respondidos)}
            note={noteOf(
              verdicts.respondidos === 0
                ? 'La DGII aún no ha respondido'
                : `${formatCount(verdicts.aLaPrimera)} de ${formatCount(verdicts.respondidos)} aceptados a la primera`,
            )}
          />
          <StatCard
            name="Cumplimiento Fiscal"
            value={percentOf(verdicts.aceptados, verdicts.respondidos)}
            note={noteOf(
              verdicts.respondidos === 0
                ? 'La DGII aún no ha respondido'
                : `${formatCount(verdicts.aceptados)} de ${formatCount(verdicts.respondidos)} aceptados`,
            )}
          />
        </StatGrid>
        {issued ? (
          <div className={styles.charts}>
            <NcfChart figures={figures} filtro={filtro} query={estadisticas} />
            <IngresosChart figures={figures} filtro={filtro} query={estadisticas} />
            {(perfil.isPending || estadisticas.isPending) && (
              <p className={styles.loading} role="status" aria-label="Cargando">
                Cargando panel...
              </p>
            )}
          </div>
        ) : (
          <FirstStepsPanel issued={false} />
        )}
        <div className={styles.columns}>
          {issued && <TaskList />}
          {items.some(({ id, habilitado }) => id === 'importacion' && habilitado) && (
            <RecentImports empty={<NoImports />} />
          )}
          <Suspense>{items.some(({ id, habilitado }) => id === 'reportes' && habilitado) && <DuePanel />}</Suspense>
        </div>
        {/* Below the figures and the tasks, which it must not move. Users who cannot change the environment have no
           step left. */}
        {estadisticas.data && issued && puede('administrar') && <FirstStepsPanel issued />}
        {simulated && (
          <Suspense>
            <DemoPanel />
          </Suspense>
        )}
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

/** Whether the connection is encrypted, or local to this computer. */
const SecureChip = () =>
  window.isSecureContext ? <Chip tone="ok">Conexión Segura</Chip> : <Chip tone="warn">Conexión sin cifrar</Chip>;
