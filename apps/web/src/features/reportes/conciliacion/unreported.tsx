import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Periodo } from '@timbre/values';
import { useState } from 'react';
import { documentName } from '../../../lib/quickbooks.ts';
import { Banner } from '../../../ui/banner.tsx';
import { CodeLink } from '../../../ui/code-link.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Chip } from '../../../ui/status-chip.tsx';
import text from '../../../ui/text.module.css';
import type { SinReportar } from '../api.ts';
import plain from '../reportes.module.css';
import { rangoOfMonth } from '../search.ts';
import { dayOf } from '../words.ts';
import styles from './conciliacion.module.css';
import { type TipoConciliado, unreportedQuery } from './queries.ts';

/** Documents that are shown at a time. */
const shownAtATime = 50;

const estados = {
  falla: { words: 'No se puede reportar', tone: 'bad' },
  espera: { words: 'Espera una rectificación', tone: 'warn' },
  borrado: { words: 'Borrado en QuickBooks', tone: 'mute' },
} as const satisfies Record<SinReportar['estado'], object>;

/** The documents of QuickBooks of a month that are in no report, each with its reason and remedy. */
export function Unreported({ tipo, periodo }: { tipo: TipoConciliado; periodo: Periodo }) {
  const [limit, setLimit] = useState(shownAtATime);
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    unreportedQuery(tipo, periodo),
  );
  const documents = data?.pages.flatMap(({ documentos }) => documentos);
  const more = documents !== undefined && (documents.length > limit || hasNextPage);

  function showMore() {
    setLimit(limit + shownAtATime);
    if (documents !== undefined && documents.length < limit + shownAtATime && hasNextPage) void fetchNextPage();
  }

  return (
    <Panel title="Documentos de QuickBooks sin reportar">
      {error && <LoadFailure title="No se pudieron leer los documentos." error={error} onRetry={refetch} />}
      {documents === undefined ? (
        !error && <Skeleton rows={4} label="Cargando documentos de QuickBooks" />
      ) : documents.length === 0 ? (
        <EmptyState
          title="Ningún documento se quedó fuera"
          detail="Cada documento de QuickBooks que se leyó de este mes y lleva NCF está en el reporte."
        />
      ) : (
        <>
          {documents.some(({ estado }) => estado === 'espera') && <Waiting periodo={periodo} />}
          <ul className={styles.documents}>
            {documents.slice(0, limit).map((each) => (
              <li key={`${each.entidad} ${each.id}`}>
                <b>{documentName(each)}</b>
                <span className={text.quiet}>{each.fecha === null ? 'Sin fecha' : dayOf(each.fecha)}</span>
                {each.ncf !== null && <span className={text.encf}>{each.ncf}</span>}
                <Chip tone={estados[each.estado].tone}>{estados[each.estado].words}</Chip>
                <span>
                  {each.motivo}. <CodeLink of={each.codigo ?? undefined} />
                </span>
              </li>
            ))}
          </ul>
          {more && (
            <div className={plain.tools}>
              <Button variant="subtle" loading={isFetchingNextPage} onClick={showMore}>
                Ver más documentos
              </Button>
            </div>
          )}
        </>
      )}
    </Panel>
  );
}

/** How to include documents that are on hold because their month was filed. */
function Waiting({ periodo }: { periodo: Periodo }) {
  const { fechaDesde: desde, fechaHasta: hasta } = rangoOfMonth(periodo);
  return (
    <Banner
      tone="warn"
      title="Hay documentos que esperan porque su mes ya se presentó."
      action={
        <Button renderRoot={(props) => <Link {...props} to="/procesar-reportes" search={{ desde, hasta }} />}>
          Ir a Procesar Reportes
        </Button>
      }
    >
      Procese estas fechas con «Incluir los meses ya presentados», genere el reporte otra vez y rectifíquelo en la
      Oficina Virtual.
    </Banner>
  );
}
