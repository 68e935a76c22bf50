import { useQuery } from '@tanstack/react-query';
import { formatCounted } from '../../../lib/format.ts';
import { notLive } from '../../../lib/live-query.ts';
import { Banner } from '../../../ui/banner.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { type Reporte, readRectification } from '../api.ts';
import { liveKey } from '../month-queries.ts';
import type { Tipo } from '../search.ts';
import { dayOf } from '../words.ts';

const mostNamed = 20;

/**
 * «Cambios desde la presentación»: the differences between the current receipts and the filed report, to be rectified.
 */
export function Rectification({ report, tipo }: { report: Reporte; tipo: Tipo }) {
  const { data, error, refetch } = useQuery({
    queryKey: [...liveKey(tipo), 'rectificacion', report._id],
    meta: notLive,
    queryFn: ({ signal }) => readRectification({ params: { tipo, id: report._id }, signal }),
    staleTime: 0,
  });
  const { presentacion } = report;
  if (presentacion === null) return null;
  if (error) return <LoadFailure title="No se pudo comparar con lo presentado." error={error} onRetry={refetch} />;
  if (data === undefined) return null;
  const filed = `Presentado el ${dayOf(presentacion.fecha)} con el número ${presentacion.numero}, anotado por ${presentacion.por}.`;
  const { agregadas, quitadas, cambiadas, ncf } = data;
  if (agregadas + quitadas + cambiadas === 0)
    return (
      <Banner tone="ok" title={filed}>
        Nada ha cambiado desde la presentación.
      </Banner>
    );
  const counts = [
    agregadas > 0 && formatCounted(agregadas, 'fila nueva', 'filas nuevas'),
    quitadas > 0 && formatCounted(quitadas, 'fila que ya no está', 'filas que ya no están'),
    cambiadas > 0 && formatCounted(cambiadas, 'fila cambiada', 'filas cambiadas'),
  ].filter((words) => words !== false);
  const more = ncf.length - mostNamed;
  return (
    <Banner tone="warn" title={`Cambios desde la presentación: ${counts.join(', ')}.`}>
      {filed} Debe rectificar el reporte en la Oficina Virtual. NCF: {ncf.slice(0, mostNamed).join(', ')}
      {more > 0 && ` y ${more} más`}.
    </Banner>
  );
}
