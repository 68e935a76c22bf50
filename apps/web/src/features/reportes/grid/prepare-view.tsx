import { Button, Checkbox, Switch } from '@mantine/core';
import { useElementSize, useMediaQuery } from '@mantine/hooks';
import type { Periodo } from '@timbre/values';
import { Suspense, useCallback, useState } from 'react';
import { formatCount, formatCounted } from '../../../lib/format.ts';
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
import { VirtualTable } from '../../../ui/virtual-table.tsx';
import type { Comprobante } from '../api.ts';
import styles from '../reportes.module.css';
import { rangoOfMonth, type TipoConRespuestas } from '../search.ts';
import { dayOf } from '../words.ts';
import { AnswerCard, answerCardHeight } from './answer-card.tsx';
import { AnswerGrid } from './answer-grid.tsx';
import { answerFields } from './fields.ts';
import { SaveFailure, SaveWord } from './save-state.tsx';
import { sayPasted, useSheet } from './use-sheet.ts';

const RowDrawer = lazyPart(async () => (await import('./row-drawer.tsx')).RowDrawer, 'dialog');
const BulkDialog = lazyPart(async () => (await import('./bulk-dialog.tsx')).BulkDialog, 'dialog');

interface Props {
  tipo: TipoConRespuestas;
  periodo: Periodo;
  /** Id of the row to open. */
  at: string | undefined;
  campo: string | undefined;
}

type Sheet = ReturnType<typeof useSheet>;

/** The receipts of a month, and the data missing in them: answered here, and saved automatically. */
export function PrepareView({ tipo, periodo, at, campo }: Props) {
  const { ref, width } = useElementSize();
  const sheet = useSheet({ tipo, periodo, at, campo, width });
  const { list, totals, saver, saving, accepting, selection } = sheet;
  const presentado = totals.data?.presentado;
  return (
    <>
      {presentado && (
        <Banner
          tone="warn"
          title={`Este mes se presentó el ${dayOf(presentado.fecha)} con el número ${presentado.numero}.`}
        >
          Un cambio aquí obliga a rectificar el reporte en la Oficina Virtual.
        </Banner>
      )}
      <SaveFailure saver={saver} state={saving} />
      <FailureNotice title="No se aceptaron las sugerencias." error={accepting.error} onDismiss={accepting.reset} />
      <FailureNotice
        title="No se pudieron leer los comprobantes que faltan."
        error={selection.selectingAll.error}
        onDismiss={selection.selectingAll.reset}
      />
      {list.error && (
        <LoadFailure title="No se pudieron leer los comprobantes." error={list.error} onRetry={list.refetch} />
      )}
      {selection.answered && (
        <Banner tone="ok" action={<Button onClick={selection.undo}>Deshacer</Button>} onDismiss={selection.dismiss}>
          {selection.answered.words}
        </Banner>
      )}
      <section ref={ref} className={card.card} aria-label={`Preparar el ${tipo}`}>
        <SheetBar sheet={sheet} />
        <Rows tipo={tipo} periodo={periodo} sheet={sheet} />
      </section>
      <Chosen tipo={tipo} sheet={sheet} />
      <OpenedRow tipo={tipo} sheet={sheet} />
    </>
  );
}

/** The count of missing answers, the search, and the actions of the whole month. */
function SheetBar({ sheet }: { sheet: Sheet }) {
  const { noReporta } = useSesion();
  const { totals, saving, accepting, selection } = sheet;
  const pendientes = totals.data?.totales.pendientes;
  const isWhole = pendientes !== undefined && pendientes > 0 && selection.chosen.length === pendientes;
  return (
    <div className={styles.bar}>
      <Checkbox
        label={
          pendientes === undefined || pendientes === 0
            ? 'Seleccionar lo pendiente'
            : `${formatCount(pendientes)} por responder${isWhole ? ', todas seleccionadas' : ''}`
        }
        checked={isWhole}
        indeterminate={!isWhole && selection.chosen.length > 0}
        disabled={noReporta !== undefined || !pendientes || selection.selectingAll.isPending}
        onChange={() => (isWhole ? selection.clear() : selection.selectingAll.mutate())}
      />
      <SearchField label="Buscar NCF, RNC o nombre" maxLength={60} value={sheet.buscar} onChange={sheet.setBuscar} />
      <Switch
        label="Solo pendientes"
        checked={sheet.soloPendientes}
        onChange={(event) => sheet.setSoloPendientes(event.currentTarget.checked)}
      />
      <ActionButton disabled={pendientes === 0} title="Tecla F8 en la hoja" onClick={() => void sheet.jump()}>
        Siguiente pendiente
      </ActionButton>
      <ActionButton
        disabled={noReporta !== undefined || pendientes === 0}
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
  );
}

