import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Suspense, useCallback, useMemo } from 'react';
import { periodName } from '../../lib/period.ts';
import card from '../../ui/card.module.css';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { ConnectionStatus } from '../quickbooks/shared.tsx';
import { RangeBar } from './parts/range-bar.tsx';
import { ReportView } from './parts/report-view.tsx';
import { StepStrip } from './parts/step-strip.tsx';
import { Unconfirmed } from './parts/unconfirmed.tsx';
import {
  aparteDe,
  pasosDe,
  periodoOfRango,
  type Rango,
  rangoOf,
  type Search,
  type Tipo,
  tabs,
  type Vista,
} from './search.ts';
import { savedKey } from './use-report.ts';
import { title } from './words.ts';

const PrepareView = lazyPart(async () => (await import('./grid/prepare-view.tsx')).PrepareView);
const ProblemsView = lazyPart(async () => (await import('./parts/problems-view.tsx')).ProblemsView);
const ConciliacionView = lazyPart(async () => (await import('./conciliacion/conciliacion-view.tsx')).ConciliacionView);
const LoadView = lazyPart(async () => (await import('./parts/load-view.tsx')).LoadView);
const FiledView = lazyPart(async () => (await import('./parts/filed-view.tsx')).FiledView);
const HistoryView = lazyPart(async () => (await import('./parts/history-view.tsx')).HistoryView);

const route = getRouteApi('/reportes-fiscales');

/** The monthly reports of the DGII, each in its tab, to be generated, prepared, checked and filed. */
export function ReportesScreen() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const client = useQueryClient();
  const { desde, hasta } = search;
  const rango = useMemo(
    () => rangoOf({ ...(desde && { desde }), ...(hasta && { hasta }) }, Date.now()),
    [desde, hasta],
  );
  const tab: Tipo = search.tab ?? '606';
  const vista = [...pasosDe[tab], ...aparteDe[tab]].find((one) => one === search.vista) ?? 'reporte';

  const go = useCallback(
    (next: Partial<{ tab: Tipo; vista: Vista; fila: string; campo: string }>, replace = false) =>
      void navigate({
        search: (old: Search) => addressOf(old, next),
        replace,
        resetScroll: false,
      }),
    [navigate],
  );

  /**
   * Removes the loaded reports from the cache, so that those of the new dates are fetched. @source specification 002 §4
   */
  function apply({ fechaDesde, fechaHasta }: Rango) {
    client.removeQueries({ queryKey: savedKey });
    void navigate({
      search: ({ fila: _, campo: __, ...rest }: Search) => ({ ...rest, desde: fechaDesde, hasta: fechaHasta }),
    });
  }

  return (
    <>
      <PageHeader
        title={title}
        facts={[periodName({ desde: rango.fechaDesde, hasta: rango.fechaHasta }, Date.now())]}
      />
      <div className={card.stack}>
        <ConnectionStatus />
        <RangeBar key={`${rango.fechaDesde} ${rango.fechaHasta}`} rango={rango} onApply={apply} />
        <div>
          <Tabs
            label="Reportes"
            tabs={tabs}
            current={tab}
            onChange={(next) => go({ tab: next, vista: 'reporte' }, true)}
          >
            <div className={card.stack} key={tab}>
              <StepStrip
                tipo={tab}
                periodo={periodoOfRango(rango)}
                vista={vista}
                onChange={(next) => go({ vista: next })}
              />
              {tab === '606' && (vista === 'reporte' || vista === 'preparar') && (
                <Unconfirmed periodo={periodoOfRango(rango)} onShow={() => go({ vista: 'problemas' })} />
              )}
              <Suspense fallback={<Skeleton rows={8} label="Cargando" />}>
                {vista === 'reporte' && <ReportView tipo={tab} rango={rango} onVista={(next) => go({ vista: next })} />}
                {vista === 'preparar' && tab !== '608' && tab !== 'it1' && (
                  <PrepareView
                    key={periodoOfRango(rango)}
                    tipo={tab}
                    periodo={periodoOfRango(rango)}
                    at={search.fila}
                    campo={search.campo}
                  />
                )}
                {vista === 'problemas' && tab !== 'it1' && (
                  <ProblemsView
                    tipo={tab}
                    periodo={periodoOfRango(rango)}
                    onGo={(fila, campo) => go({ vista: 'preparar', fila, campo })}
                    onLoad={(fila) => go({ vista: 'cargar', fila })}
                  />
                )}
                {vista === 'conciliacion' && (tab === '606' || tab === '607') && (
                  <ConciliacionView
                    key={periodoOfRango(rango)}
                    tipo={tab}
                    periodo={periodoOfRango(rango)}
                    onGo={(fila) => go({ vista: 'preparar', fila })}
                    onReport={() => go({ vista: 'reporte' })}
                  />
                )}
                {vista === 'cargar' && (tab === '606' || tab === '607') && (
                  <LoadView
                    key={`${tab} ${search.fila ?? ''}`}
                    tipo={tab}
                    periodo={periodoOfRango(rango)}
                    at={search.fila}
                    onVista={(next) => go({ vista: next })}
                  />
                )}
                {vista === 'presentado' && (
                  <FiledView tipo={tab} rango={rango} onVista={(next) => go({ vista: next })} />
                )}
                {vista === 'historial' && <HistoryView key={tab} tipo={tab} rango={rango} />}
              </Suspense>
            </div>
          </Tabs>
        </div>
      </div>
    </>
  );
}

/** The address after a change. The first tab and the first view are not written in it. */
function addressOf(
  { fila: _, campo: __, ...old }: Search,
  next: Partial<{ tab: Tipo; vista: Vista; fila: string; campo: string }>,
): Search {
  const { tab: oldTab, vista: oldVista, ...rest } = old;
  const tab = next.tab ?? oldTab ?? '606';
  const vista = next.vista ?? oldVista ?? 'reporte';
  return {
    ...rest,
    ...(tab !== '606' && { tab }),
    ...(vista !== 'reporte' && { vista }),
    ...(next.fila !== undefined && { fila: next.fila }),
    ...(next.campo !== undefined && { campo: next.campo }),
  };
}
