import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { featureMenu } from '@timbre/contract/tables';
import { Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { formatCount, formatCounted } from '../../lib/format.ts';
import { soonMs } from '../../lib/live-query.ts';
import { useMutation } from '../../lib/mutation.ts';
import { periodName } from '../../lib/period.ts';
import card from '../../ui/card.module.css';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useTableLayout } from '../../ui/table-layout.ts';
import { toast } from '../../ui/toast.tsx';
import { downloadAcuse, downloadPdf, listRecibidas, pageSize, type Recibida } from './api.ts';
import { cardHeight, columnsOf, RecibidaCard } from './columns.tsx';
import { datesOf, type Filters, listingOf, narrowingOf, orderOf, withDates, withOrder } from './filters.ts';
import { DropPlace } from './parts/drop-place.tsx';
import { FilterBar } from './parts/filter-bar.tsx';
import { pageWords } from './words.ts';

const RecibidaDrawer = lazyPart(async () => (await import('./parts/recibida-drawer.tsx')).RecibidaDrawer, 'dialog');
const RefusedDialog = lazyPart(async () => (await import('./parts/refused-dialog.tsx')).RefusedDialog, 'dialog');
const XmlDialog = lazyPart(async () => (await import('./parts/xml-dialog.tsx')).XmlDialog, 'dialog');

const route = getRouteApi('/facturasrecibidas');

/**
 * The e-CF that the company received from their issuers or loaded as files, to be searched, read and answered
 * commercially.
 */
export function RecibidasScreen() {
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const [reading, setReading] = useState<Recibida>();
  const [refused, setRefused] = useState(false);
  const { layout, change: changeLayout } = useTableLayout('recibidas');
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetching, isFetchNextPageError } = useRecibidas(filters);
  const rows = useMemo(() => data?.pages.flatMap((page) => page.data) ?? [], [data]);
  const loaded = data?.pages.length ?? 0;
  const page = hasNextPage ? (filters.pagina ?? 1) : Math.min(filters.pagina ?? 1, Math.max(1, loaded));
  const shown = useMemo(() => rows.slice((page - 1) * pageSize, page * pageSize), [rows, page]);
  const missing = data !== undefined && loaded < page && hasNextPage && !isFetchNextPageError;
  useEffect(() => {
    if (missing && !isFetching) void fetchNextPage();
  }, [missing, isFetching, fetchNextPage]);
  const last = data?.pages.at(-1);

  const save = useMutation({
    mutationFn: ({ recibida, file }: { recibida: Recibida; file: 'pdf' | 'acuse' }) =>
      file === 'pdf' ? downloadPdf(recibida) : downloadAcuse(recibida),
    onSuccess: (name, { file }) =>
      toast(file === 'pdf' ? 'PDF generado correctamente.' : `Archivo ${name} descargado correctamente.`),
  });
  const { mutate: saveOne } = save;

  // Back undoes a change of a filter, but not the typing of a text.
  const narrow = useCallback(
    ({ pagina: _, ...next }: Filters, replace = false) => void navigate({ search: next, replace }),
    [navigate],
  );
  const open = useCallback(
    (doc: string | undefined, replace = false) =>
      void navigate({
        search: ({ doc: _, ...rest }: Filters) => (doc === undefined ? rest : { ...rest, doc }),
        replace,
      }),
    [navigate],
  );
  const { columns, drawCard, onOpen } = useMemo(() => {
    const onOpen = ({ id }: Recibida) => open(id);
    const acts = {
      onOpen,
      onXml: setReading,
      onPdf: (recibida: Recibida) => saveOne({ recibida, file: 'pdf' }),
      onAcuse: (recibida: Recibida) => saveOne({ recibida, file: 'acuse' }),
    };
    return {
      onOpen,
      columns: columnsOf(acts),
      drawCard: (recibida: Recibida) => <RecibidaCard recibida={recibida} {...acts} />,
    };
  }, [open, saveOne]);

  const at = rows.findIndex(({ id }) => id === filters.doc);
  const goTo = (index: number) => {
    const row = rows[index];
    return row && (() => open(row.id, true));
  };

  return (
    <>
      <PageHeader title={featureMenu.recibidas.titulo} facts={factsOf(filters, last)}>
        <Button onClick={() => setRefused(true)}>No recibidas</Button>
      </PageHeader>
      <div className={card.stack}>
        {error && <LoadFailure title="Error al obtener facturas recibidas:" error={error} onRetry={refetch} />}
        <FailureNotice
          title={save.variables?.file === 'pdf' ? 'Error al generar el PDF:' : 'Error al descargar el acuse.'}
          error={save.error}
          onDismiss={save.reset}
        />
        <DropPlace />
        <section className={card.card} aria-label="Facturas recibidas">
          <FilterBar filters={filters} onChange={narrow} />
          {data === undefined ? (
            !error && <Skeleton rows={8} label="Cargando facturas recibidas..." />
          ) : rows.length === 0 ? (
            <NothingFound filters={filters} onChange={narrow} />
          ) : shown.length === 0 ? (
            <Skeleton rows={pageSize} label="Cargando facturas recibidas..." />
          ) : (
            <DataTable
              label="Facturas recibidas"
              rows={shown}
              columns={columns}
              rowKey={keyOf}
              card={drawCard}
              cardHeight={cardHeight}
              onOpen={onOpen}
              onEnd={undefined}
              layout={layout}
              onLayout={changeLayout}
              order={orderOf(filters)}
              onOrder={(order) => narrow(withOrder(filters, order))}
            />
          )}
          {last && rows.length > 0 && (
            <Pager
              words={pageWords(page, shown.length, last.totalItems, last.hayMas, pageSize)}
              page={page}
              loaded={loaded}
              more={hasNextPage}
              onPage={(pagina) => void navigate({ search: { ...filters, pagina } })}
            />
          )}
        </section>
      </div>
      <Suspense>
        {filters.doc && (
          <RecibidaDrawer
            id={filters.doc}
            encF={rows[at]?.encF}
            onPrevious={at > 0 ? goTo(at - 1) : undefined}
            onNext={at >= 0 ? goTo(at + 1) : undefined}
            onClose={() => open(undefined)}
          />
        )}
        {reading && <XmlDialog recibida={reading} onClose={() => setReading(undefined)} />}
        {refused && <RefusedDialog onClose={() => setRefused(false)} />}
      </Suspense>
    </>
  );
}

