import { Button } from '@mantine/core';
import { IconClipboardCheck, IconCode, IconDownload } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { facturas } from '@timbre/contract';
import { estadoNombre } from '@timbre/contract/tables';
import { type ReactNode, Suspense, useMemo, useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import { formatAmount, formatCounted, formatDate, formatWhen } from '../../lib/format.ts';
import { useMutation } from '../../lib/mutation.ts';
import { Banner } from '../../ui/banner.tsx';
import card from '../../ui/card.module.css';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import text from '../../ui/text.module.css';
import { toast } from '../../ui/toast.tsx';
import { type Column, VirtualTable } from '../../ui/virtual-table.tsx';
import { type DocumentoRef, downloadXml } from '../documentos/api.ts';
import { buyerOf } from '../documentos/buyer.ts';
import { SettleModal, XmlModal } from '../documentos/modals.ts';
import { useSesion } from '../sesion/use-sesion.ts';
import styles from './facturas-screen.module.css';
import { anyDateOf, type Filters, periodsOf } from './filters.ts';
import { Buyer } from './parts/buyer.tsx';
import { FilterBar } from './parts/filter-bar.tsx';
import { useFacturas } from './use-facturas.ts';

type Factura = facturas.Factura;
const route = getRouteApi('/facturas');

/** The issued invoices, newest first, updated live. */
export function FacturasScreen() {
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const [opened, setOpened] = useState<DocumentoRef>();
  const [settling, setSettling] = useState<DocumentoRef>();
  const { noEmite } = useSesion();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useFacturas(filters);
  const rows = useMemo(() => data?.pages.flatMap((page) => page.facturas) ?? [], [data]);
  const download = useMutation({
    mutationFn: downloadXml,
    onSuccess: (name) => toast(`Archivo ${name} descargado correctamente.`),
  });
  const { mutate: downloadOne } = download;

  const { columns, drawCard } = useMemo(() => {
    const open = (factura: Factura) => setOpened(refOf(factura));
    const save = (factura: Factura) => downloadOne(refOf(factura));
    const settle = (factura: Factura) => <Settle factura={factura} noEmite={noEmite} onSettle={setSettling} />;
    return {
      columns: columnsOf(open, save, settle),
      drawCard: (factura: Factura) => <FacturaCard factura={factura} onOpen={open} onDownload={save} settle={settle} />,
    };
  }, [downloadOne, noEmite]);

  const more = () => void (hasNextPage && !isFetchingNextPage && fetchNextPage());
  const narrow = (next: Filters) => navigate({ search: next, replace: true });
  const loaded = data && [
    periodName(filters),
    `${formatCounted(rows.length, 'comprobante')}${hasNextPage ? ' cargados, hay más' : ''}`,
  ];

  return (
    <>
      <PageHeader title="Facturas Electrónicas Emitidas" facts={loaded} />
      <div className={card.stack}>
        {error && (
          <LoadFailure
            title="Error al obtener las facturas. Por favor intente nuevamente."
            error={error}
            onRetry={refetch}
          />
        )}
        {download.error && (
          <Banner title="Error al descargar el archivo XML" onDismiss={() => download.reset()}>
            {messageOf(download.error)}
          </Banner>
        )}
        <section className={card.card} aria-label="Facturas">
          <FilterBar filters={filters} onChange={narrow} />
          {data === undefined ? (
            !error && <Skeleton rows={8} label="Cargando facturas..." />
          ) : rows.length === 0 ? (
            <NothingFound filters={filters} onChange={narrow} />
          ) : (
            <VirtualTable
              label="Facturas emitidas"
              rows={rows}
              columns={columns}
              rowKey={keyOf}
              card={drawCard}
              cardHeight={146}
              onOpen={(factura) => setOpened(refOf(factura))}
              onEnd={more}
            />
          )}
          {hasNextPage && (
            <div className={styles.more}>
              <Button loading={isFetchingNextPage} onClick={more}>
                Cargar más
              </Button>
            </div>
          )}
        </section>
      </div>
      <Suspense>
        {opened && <XmlModal documento={opened} onClose={() => setOpened(undefined)} />}
        {settling && <SettleModal documento={settling} onClose={() => setSettling(undefined)} />}
      </Suspense>
    </>
  );
}

/** The empty list: how many invoices there are on other dates or, where none was ever issued, how to begin. */
function NothingFound({ filters, onChange }: { filters: Filters; onChange: (filters: Filters) => void }) {
  const { puede } = useSesion();
  const anyDate = anyDateOf(filters);
  const { data, hasNextPage } = useFacturas(anyDate);
  const others = filters.todas ? 0 : (data?.pages[0]?.facturas.length ?? 0);
  const all = Object.keys(filters).every((one) => one === 'todas') ? data?.pages[0] : undefined;
  if (all?.facturas.length === 0) {
    return (
      <EmptyState
        title="No se encontraron facturas con los criterios seleccionados."
        detail="La empresa aún no ha emitido comprobantes. Los que emita desde Excel o por la API aparecerán aquí, con su estado al momento."
      >
        {puede('emitir') && (
          <Button variant="filled" renderRoot={(props) => <Link {...props} to="/excel" search={{}} />}>
            Abrir Excel a e-CF
          </Button>
        )}
      </EmptyState>
    );
  }
  const counted = `${formatCounted(others, 'comprobante')}${hasNextPage ? ' o más' : ''}`;
  return (
    <EmptyState
      title="No se encontraron facturas con los criterios seleccionados."
      {...(others > 0 && { detail: `Hay ${counted} con otras fechas de emisión.` })}
    >
      {others > 0 && (
        <Button variant="filled" onClick={() => onChange(anyDate)}>
          Ver todas las fechas
        </Button>
      )}
      <Button variant={others > 0 ? 'default' : 'filled'} onClick={() => onChange({ todas: true })}>
        Limpiar filtros
      </Button>
    </EmptyState>
  );
}

const keyOf = ({ facturaElectronicaID }: Factura): string => facturaElectronicaID;

const refOf = ({ facturaElectronicaID, eNCF, rncEmisor }: Factura): DocumentoRef => ({
  id: facturaElectronicaID,
  eNCF,
  rncEmisor,
});

const periodName = (filters: Filters): string => {
  const same = ({ filters: period }: { filters: Filters }) =>
    period.desde === filters.desde && period.hasta === filters.hasta && period.todas === filters.todas;
  return periodsOf(Date.now()).find(same)?.nombre ?? 'Entre las fechas elegidas';
};

const OpenButton = ({ factura, onOpen }: { factura: Factura; onOpen: (factura: Factura) => void }) => (
  <button type="button" className={`${text.encf} ${text.encfButton}`} onClick={() => onOpen(factura)}>
    {factura.eNCF}
  </button>
);

interface SettleProps {
  factura: Factura;
  /** Why this person may not do it. */
  noEmite: string | undefined;
  onSettle: (documento: DocumentoRef) => void;
}

/** For an unconfirmed document, the button that records what the authority shows. */
const Settle = ({ factura, noEmite, onSettle }: SettleProps) =>
  factura.estado === 'sin_confirmar' && (
    <IconButton
      icon={IconClipboardCheck}
      label={`Confirmar ${factura.eNCF} con lo que muestra la DGII`}
      reason={noEmite}
      onClick={() => onSettle(refOf(factura))}
    />
  );

const columnsOf = (
  open: (factura: Factura) => void,
  save: (factura: Factura) => void,
  settle: (factura: Factura) => ReactNode,
): Column<Factura>[] => [
  { key: 'eNCF', header: 'eNCF', track: '148px', cell: (factura) => <OpenButton factura={factura} onOpen={open} /> },
  {
    key: 'comprador',
    header: 'Comprador',
    track: 'minmax(110px, 2fr)',
    cell: (factura) => <Buyer factura={factura} />,
  },
  {
    key: 'estado',
    header: 'Estado',
    track: 'minmax(120px, 1fr)',
    cell: (factura) => (
      <span className={styles.state} title={factura.mensajeRespuesta ?? undefined}>
        <StatusChip estado={factura.estado}>{estadoNombre[factura.estado]}</StatusChip>
        {settle(factura)}
      </span>
    ),
  },
  {
    key: 'trackID',
    header: 'Track ID',
    track: 'minmax(80px, 1fr)',
    from: 940,
    cell: ({ trackID }) => (
      <span className={text.quiet} title={trackID ?? undefined}>
        {trackID ?? '—'}
      </span>
    ),
  },
  {
    key: 'monto',
    header: 'Monto total (RD$)',
    track: '136px',
    right: true,
    cell: ({ montoTotal }) => <b className={text.amount}>{formatAmount(montoTotal)}</b>,
  },
  {
    key: 'fecha',
    header: 'Emisión',
    track: '104px',
    right: true,
    from: 720,
    cell: ({ fechaEmision, creada }) => (
      <span className={text.quiet} title={`Registrada ${formatWhen(creada, Date.now())}`}>
        {formatDate(fechaEmision)}
      </span>
    ),
  },
  {
    key: 'acciones',
    header: 'Acciones',
    track: '92px',
    right: true,
    from: 720, // a click on the row opens the XML, with its download
    cell: (factura) => (
      <>
        <IconButton icon={IconCode} label={`Ver XML de ${factura.eNCF}`} onClick={() => open(factura)} />
        <IconButton icon={IconDownload} label={`Descargar XML de ${factura.eNCF}`} onClick={() => save(factura)} />
      </>
    ),
  },
];

interface CardProps {
  factura: Factura;
  onOpen: (factura: Factura) => void;
  onDownload: (factura: Factura) => void;
  settle: (factura: Factura) => ReactNode;
}

const FacturaCard = ({ factura, onOpen, onDownload, settle }: CardProps) => (
  <>
    <div className={text.between}>
      <OpenButton factura={factura} onOpen={onOpen} />
      <span className={styles.state}>
        {settle(factura)}
        <StatusChip estado={factura.estado}>{estadoNombre[factura.estado]}</StatusChip>
      </span>
    </div>
    <div className={text.cut}>{buyerOf(factura)}</div>
    <div className={text.between}>
      <b className={text.amount}>RD$ {formatAmount(factura.montoTotal)}</b>
      <span className={text.quiet}>{formatDate(factura.fechaEmision)}</span>
    </div>
    <div className={text.between}>
      <span className={`${text.quiet} ${text.cut}`}>{factura.trackID ?? 'Sin Track ID'}</span>
      <IconButton icon={IconDownload} label={`Descargar XML de ${factura.eNCF}`} onClick={() => onDownload(factura)} />
    </div>
  </>
);
