import { Button, Switch } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Periodo } from '@timbre/values';
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { formatCount, formatCounted } from '../../../lib/format.ts';
import { useMutation } from '../../../lib/mutation.ts';
import { periodName } from '../../../lib/period.ts';
import { useSesion } from '../../../lib/use-sesion.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Banner } from '../../../ui/banner.tsx';
import card from '../../../ui/card.module.css';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { SelectionBar } from '../../../ui/selection-bar.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { Cell } from '../../../ui/table/grid-keys.ts';
import { toast } from '../../../ui/toast.tsx';
import { VirtualTable } from '../../../ui/virtual-table.tsx';
import { acceptSuggestions, type Comprobante } from '../api.ts';
import { liveKey } from '../problems-query.ts';
import styles from '../reportes.module.css';
import { rangoOfMonth, type TipoConRespuestas } from '../search.ts';
import { dayOf } from '../words.ts';
import { AnswerCard, answerCardHeight } from './answer-card.tsx';
import { AnswerGrid } from './answer-grid.tsx';
import { nextWaiting } from './cell-state.ts';
import { columnsOf, firstAnswer } from './columns.tsx';
import { type AnswerField, answerFields } from './fields.ts';
import { SaveFailure, SaveWord } from './save-state.tsx';
import { rowsQuery, saverOf, totalsQuery, useSaver } from './use-month.ts';

const RowDrawer = lazyPart(async () => (await import('./row-drawer.tsx')).RowDrawer, 'dialog');
const BulkDialog = lazyPart(async () => (await import('./bulk-dialog.tsx')).BulkDialog, 'dialog');

interface Props {
  tipo: TipoConRespuestas;
  periodo: Periodo;
  /** Id of the row to open. */
  at: string | undefined;
  campo: string | undefined;
}

const noRows: readonly Comprobante[] = [];
const noColumns: readonly never[] = [];
const keyOf = ({ id }: Comprobante): string => id;

