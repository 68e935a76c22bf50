import { ActionIcon, Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight, IconPlus, IconUsersGroup } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import type { contador } from '@timbre/contract';
import { featureMenu } from '@timbre/contract/tables';
import { addMonths, type Periodo } from '@timbre/values';
import { Suspense, useCallback, useMemo, useState } from 'react';
import { formatCounted } from '../../lib/format.ts';
import { monthPeriod, periodName } from '../../lib/period.ts';
import { onlyDefined } from '../../lib/search-params.ts';
import { useSesion } from '../../lib/use-sesion.ts';
import card from '../../ui/card.module.css';
import { changeEmpresa } from '../../ui/change-empresa.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { VirtualTable } from '../../ui/virtual-table.tsx';
import { ClienteCard, cardHeight, columnsOf, type Line } from './columns.tsx';
import styles from './contador.module.css';
import { type Change, type Cliente, type Filters, narrowed, ordered, parteOf, type Vencimientos } from './filters.ts';
import { groupsOf, linesOf } from './lines.tsx';
import { DueStrip } from './parts/due-strip.tsx';
import { FilterBar } from './parts/filter-bar.tsx';
import { useClientes, useDespachos } from './use-clientes.ts';
import { useRowKeys } from './use-row-keys.ts';

const AddClients = lazyPart(async () => (await import('./parts/add-clients.tsx')).AddClients, 'dialog');
const TeamDialog = lazyPart(async () => (await import('./parts/team-dialog.tsx')).TeamDialog, 'dialog');
const WaitingDialog = lazyPart(async () => (await import('./parts/waiting-dialog.tsx')).WaitingDialog, 'dialog');
const AssignDialog = lazyPart(async () => (await import('./parts/assign-dialog.tsx')).AssignDialog, 'dialog');

const route = getRouteApi('/contador');

/** The dialog that is open over the list. */
type Opened =
  | { readonly kind: 'agregar' | 'equipo' }
  | { readonly kind: 'espera'; readonly cliente: Cliente }
  | { readonly kind: 'asignar'; readonly despacho: contador.Despacho; readonly clientes: readonly Cliente[] };

/** All companies of the user, with what is due and what waits in each. */
export function ContadorScreen() {
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const [opened, setOpened] = useState<Opened>();
  const { clientes, first, error, refetch, hasNextPage } = useClientes(filters.periodo);
  const { data: despachos } = useDespachos();
  const close = () => setOpened(undefined);
  const narrow = useCallback(
    (change: Change) =>
      void navigate({ search: (old: Filters) => onlyDefined<Filters>({ ...old, ...change }), replace: true }),
    [navigate],
  );
  const isEmpty = clientes?.every(({ despachoId }) => despachoId === null) && clientes.length < 2;

  return (
    <>
      <PageHeader title={featureMenu.contador.titulo} facts={clientes && factsOf(clientes, first!.total)}>
        {first && <Month periodo={first.periodo} onChange={(periodo) => narrow({ periodo })} />}
        <Button leftSection={<IconUsersGroup size={16} />} onClick={() => setOpened({ kind: 'equipo' })}>
          Equipo
        </Button>
        <Button leftSection={<IconPlus size={16} />} onClick={() => setOpened({ kind: 'agregar' })}>
          Agregar clientes
        </Button>
      </PageHeader>
      <div className={card.stack}>
        {error && (
          <LoadFailure
            title={
              clientes
                ? `Se leyeron ${clientes.length} de ${first?.total} empresas`
                : 'No se pudieron leer sus empresas'
            }
            error={error}
            onRetry={refetch}
          />
        )}
        {clientes === undefined || first === undefined || despachos === undefined ? (
          !error && <Loading />
        ) : isEmpty ? (
          <section className={card.card}>
            <EmptyState
              title="Agregue sus clientes"
              detail="Péguelos de Excel, o invite a una empresa: cuando su administrador le da permiso, aquí ve qué vence, qué falta y qué se rechazó en cada una."
            >
              <Button variant="filled" onClick={() => setOpened({ kind: 'agregar' })}>
                {despachos.length === 0 ? 'Crear mi despacho' : 'Agregar clientes'}
              </Button>
            </EmptyState>
          </section>
        ) : (
          <Clientes
            clientes={clientes}
            due={first}
            periodo={first.periodo}
            partial={hasNextPage}
            despachos={despachos}
            filters={filters}
            onNarrow={narrow}
            onOpen={setOpened}
          />
        )}
      </div>
      <Suspense>
        {opened?.kind === 'agregar' && <AddClients despachos={despachos ?? []} onClose={close} />}
        {opened?.kind === 'equipo' && <TeamDialog despachos={despachos ?? []} onClose={close} />}
        {opened?.kind === 'espera' && <WaitingDialog cliente={opened.cliente} onClose={close} />}
        {opened?.kind === 'asignar' && (
          <AssignDialog despacho={opened.despacho} clientes={opened.clientes} onClose={close} />
        )}
      </Suspense>
    </>
  );
}

function factsOf(clientes: readonly Cliente[], total: number): string[] {
  const unfiled = clientes.filter((cliente) => {
    const parte = parteOf(cliente, '606');
    return parte !== undefined && parte !== 'presentado';
  }).length;
  const missing = clientes.reduce(
    (sum, { cifras }) => sum + (cifras === null ? 0 : cifras.reportes['606'].faltan + cifras.reportes['607'].faltan),
    0,
  );
  return [
    clientes.length < total ? `${clientes.length} de ${total} empresas` : formatCounted(total, 'empresa'),
    `${unfiled} sin presentar el 606`,
    formatCounted(missing, 'respuesta pendiente', 'respuestas pendientes'),
  ];
}

