import { Button } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { facturas } from '@timbre/contract';
import { featureMenu } from '@timbre/contract/tables';
import { Suspense, useCallback, useMemo, useState } from 'react';
import { useMutation } from '../../lib/mutation.ts';
import { useSesion } from '../../lib/use-sesion.ts';
import { Banner } from '../../ui/banner.tsx';
import card from '../../ui/card.module.css';
import { ColumnsMenu } from '../../ui/columns-menu.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Menu } from '../../ui/menu.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useSelection } from '../../ui/table/use-selection.ts';
import { useTableLayout } from '../../ui/table-layout.ts';
import { toast } from '../../ui/toast.tsx';
import {
  AnnulModal,
  type DocumentoRef,
  downloadXml,
  SettleListModal,
  SettleModal,
  XmlModal,
} from '../documentos/shared.ts';
import { resendDocumento } from './api.ts';
import { cardHeight, columnsOf, FacturaCard } from './columns.tsx';
import styles from './facturas-screen.module.css';
import { type Filters, firstPageOf, narrowingOf, ordenOf, orderOf } from './filters.ts';
import { ExportItems } from './parts/export-items.tsx';
import { FilterBar } from './parts/filter-bar.tsx';
import { NothingFound } from './parts/nothing-found.tsx';
import { useFacturaSummary, useFacturas } from './use-facturas.ts';
import { keepModo, type Modo, modoOf, pageSize, usePages } from './use-pages.ts';
import { factsOf, placeOf, totalsOf } from './words.ts';

const FacturaDrawer = lazyPart(async () => (await import('./parts/factura-drawer.tsx')).FacturaDrawer, 'dialog');
const SelectedBar = lazyPart(async () => (await import('./parts/selected-bar.tsx')).SelectedBar);
const PrintSheet = lazyPart(async () => (await import('./parts/print-sheet.tsx')).PrintSheet, 'dialog');

type Factura = facturas.Factura;
const route = getRouteApi('/facturas');

