import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Cell } from '../../../ui/table/grid-keys.ts';
import { cellAfterKey } from '../../../ui/table/grid-keys.ts';
import { selectedAfter } from '../../../ui/table/selecting.ts';
import type { Comprobante } from '../api.ts';
import styles from './answer-grid.module.css';
import { AnswerRow, type RowActs } from './answer-row.tsx';
import { cellState, currentValue } from './cell-state.ts';
import { parseCell } from './cell-value.ts';
import { firstAnswerOf, type GridColumn, pinnedLefts, trackOf, widthOf } from './columns.tsx';
import type { AnswerField } from './fields.ts';
import { placesOf, readBlock } from './paste.ts';
import type { Change, SaverState } from './saver.ts';
import { type Step, stepFrom } from './step.ts';

interface Props {
  label: string;
  rows: readonly Comprobante[];
  /** Number of rows that match the filter, if known: for screen readers. */
  total: number | undefined;
  columns: readonly GridColumn[];
  /** Keys of the columns that lacked answers when the sheet was opened. */
  asking: ReadonlySet<string>;
  changes: SaverState['changes'];
  selected: ReadonlySet<string>;
  /** Whether the user may answer. */
  mayChange: boolean;
  /** The cell that gets the focus at first, and again when this changes. */
  goal: Cell | undefined;
  onSelected: (keys: ReadonlySet<string>) => void;
  /** Ctrl+A: selects all rows that lack an answer, or none. */
  onSelectAll: () => void;
  onPut: (changes: readonly (Change & { readonly id: string })[]) => void;
  onOpen: (row: Comprobante) => void;
  /** F8: moves to the next cell without an answer. */
  onNext: () => void;
  /** Called with the cell that has the keyboard focus. */
  onAt: (cell: Cell) => void;
  /** Called with how many pasted values were taken and how many did not fit their cells. */
  onPasted: (taken: number, refused: number) => void;
  /** Called when the last rows are near: the next page may be loaded. */
  onEnd: () => void;
}

const rowHeight = 52;
const headHeight = 44;
/** The next page is requested this number of rows before the last one. */
const nearEnd = 60;

/** A cell that is being edited, and the text with which the editing began. */
interface Editing extends Cell {
  readonly begin: string | undefined;
}

/**
 * The receipts of a month as a sheet. Data missing in the receipts are answered from cell to cell. Arrows move. Enter,
 * F2 or typing begin to edit. Enter and Tab save the typed value and move on. Escape cancels. Delete removes an answer.
 */
