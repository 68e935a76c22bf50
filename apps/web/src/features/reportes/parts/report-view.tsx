import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { Refusal } from '../../../lib/api.ts';
import { formatCounted, formatMoment } from '../../../lib/format.ts';
import { estadoQuery } from '../../../lib/quickbooks.ts';
import { useSesion } from '../../../lib/use-sesion.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Banner } from '../../../ui/banner.tsx';
import card from '../../../ui/card.module.css';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Chip } from '../../../ui/status-chip.tsx';
import text from '../../../ui/text.module.css';
import type { Reporte } from '../api.ts';
import styles from '../reportes.module.css';
import type { Rango, Tipo, Vista } from '../search.ts';
import { useReport } from '../use-report.ts';
import { generationFailure, nombreDe } from '../words.ts';
import { Downloads } from './downloads.tsx';
import { ReportProgress } from './report-progress.tsx';

const SavedRows = lazyPart(async () => (await import('./saved-rows.tsx')).SavedRows);
const IT1View = lazyPart(async () => (await import('./it1-view.tsx')).IT1View);
const Rectification = lazyPart(async () => (await import('./rectification.tsx')).Rectification);

interface Props {
  tipo: Tipo;
  rango: Rango;
  onVista: (vista: Vista) => void;
}

/** The newest saved report of the dates: its generation, its downloads, and its rows or boxes. */
export function ReportView({ tipo, rango, onVista }: Props) {
  const { noReporta } = useSesion();
  const { report, list, polled, generation } = useReport(tipo, rango);
  const connection = useQuery(estadoQuery);
  const working = report?.estado === 'generando';
  const ofBooks = tipo === '606' || tipo === '607';
  const withoutBooks = (
    <Button
      disabled={noReporta !== undefined}
      title={noReporta ?? 'Con lo que ya se leyó de QuickBooks, sin volver a leerlo'}
      onClick={() => generation.mutate({ withBooks: false })}
    >
      Generar sin leer QuickBooks
    </Button>
  );
  const generateButton = (
    <ActionButton
      variant="filled"
      loading={generation.isPending || working}
      disabled={noReporta !== undefined}
      title={noReporta}
      onClick={() => generation.mutate({ withBooks: true })}
    >
      Generar
    </ActionButton>
  );
  return (
    <>
      <section className={`${card.card} ${styles.tools}`} aria-label={`Acciones del reporte ${nombreDe(tipo)}`}>
        {generateButton}
        <Downloads
          tipo={tipo}
          rango={rango}
          rows={report?.estado === 'listo' ? report.totales.cantidadRegistros : undefined}
          onVista={onVista}
        />
        {ofBooks && (
          <Link to="/cuentas-mapping" search={{}} className={text.link}>
            Mapeo de cuentas
          </Link>
        )}
        {report && report.estado !== 'generando' && <ReportFacts report={report} />}
      </section>
      {generation.error && (
        <Banner
          action={hasCode(generation.error, 'reportes/sin-conexion') && withoutBooks}
          onDismiss={() => generation.reset()}
        >
          {generationFailure(tipo, generation.error)}
        </Banner>
      )}
      {polled.error && working && (
        <LoadFailure title="No se pudo leer el progreso." error={polled.error} onRetry={polled.refetch} />
      )}
      {report?.estado === 'error' && (
        <Banner action={ofBooks && connection.data && connection.data.realmId !== null && withoutBooks}>
          {report.progreso.mensaje}
        </Banner>
      )}
      {working && <ReportProgress {...report.progreso} />}
      {list.error && (
        <LoadFailure title="No se pudieron leer los reportes guardados." error={list.error} onRetry={list.refetch} />
      )}
      {list.data === undefined ? (
        !list.error && <Skeleton rows={8} label="Cargando reportes guardados" />
      ) : report === undefined ? (
        <NothingSaved tipo={tipo} onVista={onVista} />
      ) : (
        report.estado === 'listo' && (
          <Suspense fallback={<Skeleton rows={8} label="Cargando el reporte" />}>
            {report.avisos.length > 0 && (
              <Banner tone="warn" title="Este reporte no lo tiene todo.">
                {report.avisos.join('. ')}.
              </Banner>
            )}
            {report.presentacion && tipo !== 'it1' && <Rectification report={report} tipo={tipo} />}
            {tipo === 'it1' ? (
              <IT1View report={report} rango={rango} onGenerate={() => generation.mutate({ withBooks: true })} />
            ) : (
              <SavedRows key={report._id} report={report} tipo={tipo} onVista={onVista} />
            )}
          </Suspense>
        )
      )}
    </>
  );
}

const hasCode = (error: Error, code: string): boolean => error instanceof Refusal && error.problem.code === code;

/** When the report was generated, by whom, and whether it was filed. */
function ReportFacts({ report }: { report: Reporte }) {
  const { presentacion, fechaCreacion, usuario, totales } = report;
  return (
    <span className={styles.facts}>
      {presentacion && <Chip tone="ok">{`Presentado · ${presentacion.numero}`}</Chip>}
      <Facts
        of={[
          `Generado ${formatMoment(fechaCreacion)} por ${usuario}`,
          ...(totales.pendientes > 0 ? [`${formatCounted(totales.pendientes, 'fila')} sin completar`] : []),
        ]}
      />
    </span>
  );
}

/** A description of each report, shown before it is generated. */
const about: Readonly<Record<Tipo, string>> = {
  606: 'Reúne sus compras y gastos: los e-CF recibidos, lo que cargue de papel y QuickBooks, si lo conecta. Complete en «Preparar» lo que el comprobante no dice, y genérelo.',
  607: 'Reúne sus ventas: los e-CF emitidos y lo que cargue de papel. La DGII ya tiene los e-CF: su TXT lleva solo el resto.',
  608: 'Lista los comprobantes que anuló en el período, con su motivo.',
  609: 'Lista los pagos por servicios al exterior: los e-CF 47 que emitió en el período.',
  it1: 'Se llena a partir de los reportes 606 y 607 guardados del mismo período: genere primero esos dos.',
};

function NothingSaved({ tipo, onVista }: Pick<Props, 'tipo' | 'onVista'>) {
  return (
    <section className={card.card}>
      <EmptyState title={`Todavía no hay un reporte ${nombreDe(tipo)} de estas fechas`} detail={about[tipo]}>
        {(tipo === '606' || tipo === '607' || tipo === '609') && (
          <Button onClick={() => onVista('preparar')}>Preparar</Button>
        )}
      </EmptyState>
    </section>
  );
}
