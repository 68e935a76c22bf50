import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { formatMoment } from '../../../lib/format.ts';
import { useSesion } from '../../../lib/use-sesion.ts';
import card from '../../../ui/card.module.css';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { liveKey } from '../month-queries.ts';
import type { Rango, Tipo, Vista } from '../search.ts';
import { savedKey, useReport } from '../use-report.ts';
import { nombreDe } from '../words.ts';
import { Rectification } from './rectification.tsx';

const FilingDialog = lazyPart(async () => (await import('./filing-dialog.tsx')).FilingDialog, 'dialog');

interface Props {
  tipo: Tipo;
  rango: Rango;
  onVista: (vista: Vista) => void;
}

/** The last step of a month: the number under which it was filed at the DGII, or how to record it. */
export function FiledView({ tipo, rango, onVista }: Props) {
  const client = useQueryClient();
  const { noReporta } = useSesion();
  const [isOpen, setIsOpen] = useState(false);
  const { list } = useReport(tipo, rango);
  if (list.error)
    return (
      <LoadFailure title="No se pudieron leer los reportes guardados." error={list.error} onRetry={list.refetch} />
    );
  if (list.data === undefined) return <Skeleton rows={4} label="Cargando la presentación" />;
  const filed = list.data.find(({ presentacion }) => presentacion !== null);
  if (filed !== undefined) return <Rectification report={filed} tipo={tipo} />;
  const [report] = list.data;
  if (report?.estado !== 'listo')
    return (
      <section className={card.card}>
        <EmptyState
          title={`Todavía no hay un reporte ${nombreDe(tipo)} de estas fechas`}
          detail="Genérelo, envíelo por la Oficina Virtual y anote aquí el número que le dieron."
        >
          <Button variant="filled" onClick={() => onVista('reporte')}>
            {tipo === 'it1' ? 'Ir al formulario' : 'Ir al TXT'}
          </Button>
        </EmptyState>
      </section>
    );
  return (
    <section className={card.card}>
      <EmptyState
        title={`El ${nombreDe(tipo)} no se ha anotado como presentado`}
        detail={`Se generó ${formatMoment(report.fechaCreacion)}. Envíelo por la Oficina Virtual y anote el número de aceptación: el mes queda cerrado.`}
      >
        <Button variant="filled" disabled={noReporta !== undefined} title={noReporta} onClick={() => setIsOpen(true)}>
          Anotar presentación
        </Button>
      </EmptyState>
      <Suspense>
        {isOpen && (
          <FilingDialog
            tipo={tipo}
            report={report}
            onFiled={() => {
              void client.invalidateQueries({ queryKey: savedKey });
              void client.invalidateQueries({ queryKey: liveKey(tipo) });
            }}
            onClose={() => setIsOpen(false)}
          />
        )}
      </Suspense>
    </section>
  );
}
