import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import type { MouseEvent, PointerEvent, TouchEvent } from 'react';
import styles from '../data-table.module.css';

interface Props {
  name: string;
  right: boolean;
  /** The current order; false if ordered by another column; undefined if the column cannot order the rows. */
  sorted: false | 'asc' | 'desc' | undefined;
  onSort: () => void;
  /** Called with the width in px that the user set. */
  onResize: (px: number) => void;
  /** Begins to follow the pointer. */
  onDrag: (event: MouseEvent | TouchEvent) => void;
}

/** The name of a column. A click orders the rows by it. Its edge can be dragged to change the width. */
export function ColumnHeading({ name, right, sorted, onSort, onResize, onDrag }: Props) {
  /** While dragging, the table starts from the column's current width. */
  const hold = (event: PointerEvent<HTMLElement>) =>
    onResize(widthOf(event.currentTarget.closest('[role="columnheader"]')!));

  const Icon = sorted === 'asc' ? IconArrowUp : sorted === 'desc' ? IconArrowDown : IconArrowsSort;
  return (
    <span className={styles.heading} data-right={right}>
      {sorted === undefined ? (
        <span>{name}</span>
      ) : (
        <button type="button" tabIndex={-1} className={styles.sort} data-sorted={sorted !== false} onClick={onSort}>
          {name}
          <Icon size={14} stroke={1.8} aria-hidden="true" />
        </button>
      )}
      <span
        className={styles.edge}
        aria-hidden="true"
        title="Arrastre para cambiar el ancho"
        onPointerDown={hold}
        onMouseDown={onDrag}
        onTouchStart={onDrag}
      />
    </span>
  );
}

/** The width of an element in whole px. */
export const widthOf = (element: Element): number => Math.round(element.getBoundingClientRect().width);
