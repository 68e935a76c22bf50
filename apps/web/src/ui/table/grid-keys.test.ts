import { describe, expect, it } from 'vitest';
import { cellAfterKey } from './grid-keys.ts';

const extent = { rows: 100, columns: 4, page: 12 };
const from = { row: 50, column: 1 };
const after = (key: string, ctrl = false, at = from) => cellAfterKey(at, key, ctrl, extent);

describe('the keys of a grid', () => {
  it('arrow keys move by a cell', () => {
    expect(after('ArrowDown')).toEqual({ row: 51, column: 1 });
    expect(after('ArrowUp')).toEqual({ row: 49, column: 1 });
    expect(after('ArrowRight')).toEqual({ row: 50, column: 2 });
    expect(after('ArrowLeft')).toEqual({ row: 50, column: 0 });
  });

  it('page keys move by the rows in sight', () => {
    expect(after('PageDown')).toEqual({ row: 62, column: 1 });
    expect(after('PageUp')).toEqual({ row: 38, column: 1 });
  });

  it('Home and End move to the ends of the row and, with Control, of the table', () => {
    expect(after('Home')).toEqual({ row: 50, column: 0 });
    expect(after('End')).toEqual({ row: 50, column: 3 });
    expect(after('Home', true)).toEqual({ row: 0, column: 0 });
    expect(after('End', true)).toEqual({ row: 99, column: 3 });
  });

  it('keys stop at the edges: the header is above the first row', () => {
    expect(after('ArrowUp', false, { row: 0, column: 0 })).toEqual({ row: -1, column: 0 });
    expect(after('ArrowUp', false, { row: -1, column: 0 })).toEqual({ row: -1, column: 0 });
    expect(after('ArrowLeft', false, { row: 3, column: 0 })).toEqual({ row: 3, column: 0 });
    expect(after('PageDown', false, { row: 95, column: 3 })).toEqual({ row: 99, column: 3 });
  });

  it('other keys do nothing', () => {
    expect(after('a')).toBeUndefined();
    expect(after('Tab')).toBeUndefined();
  });
});