export function AnswerGrid(props: Props) {
  const { label, rows, total, columns, asking, changes, selected, mayChange, goal } = props;
  const { onSelected, onSelectAll, onPut, onOpen, onNext, onAt, onPasted, onEnd } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<Cell>(goal ?? { row: 0, column: firstAnswerOf(columns) });
  const [editing, setEditing] = useState<Editing>();
  const wantsFocus = useRef(false);
  const lastChosen = useRef<number>(undefined);
  // A new function at each render would make the virtualizer compute the positions of all rows again.
  const keyAt = useCallback((index: number) => rows[index]?.id ?? index, [rows]);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: keyAt,
    overscan: 6,
    scrollPaddingStart: headHeight,
  });
  const at = { row: Math.min(active.row, rows.length - 1), column: Math.min(active.column, columns.length - 1) };
  const page = Math.max(1, (virtual.range?.endIndex ?? 1) - (virtual.range?.startIndex ?? 0));
  const extent = { rows: rows.length, columns: columns.length, page };

  const near = (virtual.range?.endIndex ?? 0) >= rows.length - nearEnd;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for once for each length
  useEffect(() => {
    if (near) onEnd();
  }, [near, rows.length]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: gone to when the goal changes, not at each render
  useEffect(() => {
    if (goal) moveTo(goal);
  }, [goal]);

  // The cell may be rendered only after its row was scrolled into view.
  useLayoutEffect(() => {
    if (!wantsFocus.current) return;
    const cell = scroller.current?.querySelector<HTMLElement>(`[data-cell="${at.row}:${at.column}"]`);
    if (!cell) return;
    wantsFocus.current = false;
    cell.focus({ preventScroll: true });
    showBeside(scroller.current!, cell);
  });

  function moveTo(cell: Cell) {
    wantsFocus.current = true;
    setEditing(undefined);
    setActive(cell);
    onAt(cell);
    if (cell.row >= 0) virtual.scrollToIndex(cell.row);
  }

  const fieldAt = (column: number): AnswerField | undefined => columns[column]?.field;

  function begin(cell: Cell, text: string | undefined) {
    const row = rows[cell.row];
    const field = fieldAt(cell.column);
    if (row === undefined || field === undefined) return;
    if (!mayChange || !cellState(row, field, changes.get(row.id)).editable) return;
    setActive(cell);
    onAt(cell);
    setEditing({ ...cell, begin: text });
  }

  function put(cell: Cell, value: string | null) {
    const row = rows[cell.row];
    const field = fieldAt(cell.column);
    if (row && field) onPut([{ id: row.id, respuestas: { [field.key]: value } }]);
  }

  function choose(row: number, through: boolean) {
    const from = through ? lastChosen.current : undefined;
    onSelected(
      selectedAfter(
        rows.map(({ id }) => id),
        selected,
        row,
        from,
      ),
    );
    lastChosen.current = row;
  }

  /** The answer of the cell above, for the active cell. */
  function takeFromAbove() {
    const [above, row, field] = [rows[at.row - 1], rows[at.row], fieldAt(at.column)];
    if (!mayChange || above === undefined || row === undefined || field === undefined) return;
    const value = currentValue(above, field.key, changes.get(above.id));
    if (value !== undefined && cellState(row, field, changes.get(row.id)).editable) put(at, value);
  }

  function onKeyDown(event: KeyboardEvent) {
    const target = event.target as HTMLElement;
    if (editing !== undefined || target.dataset.cell === undefined) return;
    if (event.altKey) return event.key === 'ArrowDown' ? done(event, () => begin(at, undefined)) : undefined;
    const control = event.ctrlKey || event.metaKey;
    const row = rows[at.row];
    if (control && event.key === 'a') return done(event, onSelectAll);
    if (control && event.key === 'd') return done(event, takeFromAbove);
    const to = cellAfterKey(at, event.key, control, extent);
    if (to !== undefined) {
      event.preventDefault();
      moveTo({ ...to, row: Math.max(0, to.row) });
      if (event.shiftKey && to.row >= 0 && to.row !== at.row) choose(to.row, true);
      return;
    }
    if (control) return;
    if (event.key === 'Enter' || event.key === 'F2') {
      event.preventDefault();
      if (fieldAt(at.column)) begin(at, undefined);
      else if (at.column === 0) choose(at.row, event.shiftKey);
      else if (row) onOpen(row);
    } else if (event.key === ' ') {
      event.preventDefault();
      choose(at.row, event.shiftKey);
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      const field = fieldAt(at.column);
      if (mayChange && row && field && cellState(row, field, changes.get(row.id)).editable) put(at, null);
    } else if (event.key === 'F8') {
      event.preventDefault();
      onNext();
    } else if (event.key.length === 1 && mayChange && fieldAt(at.column)) {
      event.preventDefault();
      // A character typed into a cell is not a shortcut of the page.
      event.stopPropagation();
      begin(at, event.key);
    }
  }

  function onPaste(event: ClipboardEvent) {
    if (!mayChange || editing !== undefined || fieldAt(at.column) === undefined) return;
    event.preventDefault();
    const chosen = selected.size === 0 ? [] : rows.flatMap(({ id }, index) => (selected.has(id) ? [index] : []));
    const places = placesOf(readBlock(event.clipboardData.getData('text/plain')), at, extent, chosen);
    const taken: (Change & { id: string })[] = [];
    let refused = 0;
    for (const { row: index, column, typed } of places) {
      const row = rows[index];
      const field = fieldAt(column);
      const parsed = field && parseCell(field, typed);
      if (
        row === undefined ||
        field === undefined ||
        !parsed?.ok ||
        !cellState(row, field, changes.get(row.id)).editable
      )
        refused++;
      else taken.push({ id: row.id, respuestas: { [field.key]: parsed.value } });
    }
    if (taken.length > 0) onPut(taken);
    onPasted(taken.length, refused);
  }

  function onCopy(event: ClipboardEvent) {
    const row = rows[at.row];
    const field = fieldAt(at.column);
    if (editing !== undefined || row === undefined || !getSelection()?.isCollapsed) return;
    event.preventDefault();
    const text = field ? cellState(row, field, changes.get(row.id)).shown : row.ncf;
    event.clipboardData.setData('text/plain', text);
  }

  function finish(cell: Cell, value: string | null | undefined, step: Step) {
    if (value !== undefined) put(cell, value);
    if (step === 'leave') setEditing(undefined);
    else moveTo(stepFrom(cell, step, extent));
  }

  // The rows get stable functions, so that a row renders again only when its data change.
  const latest = useRef<RowActs>(undefined);
  latest.current = { choose, open: onOpen, begin, put, finish };
  const acts = useMemo((): RowActs => {
    const now = () => latest.current as RowActs;
    return {
      choose: (row, through) => now().choose(row, through),
      open: (row) => now().open(row),
      begin: (cell, text) => now().begin(cell, text),
      put: (cell, value) => now().put(cell, value),
      finish: (cell, value, step) => now().finish(cell, value, step),
    };
  }, []);

  const tracks = useMemo(() => columns.map(trackOf).join(' '), [columns]);
  const lefts = useMemo(() => pinnedLefts(columns), [columns]);
  return (
    <section ref={scroller} className={styles.scroller} aria-label={label} data-sheet>
      {/* biome-ignore lint/a11y/useSemanticElements: a <table> cannot have virtual rows */}
      <div
        role="grid"
        aria-label={label}
        aria-rowcount={(total ?? rows.length) + 1}
        aria-colcount={columns.length}
        aria-multiselectable="true"
        style={{ width: columns.reduce((sum, column) => sum + widthOf(column), 0) }}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onCopy={onCopy}
        onFocus={(event) => {
          const cell = (event.target as HTMLElement).dataset.cell?.split(':').map(Number);
          if (cell && (cell[0] !== at.row || cell[1] !== at.column)) {
            setActive({ row: cell[0]!, column: cell[1]! });
            onAt({ row: cell[0]!, column: cell[1]! });
          }
        }}
      >
        {/* biome-ignore lint/a11y/useFocusableInteractive: its cells are */}
        {/* biome-ignore lint/a11y/useSemanticElements: as above */}
        <div role="row" aria-rowindex={1} className={styles.head} style={{ gridTemplateColumns: tracks }}>
          {columns.map(({ key, header, right }, column) => (
            // biome-ignore lint/a11y/useSemanticElements: as above
            // biome-ignore lint/a11y/useFocusableInteractive: it has no action
            <span
              key={key}
              role="columnheader"
              aria-colindex={column + 1}
              title={header}
              data-right={right}
              {...(lefts[column] !== undefined && { 'data-pinned': true, style: { left: lefts[column] } })}
              data-asks={asking.has(key)}
            >
              {header}
            </span>
          ))}
        </div>
        {/* biome-ignore lint/a11y/useSemanticElements: as above */}
        <div role="rowgroup" className={styles.body} style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, key, start }) => {
            const row = rows[index];
            if (row === undefined) return null;
            return (
              <AnswerRow
                key={key}
                row={row}
                index={index}
                top={start}
                tracks={tracks}
                columns={columns}
                lefts={lefts}
                change={changes.get(row.id)}
                isSelected={selected.has(row.id)}
                active={at.row === index ? at.column : undefined}
                editing={editing?.row === index ? editing : undefined}
                acts={acts}
              />
            );
          })}
        </div>
      </div>
    </section>
  );
}

/** Performs what a key means here, in place of what it means to the browser. */
function done(event: KeyboardEvent, perform: () => void): void {
  event.preventDefault();
  perform();
}

/** Scrolls sideways until a cell is not under the pinned columns. */
function showBeside(scroller: HTMLElement, cell: HTMLElement) {
  if (cell.dataset.pinned === 'true') return;
  const pinned = [...(cell.parentElement?.querySelectorAll<HTMLElement>('[data-pinned="true"]') ?? [])];
  const left = pinned.reduce((sum, one) => sum + one.offsetWidth, 0);
  if (cell.offsetLeft < scroller.scrollLeft + left) scroller.scrollLeft = cell.offsetLeft - left;
  else if (cell.offsetLeft + cell.offsetWidth > scroller.scrollLeft + scroller.clientWidth)
    scroller.scrollLeft = cell.offsetLeft + cell.offsetWidth - scroller.clientWidth;
}