/** The receipts of a month, and the data missing in them: answered here, and saved automatically. */
export function PrepareView({ tipo, periodo, at, campo }: Props) {
  const client = useQueryClient();
  const { rncEmisor, ambiente, noReporta } = useSesion();
  const phone = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false });
  const saver = saverOf(client, `${rncEmisor} ${ambiente}`, tipo);
  const saving = useSaver(saver);
  // The row named in the address is searched by its NCF.
  const [buscar, setBuscar] = useState(() => at?.split('|')[1] ?? '');
  const [soloPendientes, setSoloPendientes] = useState(false);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [opened, setOpened] = useState<string>();
  const [bulk, setBulk] = useState(false);
  const [place, setPlace] = useState<Cell>();
  const [jumped, setJumped] = useState<Cell>();
  const list = useInfiniteQuery(rowsQuery(tipo, periodo, { soloPendientes, buscar }));
  const totals = useQuery(totalsQuery(tipo, periodo));
  const { data, error, refetch, hasNextPage, isFetching, fetchNextPage } = list;
  const rows = useMemo(() => data?.pages.flatMap(({ comprobantes }) => comprobantes) ?? noRows, [data]);
  const columns = useMemo(() => columnsOf(tipo), [tipo]);
  const fields = useMemo(() => answerFields(tipo), [tipo]);
  // The cell named in the address gets the focus once its row has loaded.
  const arrived = useRef(at === undefined);
  useEffect(() => {
    const cell = arrived.current ? undefined : goalOf(rows, fields, at, campo);
    if (cell === undefined) return;
    arrived.current = true;
    setJumped(cell);
    // A field that nobody answers is looked at with its source, in the receipt.
    if (campo !== undefined && !fields.some(({ key }) => key === campo)) setOpened(at);
  }, [rows, fields, at, campo]);

  const accepting = useMutation({
    mutationFn: () => acceptSuggestions({ params: { tipo }, body: { periodo } }),
    onSuccess: ({ aceptadas }) => {
      toast(formatCounted(aceptadas, 'sugerencia aceptada', 'sugerencias aceptadas'));
      void client.invalidateQueries({ queryKey: liveKey(tipo) });
    },
  });

  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage();
  }, [hasNextPage, isFetching, fetchNextPage]);
  const open = useCallback(({ id }: Comprobante) => setOpened(id), []);
  const drawCard = useCallback(
    (row: Comprobante) => <AnswerCard row={row} fields={fields} saver={saver} onOpen={open} />,
    [fields, saver, open],
  );

  /** Goes to the next cell without an answer, also in rows that are not loaded yet. */
  async function jump() {
    const keys = fields.map(({ key }) => key);
    let known: readonly Comprobante[] = rows;
    for (;;) {
      const next = nextWaiting(known, keys, firstAnswer, place, saver.state().changes);
      if (next) return setJumped(next);
      const { data: more } = await fetchNextPage();
      const loaded = more?.pages.flatMap(({ comprobantes }) => comprobantes) ?? known;
      if (loaded.length === known.length) break;
      known = loaded;
    }
    toast('No falta ninguna respuesta en esta lista');
  }

  const index = opened === undefined ? -1 : rows.findIndex(({ id }) => id === opened);
  const row = rows[index];
  const step = (to: number) => {
    const next = rows[to];
    return next && (() => setOpened(next.id));
  };
  const chosen = selected.size === 0 ? noRows : rows.filter(({ id }) => selected.has(id));
  const pendientes = totals.data?.totales.pendientes;
  const narrowed = soloPendientes || buscar !== '';
  const count = totals.data?.totales.cantidadRegistros;
  const { fechaDesde, fechaHasta } = rangoOfMonth(periodo);

  return (
    <>
      {totals.data?.presentado && (
        <Banner
          tone="warn"
          title={`Este mes se presentó el ${dayOf(totals.data.presentado.fecha)} con el número ${totals.data.presentado.numero}.`}
        >
          Un cambio aquí obliga a rectificar el reporte en la Oficina Virtual.
        </Banner>
      )}
      <SaveFailure saver={saver} state={saving} />
      <FailureNotice title="No se aceptaron las sugerencias." error={accepting.error} onDismiss={accepting.reset} />
      {error && <LoadFailure title="No se pudieron leer los comprobantes." error={error} onRetry={refetch} />}
      <section className={card.card} aria-label={`Preparar el ${tipo}`}>
        <div className={styles.bar}>
          <SearchField label="Buscar NCF, RNC o nombre" maxLength={60} value={buscar} onChange={setBuscar} />
          <Switch
            label="Solo pendientes"
            checked={soloPendientes}
            onChange={(event) => setSoloPendientes(event.currentTarget.checked)}
          />
          <ActionButton disabled={pendientes === 0} title="Tecla F8 en la hoja" onClick={() => void jump()}>
            Siguiente pendiente
          </ActionButton>
          <ActionButton
            disabled={noReporta !== undefined}
            title={noReporta ?? 'Toma como respuestas lo que se respondió antes de cada suplidor'}
            loading={accepting.isPending}
            onClick={() => accepting.mutate()}
          >
            Aceptar las sugerencias
          </ActionButton>
          <span className={styles.status}>
            <b role="status">
              {pendientes === undefined
                ? ''
                : pendientes === 0
                  ? 'No faltan respuestas'
                  : `Faltan respuestas en ${formatCounted(pendientes, 'comprobante')}`}
            </b>
            <SaveWord state={saving} />
          </span>
        </div>
        {data === undefined ? (
          !error && <Skeleton rows={10} label="Cargando comprobantes" />
        ) : rows.length === 0 ? (
          <Nothing
            month={periodName({ desde: fechaDesde, hasta: fechaHasta }, Date.now())}
            tipo={tipo}
            narrowed={narrowed}
            onAll={() => {
              setBuscar('');
              setSoloPendientes(false);
            }}
          />
        ) : phone ? (
          <VirtualTable
            label={`Comprobantes del ${tipo}`}
            rows={rows}
            columns={noColumns}
            rowKey={keyOf}
            card={drawCard}
            cardHeight={answerCardHeight}
            onEnd={loadMore}
          />
        ) : (
          <AnswerGrid
            label={`Comprobantes del ${tipo}`}
            rows={rows}
            total={narrowed ? undefined : count}
            columns={columns}
            changes={saving.changes}
            selected={selected}
            goal={jumped}
            mayChange={noReporta === undefined}
            onSelected={setSelected}
            onPut={saver.put}
            onOpen={open}
            onAt={setPlace}
            onNext={() => void jump()}
            onPasted={(taken, refused) =>
              toast(
                refused === 0
                  ? formatCounted(taken, 'valor pegado', 'valores pegados')
                  : `${formatCounted(taken, 'valor pegado', 'valores pegados')}; ${formatCount(refused)} no ${refused === 1 ? 'es un valor' : 'son valores'} de su casilla`,
                refused === 0 ? 'ok' : 'bad',
              )
            }
            onEnd={loadMore}
          />
        )}
      </section>
      {chosen.length > 0 && (
        <SelectionBar
          words={formatCounted(chosen.length, 'comprobante seleccionado', 'comprobantes seleccionados')}
          whole={undefined}
          onClear={() => setSelected(new Set())}
        >
          <Button variant="filled" disabled={noReporta !== undefined} title={noReporta} onClick={() => setBulk(true)}>
            {`Poner en las ${formatCount(chosen.length)} seleccionadas…`}
          </Button>
        </SelectionBar>
      )}
      <Suspense>
        {row && (
          <RowDrawer
            tipo={tipo}
            row={row}
            saver={saver}
            refusal={noReporta}
            onPrevious={step(index - 1)}
            onNext={step(index + 1)}
            onClose={() => setOpened(undefined)}
          />
        )}
        {bulk && (
          <BulkDialog
            fields={fields}
            rows={chosen}
            onPut={(all, key, value) => saver.put(all.map(({ id }) => ({ id, respuestas: { [key]: value } })))}
            onClose={() => setBulk(false)}
          />
        )}
      </Suspense>
    </>
  );
}

/** The cell named in the address; undefined while its row is not loaded. */
function goalOf(
  rows: readonly Comprobante[],
  fields: readonly AnswerField[],
  at: string | undefined,
  campo: string | undefined,
): Cell | undefined {
  const row = rows.findIndex(({ id }) => id === at);
  if (row < 0) return undefined;
  const column = fields.findIndex(({ key }) => key === campo);
  return { row, column: column < 0 ? 1 : firstAnswer + column };
}

interface NothingProps {
  month: string;
  tipo: TipoConRespuestas;
  narrowed: boolean;
  onAll: () => void;
}

const comes: Readonly<Record<TipoConRespuestas, string>> = {
  606: 'Aquí llegan solos los e-CF que recibe; los de papel se cargan en «Cargar».',
  607: 'Aquí llegan solos los e-CF que emite; los de papel se cargan en «Cargar».',
  609: 'Aquí llegan solos los e-CF 47 (pagos al exterior) que emite.',
};

const Nothing = ({ month, tipo, narrowed, onAll }: NothingProps) =>
  narrowed ? (
    <EmptyState title="Ningún comprobante coincide">
      <Button onClick={onAll}>Ver todos</Button>
    </EmptyState>
  ) : (
    <EmptyState title={`No hay comprobantes en ${month.toLowerCase()}`} detail={comes[tipo]} />
  );
