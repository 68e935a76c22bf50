import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Suspense, useCallback, useMemo } from 'react';
import { periodName } from '../../lib/period.ts';
import card from '../../ui/card.module.css';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { ConnectionStatus } from '../quickbooks/shared.tsx';
import { RangeBar } from './parts/range-bar.tsx';
import { ReportView } from './parts/report-view.tsx';
import { Unconfirmed } from './parts/unconfirmed.tsx';
import { useProblemCount } from './problems-query.ts';
import styles from './reportes.module.css';
import {
  periodoOfRango,
  type Rango,
  rangoOf,
  type Search,
  type Tipo,
  tabs,
  type Vista,
  vistas,
  vistasDe,
} from './search.ts';
import { savedKey } from './use-report.ts';
import { title } from './words.ts';

const PrepareView = lazyPart(async () => (await import('./grid/prepare-view.tsx')).PrepareView);
const ProblemsView = lazyPart(async () => (await import('./parts/problems-view.tsx')).ProblemsView);
const ConciliacionView = lazyPart(async () => (await import('./conciliacion/conciliacion-view.tsx')).ConciliacionView);
const LoadView = lazyPart(async () => (await import('./parts/load-view.tsx')).LoadView);
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
  const vista = vistasDe[tab].find((one) => one === search.vista) ?? 'reporte';

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
              <VistaChoice tab={tab} vista={vista} rango={rango} onChange={(next) => go({ vista: next })} />
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

interface ChoiceProps {
  tab: Tipo;
  vista: Vista;
  rango: Rango;
  onChange: (vista: Vista) => void;
}

/** Selects the view of a report. The option of the problems shows their number. */
function VistaChoice({ tab, vista, rango, onChange }: ChoiceProps) {
  const count = useProblemCount(tab, periodoOfRango(rango));
  const options = vistasDe[tab].map((value) => ({
    value,
    label: value === 'problemas' && count ? `${vistas[value]} (${count})` : vistas[value],
  }));
  return (
    <div className={styles.vistas}>
      <Segmented label="Vista del reporte" options={options} value={vista} onChange={onChange} />
    </div>
  );
}
