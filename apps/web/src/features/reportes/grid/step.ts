import type { Cell, Extent } from '../../../ui/table/grid-keys.ts';

/** Where the keyboard focus goes after a cell was edited; `leave`: it has already moved elsewhere. */
export type Step = 'stay' | 'down' | 'up' | 'right' | 'left' | 'leave';

const steps: Readonly<Record<Exclude<Step, 'leave'>, readonly [down: number, right: number]>> = {
  stay: [0, 0],
  down: [1, 0],
  up: [-1, 0],
  right: [0, 1],
  left: [0, -1],
};

/** The cell that a step leads to, within the grid. */
export function stepFrom(
  { row, column }: Cell,
  step: keyof typeof steps,
  extent: Pick<Extent, 'rows' | 'columns'>,
): Cell {
  const [down, right] = steps[step];
  return {
    row: Math.min(Math.max(row + down, 0), extent.rows - 1),
    column: Math.min(Math.max(column + right, 0), extent.columns - 1),
  };
}