const noColumns: readonly never[] = [];
const keyOf = ({ id }: Comprobante): string => id;

/** The receipts: a sheet, on a phone cards. */
function Rows({ tipo, periodo, sheet }: { tipo: TipoConRespuestas; periodo: Periodo; sheet: Sheet }) {
  const { noReporta } = useSesion();
  const phone = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false });
  const { list, totals, rows, saver, saving, selection, setOpened, buscar, soloPendientes } = sheet;
  const open = useCallback(({ id }: Comprobante) => setOpened(id), [setOpened]);
  const drawCard = useCallback(
    (row: Comprobante) => <AnswerCard row={row} fields={answerFields(tipo)} saver={saver} onOpen={open} />,
    [tipo, saver, open],
  );
  const narrowed = soloPendientes || buscar !== '';
  const { fechaDesde, fechaHasta } = rangoOfMonth(periodo);
  if (list.data === undefined || !sheet.isReady)
    return list.error ? null : <Skeleton rows={10} label="Cargando comprobantes" />;
  if (rows.length === 0)
    return (
      <Nothing
        month={periodName({ desde: fechaDesde, hasta: fechaHasta }, Date.now())}
        tipo={tipo}
        narrowed={narrowed}
        onAll={sheet.showAll}
      />
    );
  if (phone)
    return (
      <VirtualTable
        label={`Comprobantes del ${tipo}`}
        rows={rows}
        columns={noColumns}
        rowKey={keyOf}
        card={drawCard}
        cardHeight={answerCardHeight}
        onEnd={sheet.loadMore}
      />
    );
  return (
    <AnswerGrid
      label={`Comprobantes del ${tipo}`}
      rows={rows}
      total={narrowed ? undefined : totals.data?.totales.cantidadRegistros}
      columns={sheet.columns}
      asking={sheet.asking}
      changes={saving.changes}
      selected={selection.selected}
      goal={sheet.goal}
      mayChange={noReporta === undefined}
      onSelected={selection.setSelected}
      onSelectAll={() => (selection.chosen.length > 0 ? selection.clear() : selection.selectingAll.mutate())}
      onPut={saver.put}
      onOpen={open}
      onAt={sheet.setPlace}
      onNext={() => void sheet.jump()}
      onPasted={sayPasted}
      onEnd={sheet.loadMore}
    />
  );
}

/** The actions on the selected receipts. */
function Chosen({ tipo, sheet: { selection } }: { tipo: TipoConRespuestas; sheet: Sheet }) {
  const { noReporta } = useSesion();
  const [isOpen, setIsOpen] = useState(false);
  const { chosen, suggested } = selection;
  if (chosen.length === 0) return null;
  return (
    <>
      <SelectionBar
        words={formatCounted(chosen.length, 'comprobante seleccionado', 'comprobantes seleccionados')}
        whole={undefined}
        onClear={selection.clear}
      >
        {suggested > 0 && (
          <Button disabled={noReporta !== undefined} title={noReporta} onClick={selection.acceptSuggestions}>
            {`Aceptar ${formatCounted(suggested, 'sugerencia')}`}
          </Button>
        )}
        <Button variant="filled" disabled={noReporta !== undefined} title={noReporta} onClick={() => setIsOpen(true)}>
          {`Poner en las ${formatCount(chosen.length)} seleccionadas…`}
        </Button>
      </SelectionBar>
      <Suspense>
        {isOpen && (
          <BulkDialog
            fields={answerFields(tipo)}
            rows={chosen}
            onPut={selection.answerAll}
            onClose={() => setIsOpen(false)}
          />
        )}
      </Suspense>
    </>
  );
}

/** The receipt that is open beside the sheet. */
function OpenedRow({ tipo, sheet }: { tipo: TipoConRespuestas; sheet: Sheet }) {
  const { noReporta } = useSesion();
  const { rows, opened, setOpened, saver } = sheet;
  const index = opened === undefined ? -1 : rows.findIndex(({ id }) => id === opened);
  const row = rows[index];
  if (row === undefined) return null;
  const step = (to: number) => {
    const next = rows[to];
    return next && (() => setOpened(next.id));
  };
  return (
    <Suspense>
      <RowDrawer
        key={row.id}
        tipo={tipo}
        row={row}
        saver={saver}
        refusal={noReporta}
        onPrevious={step(index - 1)}
        onNext={step(index + 1)}
        onClose={() => setOpened(undefined)}
      />
    </Suspense>
  );
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