/** The issued invoices, updated live, with search, order, and a drawer that moves from one to the next. */
export function FacturasScreen() {
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const [opened, setOpened] = useState<DocumentoRef>();
  const [settling, setSettling] = useState<DocumentoRef>();
  const [settlingList, setSettlingList] = useState(false);
  const [annulling, setAnnulling] = useState<DocumentoRef & Pick<Factura, 'notasDeCredito'>>();
  const { noEmite, puede } = useSesion();
  const { layout, change: changeLayout, reset } = useTableLayout('facturas');
  const list = useFacturas(filters);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = list;
  const rows = useMemo(() => data?.pages.flatMap((page) => page.facturas) ?? [], [data]);
  const { paged, page, loaded } = usePages(filters, rows.length, list);
  const start = (page - 1) * pageSize;
  const shown = useMemo(() => (paged ? rows.slice(start, start + pageSize) : rows), [paged, rows, start]);
  const { data: summary } = useFacturaSummary(filters);
  const facts = factsOf(filters, summary);
  const totals = useMemo(() => totalsOf(summary), [summary]);
  const {
    keys,
    whole,
    change: select,
    selectWhole,
    clear,
  } = useSelection(JSON.stringify(narrowingOf(filters)), rows, keyOf);
  const selected = useMemo(() => rows.filter((row) => keys.has(keyOf(row))), [rows, keys]);
  /** The invoices to print: the selected ones, or all of the filter if undefined. */
  const [printing, setPrinting] = useState<{ readonly rows: readonly Factura[] | undefined }>();
  const download = useMutation({
    mutationFn: downloadXml,
    onSuccess: (name) => toast(`Archivo ${name} descargado correctamente.`),
  });
  const { mutate: downloadOne } = download;
  const resend = useMutation({
    mutationFn: (id: string) => resendDocumento({ params: { id }, body: {} }),
    onSuccess: () => toast('Factura reenviada correctamente.'),
  });
  const { mutate: resendOne } = resend;

  // Back undoes a change of a filter, but not the typing of a text or the moves between rows.
  const narrow = useCallback(
    (next: Filters, replace = false) => void navigate({ search: firstPageOf(next), replace }),
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
    const onOpen = ({ facturaElectronicaID }: Factura) => open(facturaElectronicaID);
    const acts = {
      onOpen,
      onXml: (factura: Factura) => setOpened(refOf(factura)),
      onDownload: (factura: Factura) => downloadOne(refOf(factura)),
      onSettle: (factura: Factura) => setSettling(refOf(factura)),
      onResend: (factura: Factura) => resendOne(factura.facturaElectronicaID),
      onAnnul: (factura: Factura) => setAnnulling({ ...refOf(factura), notasDeCredito: factura.notasDeCredito }),
      noEmite,
    };
    return {
      onOpen,
      columns: columnsOf(acts),
      drawCard: (factura: Factura) => <FacturaCard factura={factura} {...acts} />,
    };
  }, [downloadOne, noEmite, open, resendOne]);

  const more = () => void (hasNextPage && !isFetchingNextPage && fetchNextPage());
  const at = rows.findIndex(({ facturaElectronicaID }) => facturaElectronicaID === filters.doc);
  const goTo = (index: number) => {
    const row = rows[index];
    return row && (() => open(row.facturaElectronicaID, true));
  };

  return (
    <>
      <PageHeader title={featureMenu.facturas.titulo} facts={facts}>
        {rows.length > 0 && (
          <Menu label="Exportar" trigger="Exportar">
            <ExportItems
              filters={filters}
              ids={undefined}
              count={summary?.hayMas ? undefined : summary?.comprobantes}
              onPrint={() => setPrinting({ rows: undefined })}
            />
          </Menu>
        )}
        {puede('asentar') && (
          <Button variant="filled" renderRoot={(props) => <Link {...props} to="/nueva-factura" search={{}} />}>
            Nueva factura
          </Button>
        )}
      </PageHeader>
      <div className={card.stack}>
        {error && (
          <LoadFailure
            title="Error al obtener las facturas. Por favor intente nuevamente."
            error={error}
            onRetry={refetch}
          />
        )}
        <FailureNotice title="Error al descargar el archivo XML" error={download.error} onDismiss={download.reset} />
        <FailureNotice title="Hubo un problema al reenviar la factura." error={resend.error} onDismiss={resend.reset} />
        {filters.estado === 'sin_confirmar' && rows.length > 1 && noEmite === undefined && (
          <Banner
            tone="info"
            title="Se confirman juntas."
            action={<Button onClick={() => setSettlingList(true)}>Pegar la lista de la DGII</Button>}
          >
            Copie del portal de la DGII los números con su estado y péguelos.
          </Banner>
        )}
        <section className={card.card} aria-label="Facturas">
          <FilterBar filters={filters} onChange={narrow}>
            <Segmented<Modo>
              label="Cómo sigue la lista"
              options={modos}
              value={modoOf(filters)}
              onChange={(modo) => {
                keepModo(modo);
                narrow({ ...filters, modo });
              }}
            />
            <ColumnsMenu columns={columns} layout={layout} onLayout={changeLayout} onReset={reset} />
          </FilterBar>
          {data === undefined ? (
            !error && <Skeleton rows={8} label="Cargando facturas..." />
          ) : rows.length === 0 ? (
            <NothingFound filters={filters} onChange={narrow} />
          ) : shown.length === 0 ? (
            <Skeleton rows={pageSize} label="Cargando facturas..." />
          ) : (
            <DataTable
              label="Facturas emitidas"
              rows={shown}
              columns={columns}
              rowKey={keyOf}
              card={drawCard}
              cardHeight={cardHeight}
              onOpen={onOpen}
              onEnd={paged ? undefined : more}
              layout={layout}
              onLayout={changeLayout}
              order={orderOf(filters)}
              onOrder={(order) => {
                const { orden: _, ...rest } = filters;
                const orden = ordenOf(order);
                narrow(orden ? { ...rest, orden } : rest);
              }}
              selection={{ keys, onChange: select, nameOf }}
              totals={totals}
            />
          )}
          {paged && rows.length > 0 && (
            <Pager
              words={placeOf(start, shown.length, summary)}
              page={page}
              loaded={loaded}
              more={hasNextPage}
              onPage={(pagina) => void navigate({ search: { ...filters, pagina } })}
            />
          )}
          {!paged && hasNextPage && (
            <div className={styles.more}>
              <Button loading={isFetchingNextPage} onClick={more}>
                Cargar más
              </Button>
            </div>
          )}
          <Suspense>
            {selected.length > 0 && (
              <SelectedBar
                filters={filters}
                rows={selected}
                whole={whole}
                summary={summary}
                onWhole={selectWhole}
                onPrint={() => setPrinting({ rows: whole ? undefined : selected })}
                onClear={clear}
              />
            )}
          </Suspense>
        </section>
      </div>
      <Suspense>
        {printing && <PrintSheet filters={filters} rows={printing.rows} onClose={() => setPrinting(undefined)} />}
        {filters.doc && (
          <FacturaDrawer
            id={filters.doc}
            eNCF={rows[at]?.eNCF}
            onPrevious={at > 0 ? goTo(at - 1) : undefined}
            onNext={at >= 0 ? goTo(at + 1) : undefined}
            onOpen={open}
            onClose={() => open(undefined)}
          />
        )}
        {opened && <XmlModal documento={opened} onClose={() => setOpened(undefined)} />}
        {annulling && (
          <AnnulModal documento={annulling} onAnnulled={() => void refetch()} onClose={() => setAnnulling(undefined)} />
        )}
        {settlingList && <SettleListModal onClose={() => setSettlingList(false)} />}
        {settling && <SettleModal documento={settling} onClose={() => setSettling(undefined)} />}
      </Suspense>
    </>
  );
}

const modos = [
  { value: 'paginas', label: 'Páginas' },
  { value: 'continuo', label: 'Continuo' },
] as const;

const nameOf = ({ eNCF }: Factura): string => eNCF;

const keyOf = ({ facturaElectronicaID }: Factura): string => facturaElectronicaID;

const refOf = ({ facturaElectronicaID, eNCF, rncEmisor }: Factura): DocumentoRef => ({
  id: facturaElectronicaID,
  eNCF,
  rncEmisor,
});
