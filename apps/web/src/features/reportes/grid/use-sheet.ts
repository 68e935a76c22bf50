import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Periodo } from '@timbre/values';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { formatCount, formatCounted } from '../../../lib/format.ts';
import { useMutation } from '../../../lib/mutation.ts';
import { useSesion } from '../../../lib/use-sesion.ts';
import type { Cell } from '../../../ui/table/grid-keys.ts';
import { toast } from '../../../ui/toast.tsx';
import { acceptSuggestions, type Comprobante } from '../api.ts';
import { liveKey, totalsQuery } from '../month-queries.ts';
import type { TipoConRespuestas } from '../search.ts';
import { nextWaiting } from './cell-state.ts';
import { columnsOf, type GridColumn } from './columns.tsx';
import { answerFields } from './fields.ts';
import { pendingRows, rowsQuery, saverOf, useSaver } from './use-month.ts';
import { useSelection } from './use-selection.ts';

interface Options {
  readonly tipo: TipoConRespuestas;
  readonly periodo: Periodo;
  /** Id of the row to open, and the key of the field. */
  readonly at: string | undefined;
  readonly campo: string | undefined;
  /** Width of the sheet in px. */
  readonly width: number;
}

const noRows: readonly Comprobante[] = [];
const noKeys: ReadonlySet<string> = new Set();

/** The sheet of a month: its rows, columns, selection and answers, and the cell that the keyboard goes to. */
export function useSheet({ tipo, periodo, at, campo, width }: Options) {
  const client = useQueryClient();
  const { rncEmisor, ambiente } = useSesion();
  const saver = saverOf(client, `${rncEmisor} ${ambiente}`, tipo);
  const saving = useSaver(saver);
  // The row named in the address is searched by its NCF.
  const [buscar, setBuscar] = useState(() => at?.split('|')[1] ?? '');
  const [soloPendientes, setSoloPendientes] = useState(false);
  const [opened, setOpened] = useState<string>();
  const [place, setPlace] = useState<Cell>();
  const [goal, setGoal] = useState<Cell>();
  const list = useInfiniteQuery(rowsQuery(tipo, periodo, { soloPendientes, buscar }));
  const totals = useQuery(totalsQuery(tipo, periodo));
  const { data, hasNextPage, isFetching, fetchNextPage } = list;
  const rows = useMemo(() => withoutRepeated(data?.pages.flatMap(({ comprobantes }) => comprobantes)), [data]);
  const asking = useAsking(totals.data?.totales.faltan);
  const columns = useMemo(() => columnsOf(tipo, asking ?? noKeys, width), [tipo, asking, width]);
  const selection = useSelection({ rows, readPending: () => pendingRows(tipo, periodo), put: saver.put });

  const isReady = asking !== undefined;
  useArrival({ tipo, at, campo, rows, columns, isReady }, (cell, isAnswer) => {
    setGoal(cell);
    if (!isAnswer) setOpened(at);
  });

  const accepting = useAccepting(tipo, periodo);

  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage();
  }, [hasNextPage, isFetching, fetchNextPage]);

  /** Goes to the next cell without an answer, also in rows that are not loaded yet. */
  async function jump() {
    const keys = columns.map(({ field }) => field?.key);
    let known = rows;
    for (;;) {
      const next = nextWaiting(known, keys, place, saver.state().changes);
      if (next) return setGoal(next);
      const { data: more } = await fetchNextPage();
      const loaded = withoutRepeated(more?.pages.flatMap(({ comprobantes }) => comprobantes));
      if (loaded.length <= known.length) break;
      known = loaded;
    }
    toast('No falta ninguna respuesta en esta lista');
  }

  return {
    ...{ list, totals, rows, columns, asking: asking ?? noKeys, selection, saver, saving, accepting, goal, opened },
    ...{ buscar, setBuscar, soloPendientes, setSoloPendientes, setOpened, setPlace, loadMore, jump, isReady },
    showAll() {
      setBuscar('');
      setSoloPendientes(false);
    },
  };
}

/** Accepts all suggestions of the month. */
function useAccepting(tipo: TipoConRespuestas, periodo: Periodo) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => acceptSuggestions({ params: { tipo }, body: { periodo } }),
    onSuccess: ({ aceptadas }) => {
      toast(formatCounted(aceptadas, 'sugerencia aceptada', 'sugerencias aceptadas'));
      void client.invalidateQueries({ queryKey: liveKey(tipo) });
    },
  });
}

interface Arrival extends Pick<Options, 'tipo' | 'at' | 'campo'> {
  readonly rows: readonly Comprobante[];
  readonly columns: readonly GridColumn[];
  readonly isReady: boolean;
}

/**
 * Goes to the cell named in the address once its row has loaded.
 *
 * @param go called once. A field that nobody answers is looked at with its source, in the receipt
 */
function useArrival(
  { tipo, at, campo, rows, columns, isReady }: Arrival,
  go: (cell: Cell, isAnswer: boolean) => void,
): void {
  const arrived = useRef(at === undefined);
  useEffect(() => {
    const cell = arrived.current || !isReady ? undefined : goalOf(rows, columns, at, campo);
    if (cell === undefined) return;
    arrived.current = true;
    go(cell, campo === undefined || answerFields(tipo).some(({ key }) => key === campo));
  });
}

/** The keys of the fields that lacked answers when the totals arrived: a column does not move while it is answered. */
function useAsking(faltan: Readonly<Record<string, number>> | undefined): ReadonlySet<string> | undefined {
  const first = useRef<ReadonlySet<string>>(undefined);
  if (first.current === undefined && faltan !== undefined) first.current = new Set(Object.keys(faltan));
  return first.current;
}

/** A row that was answered while the list was read is in it twice: once among those that lack answers. */
function withoutRepeated(rows: readonly Comprobante[] = noRows): readonly Comprobante[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return byId.size === rows.length ? rows : [...byId.values()];
}

/** The cell named in the address; undefined while its row is not loaded. */
function goalOf(
  rows: readonly Comprobante[],
  columns: readonly GridColumn[],
  at: string | undefined,
  campo: string | undefined,
): Cell | undefined {
  const row = rows.findIndex(({ id }) => id === at);
  if (row < 0) return undefined;
  const column = columns.findIndex(({ field }) => field !== undefined && field.key === campo);
  return { row, column: column < 0 ? 1 : column };
}

/** Says how many pasted values were taken, and how many did not fit their cells. */
export function sayPasted(taken: number, refused: number): void {
  const words = formatCounted(taken, 'valor pegado', 'valores pegados');
  const left = `${formatCount(refused)} no ${refused === 1 ? 'es un valor' : 'son valores'} de su casilla`;
  toast(refused === 0 ? words : `${words}; ${left}`, refused === 0 ? 'ok' : 'bad');
}