const nameOf = (periodo: Periodo): string => periodName(monthPeriod(periodo), 0);

/** The month of the reports, and the ones before and after it. */
function Month({ periodo, onChange }: { periodo: string; onChange: (periodo: string) => void }) {
  const month = periodo as Periodo;
  return (
    <span className={styles.month}>
      <ActionIcon variant="subtle" size={34} aria-label="Mes anterior" onClick={() => onChange(addMonths(month, -1))}>
        <IconChevronLeft size={16} />
      </ActionIcon>
      <b>{nameOf(month)}</b>
      <ActionIcon variant="subtle" size={34} aria-label="Mes siguiente" onClick={() => onChange(addMonths(month, 1))}>
        <IconChevronRight size={16} />
      </ActionIcon>
    </span>
  );
}

/** The shape of the strip and of the rows, while they load. */
const Loading = () => (
  <>
    <section className={card.card}>
      <Skeleton rows={1} height={92} />
    </section>
    <section className={card.card}>
      <Skeleton rows={10} label="Cargando sus empresas" />
    </section>
  </>
);

interface ClientesProps {
  clientes: readonly Cliente[];
  due: Vencimientos;
  periodo: string;
  /** More pages are to be read. */
  partial: boolean;
  despachos: readonly contador.Despacho[];
  filters: Filters;
  onNarrow: (change: Change) => void;
  onOpen: (opened: Opened) => void;
}

function Clientes({ clientes, due, periodo, partial, despachos, filters, onNarrow, onOpen }: ClientesProps) {
  const { rncEmisor } = useSesion();
  const navigate = route.useNavigate();
  const phone = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false });
  const canGroup = !phone && despachos.length > 0;
  const grouped = canGroup && filters.agrupar !== 'no';
  const orden = filters.orden ?? (grouped ? 'nombre' : 'urgente');
  const { vencen, hoy } = due;
  const names = useMemo(
    () => new Map(despachos.flatMap(({ miembros }) => miembros.map(({ id, nombre }) => [id, nombre]))),
    [despachos],
  );
  const lines = useMemo(() => {
    const of = { vencen, hoy };
    const shown = ordered(narrowed(clientes, filters, of), orden, of);
    return grouped
      ? linesOf(groupsOf(shown, despachos), (despacho, of) => onOpen({ kind: 'asignar', despacho, clientes: of }))
      : shown.map((cliente): Line => ({ kind: 'cliente', key: cliente.id, cliente }));
  }, [clientes, filters, vencen, hoy, orden, grouped, despachos, onOpen]);
  const rows = useMemo(() => lines.flatMap(({ kind }, index) => (kind === 'cliente' ? [index] : [])), [lines]);
  const isNarrow = filters.buscar !== undefined || filters.filtro !== undefined || filters.parte !== undefined;
  const clear = () => onNarrow({ buscar: undefined, filtro: undefined, parte: undefined });
  const at = useRowKeys(rows, isNarrow ? clear : undefined);
  const mes = useMemo(() => {
    const month = periodo as Periodo;
    return { nombre: nameOf(month).toLowerCase(), antes: nameOf(addMonths(month, -1)).toLowerCase() };
  }, [periodo]);
  const { columns, drawCard } = useMemo(() => {
    const acts = {
      onOpen: ({ id, rnc }: Cliente) => (rnc === rncEmisor ? void navigate({ to: '/home' }) : changeEmpresa(id)),
      onWaiting: (cliente: Cliente) => onOpen({ kind: 'espera', cliente }),
    };
    return {
      columns: columnsOf(acts, hoy, mes),
      drawCard: (line: Line) =>
        line.kind === 'cliente' ? (
          <ClienteCard
            cliente={line.cliente}
            acts={acts}
            hoy={hoy}
            mes={mes}
            responsable={names.get(line.cliente.responsableId ?? '')}
          />
        ) : null,
    };
  }, [rncEmisor, navigate, onOpen, hoy, mes, names]);

  return (
    <>
      <DueStrip clientes={clientes} due={due} filters={filters} onChange={(parte) => onNarrow({ parte })} />
      <section className={card.card} aria-label="Clientes" aria-busy={partial}>
        <FilterBar
          clientes={clientes}
          due={due}
          filters={filters}
          orden={orden}
          grouped={canGroup ? grouped : undefined}
          onChange={onNarrow}
        />
        {rows.length === 0 ? (
          <EmptyState title="Ninguna empresa coincide con los filtros">
            <Button variant="filled" onClick={clear}>
              Limpiar filtros
            </Button>
          </EmptyState>
        ) : (
          <VirtualTable<Line>
            label="Empresas"
            rows={lines}
            columns={columns}
            rowKey={keyOf}
            card={drawCard}
            cardHeight={cardHeight}
            heading={headingOf}
            cardsUnder={780}
            at={at}
          />
        )}
        <p className={styles.foot}>
          <span role="status">
            {rows.length === clientes.length
              ? formatCounted(rows.length, 'empresa')
              : `${rows.length} de ${formatCounted(clientes.length, 'empresa')}`}
          </span>
          <span className={styles.keys}>
            <kbd>J</kbd> <kbd>K</kbd> mover · <kbd>Enter</kbd> entrar · <kbd>/</kbd> buscar
            {isNarrow && (
              <>
                {' '}
                · <kbd>Esc</kbd> quitar filtros
              </>
            )}
          </span>
        </p>
      </section>
    </>
  );
}

const keyOf = ({ key }: Line): string => key;
const headingOf = (line: Line) => (line.kind === 'grupo' ? line.title : undefined);
