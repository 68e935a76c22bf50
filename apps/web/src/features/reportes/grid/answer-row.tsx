import { memo, useRef } from 'react';
import type { Cell } from '../../../ui/table/grid-keys.ts';
import text from '../../../ui/text.module.css';
import type { Comprobante } from '../api.ts';
import { fuentes } from '../words.ts';
import styles from './answer-grid.module.css';
import { CellEditor } from './cell-editor.tsx';
import { cellState, currentValue } from './cell-state.ts';
import type { GridColumn } from './columns.tsx';
import type { AnswerField } from './fields.ts';
import type { Change } from './saver.ts';
import type { Step } from './step.ts';

/** The actions in a row. */
export interface RowActs {
  /** @param through selects the whole range from the row selected before */
  readonly choose: (row: number, through: boolean) => void;
  readonly open: (row: Comprobante) => void;
  /** Begins to edit a cell. @param text initial text; undefined: the value of the cell */
  readonly begin: (cell: Cell, text: string | undefined) => void;
  readonly put: (cell: Cell, value: string | null) => void;
  /** @param value undefined: nothing changed */
  readonly finish: (cell: Cell, value: string | null | undefined, step: Step) => void;
}

interface Props {
  row: Comprobante;
  index: number;
  top: number;
  tracks: string;
  columns: readonly GridColumn[];
  /** The distance of each pinned column from the left edge, in px. */
  lefts: readonly (number | undefined)[];
  change: Change | undefined;
  isSelected: boolean;
  /** The column of the cell with the keyboard focus, if it is in this row. */
  active: number | undefined;
  /** The cell of this row that is being edited. */
  editing: (Cell & { readonly begin: string | undefined }) | undefined;
  acts: RowActs;
}

/** A receipt. It renders again only when its data change. */
export const AnswerRow = memo(function AnswerRow(props: Props) {
  const { row, index, top, tracks, columns, isSelected } = props;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a <table> cannot have virtual rows
    // biome-ignore lint/a11y/useFocusableInteractive: its cells are focusable
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      className={styles.row}
      data-excluded={row.excluido !== null}
      style={{ gridTemplateColumns: tracks, transform: `translateY(${top}px)` }}
    >
      {columns.map((column, at) =>
        column.field ? (
          <AnswerCell key={column.key} {...props} column={at} field={column.field} />
        ) : (
          <FactCell key={column.key} {...props} column={at} of={column} />
        ),
      )}
    </div>
  );
});

const placeOf = (index: number, column: number, left: number | undefined) => ({
  'aria-colindex': column + 1,
  'data-cell': `${index}:${column}`,
  ...(left !== undefined && { 'data-pinned': true, style: { left } }),
});

/** A fact of the receipt. */
function FactCell(props: Props & { column: number; of: GridColumn }) {
  const { row, index, column, of, lefts, active, isSelected, acts } = props;
  const place = { ...placeOf(index, column, lefts[column]), 'data-right': of.right };
  const tabIndex = active === column ? 0 : -1;
  if (of.key === 'elegir')
    return (
      // biome-ignore lint/a11y/useSemanticElements: a <table> cannot have virtual rows
      <span {...place} role="gridcell" tabIndex={tabIndex}>
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={`Seleccionar ${row.ncf}`}
          checked={isSelected}
          onChange={() => undefined}
          onClick={(event) => acts.choose(index, event.shiftKey)}
        />
      </span>
    );
  if (of.key === 'ncf')
    return (
      // biome-ignore lint/a11y/useSemanticElements: a <table> cannot have virtual rows
      <span {...place} role="gridcell" tabIndex={tabIndex} className={styles.receipt}>
        <b className={text.cut}>
          {row.excluido !== null && 'Excluido · '}
          {row.razonSocial || row.rnc || 'Sin nombre'}
        </b>
        <span className={text.cut}>
          <button
            type="button"
            tabIndex={-1}
            className={`${text.encf} ${text.encfButton}`}
            title={`Ver ${row.ncf}`}
            onClick={() => acts.open(row)}
          >
            {row.ncf}
          </button>
          {` · ${fuentes[row.fuente]}`}
        </span>
      </span>
    );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a <table> cannot have virtual rows
    <span {...place} role="gridcell" tabIndex={tabIndex} aria-readonly="true">
      {of.cell?.(row)}
    </span>
  );
}

const markTexts: Readonly<Record<string, string>> = {
  pendiente: 'Pendiente',
  estimado: 'Estimado',
  'sin-guardar': 'Sin guardar',
};

/** A field that the user may answer. */
function AnswerCell(props: Props & { column: number; field: AnswerField }) {
  const { row, index, column, field, change, lefts, active, editing, acts } = props;
  const state = cellState(row, field, change);
  /** The first click moves to the cell; another one begins to edit it. */
  const wasHere = useRef(false);
  const place = placeOf(index, column, lefts[column]);
  const tabIndex = active === column ? 0 : -1;
  if (editing?.column === column)
    return (
      // biome-ignore lint/a11y/useSemanticElements: a <table> cannot have virtual rows
      <span {...place} role="gridcell" tabIndex={tabIndex} className={styles.editing}>
        <CellEditor
          field={field}
          label={`${field.name} de ${row.ncf}`}
          value={currentValue(row, field.key, change)}
          begin={editing.begin}
          onDone={(value, step) => acts.finish({ row: index, column }, value, step)}
        />
      </span>
    );
  const { suggested } = state;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a <table> cannot have virtual rows
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles the keys
    <span
      {...place}
      role="gridcell"
      tabIndex={tabIndex}
      aria-readonly={!state.editable}
      data-right={field.kind === 'amount'}
      data-mark={state.mark}
      title={[state.shown, state.why].filter(Boolean).join(' — ')}
      onMouseDown={(event) => {
        wasHere.current = event.currentTarget === document.activeElement;
      }}
      onClick={() => wasHere.current && acts.begin({ row: index, column }, undefined)}
      onDoubleClick={() => acts.begin({ row: index, column }, undefined)}
    >
      {state.mark === 'pendiente' && state.shown === '' ? (
        <i>Pendiente</i>
      ) : (
        <>
          <span className={styles.value}>{state.shown}</span>
          {markTexts[state.mark] && <span className={text.hidden}>{`, ${markTexts[state.mark]}`}</span>}
        </>
      )}
      {suggested !== undefined && state.editable && (
        <button
          type="button"
          tabIndex={-1}
          className={styles.accept}
          aria-label={`Aceptar ${state.shown}`}
          title="Aceptar la sugerencia"
          onClick={(event) => {
            event.stopPropagation();
            acts.put({ row: index, column }, suggested);
          }}
        >
          ✓
        </button>
      )}
    </span>
  );
}