const keyOf = ({ id }: Recibida): string => id;

/** The received documents of a filter, page by page. */
function useRecibidas(filters: Filters) {
  const listing = listingOf(filters);
  return useInfiniteQuery({
    queryKey: ['recibidas', listing],
    meta: { live: { recibidas: soonMs } },
    queryFn: ({ pageParam, signal }) => listRecibidas(listing, pageParam, Date.now(), signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (one) => one.siguiente,
    placeholderData: (previous) => previous,
  });
}

/** The line under the title: the period, and the number of documents. */
function factsOf(filters: Filters, last: { totalItems: number; hayMas: boolean } | undefined): readonly string[] {
  const now = Date.now();
  const period = periodName(datesOf(filters, now), now);
  if (last === undefined) return [period];
  return [
    period,
    last.hayMas ? `Más de ${formatCount(last.totalItems)} comprobantes` : formatCounted(last.totalItems, 'comprobante'),
  ];
}

/** The empty list: explains how documents arrive or, if filters are set, that none matches. */
function NothingFound({ filters, onChange }: { filters: Filters; onChange: (filters: Filters) => void }) {
  const narrowed = Object.keys(narrowingOf(filters)).some((name) => name !== 'todas');
  const anyDate = () => onChange(withDates(filters, {}, Date.now()));
  return (
    <EmptyState
      title="No se encontraron facturas recibidas"
      detail={
        narrowed
          ? 'Ninguna cumple todos los filtros.'
          : 'Llegan solas cuando su proveedor las envía a la dirección de recepción de la empresa, o al arrastrar aquí sus archivos XML.'
      }
    >
      {!filters.todas && <Button onClick={anyDate}>Ver todas las fechas</Button>}
      {narrowed && (
        <Button variant="filled" onClick={() => onChange({ todas: true })}>
          Limpiar filtros
        </Button>
      )}
    </EmptyState>
  );
}
