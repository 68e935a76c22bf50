import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { messageOf, Refusal } from '../../lib/api.ts';
import { saveFile } from '../../lib/files.ts';
import { lastError, useMutation } from '../../lib/mutation.ts';
import { periodName } from '../../lib/period.ts';
import { useSesion } from '../../lib/use-sesion.ts';
import { Banner } from '../../ui/banner.tsx';
import card from '../../ui/card.module.css';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.tsx';
import { initDb, readBook } from './api.ts';
import { Actions, type Formato } from './parts/actions.tsx';
import { History } from './parts/history.tsx';
import { Requirements } from './parts/requirements.tsx';
import { RunOverlay } from './parts/run-overlay.tsx';
import { Statistics } from './parts/statistics.tsx';
import styles from './procesar.module.css';
import { type Alcance, type Dates, datesOf, faultOfDates, type Search } from './search.ts';
import { useProcess } from './use-process.ts';
import { downloadFailure, processFailure, title, unmet } from './words.ts';

const route = getRouteApi('/procesar-reportes');

/** Runs over the documents of the accounting program: their requirements, progress and results. */
export function ProcesarScreen() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { rncEmisor: rnc, noReporta } = useSesion();
  const [formato, setFormato] = useState<Formato>('xls');
  const [presentados, setPresentados] = useState(false);
  const [notice, setNotice] = useState<string>();
  const dates = datesOf(search, Date.now());
  const tipo: Alcance = search.tipo ?? 'consolidado';
  const fault = faultOfDates(dates);

  const downloading = useMutation({
    mutationFn: async ({ tipo, dates }: { tipo: Alcance; dates: Dates }) =>
      saveFile(
        await readBook({ params: { tipo }, query: { formato }, body: { rnc, ...dates } }),
        `Reporte_${tipo}_${rnc}_${dates.fechaInicio}_${dates.fechaFin}.${formato}`,
      ),
    onSuccess: (name) => toast(`Archivo ${name} descargado correctamente.`),
  });
  const { requirements, polled, run, last, starting, cancelling } = useProcess((done) =>
    downloading.mutate({
      tipo: done.TipoReporte,
      dates: { fechaInicio: done.FechaInicio, fechaFin: done.FechaFin },
    }),
  );
  const initialising = useMutation({
    mutationFn: () => initDb({ body: {} }),
    onSuccess: ({ mensaje }) => toast(mensaje),
    onError: (error) => {
      if (error instanceof Refusal && error.problem.status === 404)
        setNotice('La inicialización no está disponible en este servidor: la base de datos se da por lista.');
    },
  });
  const validating = useMutation({
    mutationFn: () => requirements.refetch({ throwOnError: true }),
    onSuccess: ({ data }) => data?.mapeo.completo && toast('Los mapeos de cuentas están completos'),
  });

  const { data } = requirements;
  const met = data?.conexion.conectado && data.mapeo.completo;
  const change = (next: Search) => void navigate({ search: (old) => ({ ...old, ...next }), replace: true });

  const actions = {
    procesar: () => starting.mutate({ tipo, dates, rnc, presentados }),
    descargar: () => downloading.mutate({ tipo, dates }),
    inicializar: () => initialising.mutate(),
    validar: () => validating.mutate(),
  };
  const failure = lastError(
    starting,
    { ...initialising, error: initialisingError(initialising.error) },
    validating,
    cancelling,
  );

  return (
    <>
      <PageHeader
        title={title}
        facts={
          fault === undefined
            ? [periodName({ desde: dates.fechaInicio, hasta: dates.fechaFin }, Date.now())]
            : undefined
        }
      />
      <div className={styles.place}>
        <div className={card.stack} inert={run !== undefined}>
          {requirements.error && (
            <LoadFailure
              title="No se pudieron leer los requisitos."
              error={requirements.error}
              onRetry={requirements.refetch}
            />
          )}
          {data ? <Requirements {...data} /> : !requirements.error && <Skeleton rows={3} label="Cargando requisitos" />}
          {notice && (
            <Banner tone="warn" onDismiss={() => setNotice(undefined)}>
              {notice}
            </Banner>
          )}
          {failure && (
            <Banner
              onDismiss={() => {
                for (const each of [starting, initialising, validating, cancelling]) each.reset();
              }}
            >
              {processFailure(messageOf(failure))}
            </Banner>
          )}
          {last?.Estado === 'Error' && <Banner>{processFailure(last.mensaje)}</Banner>}
          {last?.Estado === 'Completado' && last.avisos.length > 0 && (
            <Banner tone="warn" title="Se procesó, pero no está completo.">
              {last.avisos.join('. ')}.
            </Banner>
          )}
          {downloading.error && (
            <Banner onDismiss={() => downloading.reset()}>{downloadFailure(downloading.error)}</Banner>
          )}
          <Actions
            dates={dates}
            tipo={tipo}
            formato={formato}
            presentados={presentados}
            pending={
              (starting.isPending && 'procesar') ||
              (downloading.isPending && 'descargar') ||
              (initialising.isPending && 'inicializar') ||
              (validating.isPending && 'validar') ||
              undefined
            }
            refusals={{
              procesar: data && (noReporta ?? fault ?? (met ? undefined : unmet)),
              descargar: fault,
              inicializar: noReporta,
            }}
            onDates={({ fechaInicio, fechaFin }) =>
              change({
                ...(fechaInicio !== undefined && { desde: fechaInicio }),
                ...(fechaFin !== undefined && { hasta: fechaFin }),
              })
            }
            onTipo={(next) =>
              void navigate({
                search: ({ tipo: _, ...old }) => ({ ...old, ...(next !== 'consolidado' && { tipo: next }) }),
                replace: true,
              })
            }
            onFormato={setFormato}
            onPresentados={setPresentados}
            onAction={(action) => actions[action]()}
          />
          {fault === undefined && <Statistics dates={dates} rnc={rnc} />}
          <History rnc={rnc} />
        </div>
        {run && (
          <RunOverlay
            run={run}
            refusal={noReporta}
            cancelling={cancelling.isPending}
            onCancel={() => cancelling.mutate(run.ID)}
          />
        )}
        {run && polled.error && (
          <LoadFailure title="No se pudo leer el avance." error={polled.error} onRetry={polled.refetch} />
        )}
      </div>
    </>
  );
}

/**
 * A server without this call has its database ready, so a 404 is a notice and not a failure.
 *
 * @source specification 002 §7
 */
const initialisingError = (error: Error | null): Error | null =>
  error instanceof Refusal && error.problem.status === 404 ? null : error;
