import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { featureMenu } from '@timbre/contract/tables';
import { accountCounts, mappingStatistics } from '@timbre/reports';
import { Suspense, useMemo } from 'react';
import { messageOf } from '../../lib/api.ts';
import { formatCount, formatCounted } from '../../lib/format.ts';
import { estadoQuery } from '../../lib/quickbooks.ts';
import { useSesion } from '../../lib/use-sesion.ts';
import { Banner } from '../../ui/banner.tsx';
import card from '../../ui/card.module.css';
import { EmptyState } from '../../ui/empty-state.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { UnsavedGuard } from '../../ui/unsaved-guard.tsx';
import { FieldsView } from './parts/fields-view.tsx';
import { LoadCatalogue } from './parts/load-catalogue.tsx';
import { Toolbar } from './parts/toolbar.tsx';
import { type Tab, tabs } from './tabs.ts';
import { useCatalogo, useMapeo } from './use-mapeo.ts';

const TypesView = lazyPart(async () => (await import('./parts/types-view.tsx')).TypesView);
const FlexibleView = lazyPart(async () => (await import('./parts/flexible-view.tsx')).FlexibleView);
const PdfFieldsView = lazyPart(async () => (await import('./parts/pdf-fields-view.tsx')).PdfFieldsView);
const StatsView = lazyPart(async () => (await import('./parts/stats-view.tsx')).StatsView);

const route = getRouteApi('/cuentas-mapping');

/** The mapping of the company's accounts: the boxes of the 606 and the 607 that they feed, and their kinds. */
export function MapeoScreen() {
  const { tab = '606' } = route.useSearch();
  const navigate = route.useNavigate();
  const { rncEmisor: rnc, noReporta } = useSesion();
  if (/^0*$/.test(rnc)) return <Banner>No se encontró RNC del emisor. Por favor inicie sesión nuevamente.</Banner>;
  const go = (next: Tab) =>
    void navigate({ search: next === '606' ? {} : { tab: next }, replace: true, resetScroll: false });
  return (
    <Mapeo
      key={rnc}
      rnc={rnc}
      refusal={noReporta && 'Su rol permite ver el mapeo, no cambiarlo'}
      tab={tab}
      onTab={go}
    />
  );
}

interface Props {
  rnc: string;
  /** Why this user may not change anything. */
  refusal: string | undefined;
  tab: Tab;
  onTab: (tab: Tab) => void;
}

function Mapeo({ rnc, refusal, tab, onTab }: Props) {
  const catalogo = useCatalogo(rnc);
  const state = useMapeo(rnc);
  const { mapeo, draft, saving } = state;
  const { cuentas } = catalogo;
  const stats = useMemo(() => mapeo && mappingStatistics(cuentas, mapeo), [cuentas, mapeo]);
  const blank = catalogo.loaded && cuentas.length === 0;
  return (
    <>
      <PageHeader
        title={featureMenu.mapeo.titulo}
        facts={
          stats && [
            formatCounted(stats.totalCuentas, 'cuenta'),
            `${formatCount(stats.cuentasMapeadas)} mapeadas`,
            `${formatCount(stats.cuentasSinMapear)} sin mapear`,
          ]
        }
      >
        <Button
          variant="filled"
          loading={saving.isPending}
          disabled={draft === undefined || refusal !== undefined}
          title={refusal ?? (draft === undefined ? 'No hay cambios que guardar' : undefined)}
          onClick={() => state.save()}
        >
          Guardar mapeo
        </Button>
      </PageHeader>
      {draft !== undefined && <UnsavedGuard stored />}
      <div className={card.stack}>
        {catalogo.error && (
          <LoadFailure title="Error cargando catálogo de cuentas" error={catalogo.error} onRetry={catalogo.refetch} />
        )}
        {state.error && <LoadFailure title="No se pudo leer el mapeo" error={state.error} onRetry={state.refetch} />}
        {state.overtaken ? (
          <Banner
            title="Otra persona guardó cambios"
            action={
              <>
                <Button onClick={() => void state.discard()}>Cargar lo guardado</Button>
                <Button onClick={() => void state.saveOver()}>Guardar lo mío encima</Button>
              </>
            }
          >
            {state.saved?.por && state.saved.version > (draft?.version ?? 0) ? `Lo guardó ${state.saved.por}. ` : ''}
            Sus cambios siguen aquí, sin guardar.
          </Banner>
        ) : (
          saving.error && (
            <Banner title="Error guardando mapeo">{`Error al guardar el mapeo: ${messageOf(saving.error)}`}</Banner>
          )
        )}
        {state.restored && !state.overtaken && (
          <Banner
            tone="info"
            title="Cambios sin guardar de antes"
            action={<Button onClick={() => void state.discard()}>Descartarlos</Button>}
          >
            Quedaron en este navegador cuando salió. Guárdelos o descártelos.
          </Banner>
        )}
        {mapeo && catalogo.loaded ? (
          <>
            <Toolbar rnc={rnc} refusal={refusal} tab={tab} catalogo={catalogo} state={state} mapeo={mapeo} />
            <div>
              <Tabs label="Mapeo" tabs={tabs} current={tab} onChange={onTab}>
                <div className={card.stack} key={tab}>
                  <Suspense fallback={<Skeleton rows={8} label="Cargando" />}>
                    {(tab === '606' || tab === '607') &&
                      (blank && accountCounts(mapeo)[`mapping${tab}`] === 0 ? (
                        <NoCatalogue rnc={rnc} refusal={refusal} catalogo={catalogo} />
                      ) : (
                        <FieldsView
                          reporte={tab}
                          index={catalogo.index}
                          mapeo={mapeo}
                          refusal={refusal}
                          onChange={state.change}
                        />
                      ))}
                    {(tab === 'tipos606' || tab === 'tipos607') && (
                      <TypesView
                        rnc={rnc}
                        destino={tab}
                        index={catalogo.index}
                        mapeo={mapeo}
                        refusal={refusal}
                        state={state}
                      />
                    )}
                    {tab === 'excel-flexible' && <FlexibleView rnc={rnc} refusal={refusal} />}
                    {tab === 'campos-formulario' && <PdfFieldsView rnc={rnc} />}
                    {tab === 'stats' && <StatsView cuentas={cuentas} mapeo={mapeo} />}
                  </Suspense>
                </div>
              </Tabs>
            </div>
          </>
        ) : (
          !(state.error || catalogo.error) && <Skeleton rows={10} label="Cargando el mapeo" />
        )}
      </div>
    </>
  );
}

interface NoCatalogueProps extends Pick<Props, 'rnc' | 'refusal'> {
  catalogo: ReturnType<typeof useCatalogo>;
}

function NoCatalogue({ rnc, refusal, catalogo }: NoCatalogueProps) {
  const { data: { conectado = false } = {} } = useQuery(estadoQuery);
  return (
    <section className={card.card} aria-label="Catálogo">
      <EmptyState
        title="Todavía no hay catálogo de cuentas"
        detail={`No se encontró catálogo de cuentas. Por favor cargue un archivo Excel.${conectado ? ' O pulse «Cargar catálogo» para tomarlo de QuickBooks.' : ''}`}
      >
        <LoadCatalogue rnc={rnc} refusal={refusal} catalogo={catalogo} variant="filled" />
      </EmptyState>
    </section>
  );
}
