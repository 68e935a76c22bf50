import type { AnyContent, Printed, TotalRow } from '../content/printed.ts';
import { type Style, widthOf } from '../pdf/sheet.ts';
import { tagIn } from '../pdf/tags.ts';
import { put } from './document.ts';
import { bottom, type LetterFlow, page } from './letter-page.ts';
import { hairline, letter, rule } from './styles.ts';
import { wrap } from './text.ts';

/** An amount of a row: its right edge, and its line in the row. */
interface Amount {
  readonly text: string;
  readonly right: number;
  readonly line: number;
}

interface Box {
  readonly label: readonly string[];
  readonly amounts: readonly Amount[];
  readonly style: Style;
  readonly labelStyle: Style;
  readonly indent: number;
  readonly leading: number;
  readonly height: number;
  readonly ruled: boolean;
}

/** Left edge of the totals. */
const left = 344;

/** Room between a label and an amount, and between two amounts. */
const gaps = { label: 10, amounts: 14 } as const;
/** Least width of a label beside its amount. */
const leastLabel = 70;

/** The laid out rows of totals, each with its height. */
interface TotalsLook {
  readonly boxes: readonly Box[];
  readonly height: number;
}

const lookOf = ({ kind }: Pick<TotalRow, 'kind'>): Pick<Box, 'style' | 'labelStyle' | 'indent' | 'ruled'> => {
  if (kind === 'total') return { style: letter.total, labelStyle: letter.total, indent: 0, ruled: true };
  if (kind === 'part') return { style: letter.label, labelStyle: letter.label, indent: 10, ruled: false };
  return { style: letter.text, labelStyle: letter.label, indent: 0, ruled: false };
};

/**
 * Lays out the global adjustments, the subtotals and the totals. The amounts of two currencies stand in two columns; below
 * each other, with their currencies, if they are too wide for that.
 */
export function planTotals({ adjustments, subtotals, totals, currencies }: AnyContent): TotalsLook {
  const many = currencies.length > 1;
  const rows: readonly TotalRow[] = [
    ...subtotals.map((row): TotalRow => ({ ...row, kind: 'sum' })),
    ...adjustments,
    ...totals,
  ];
  const styled = rows.map((row) => ({ row, look: lookOf(row) }));
  /** The width of a column of amounts, and of its currency above them. */
  const widest = (heading: string, textOf: (row: TotalRow) => string) =>
    Math.max(widthOf(heading, letter.small), ...styled.map(({ row, look }) => widthOf(textOf(row), look.style)));
  const pesos = (row: TotalRow) => (row.kind === 'total' && !many ? `RD$ ${row.text}` : row.text);
  const foreign = (row: TotalRow) => row.otraMoneda ?? '';
  const localWidth = widest(many ? currencies[0]! : '', pesos);
  const foreignRoom = many ? widest(currencies[1]!, foreign) + gaps.amounts : 0;
  const stacked = many && left + localWidth + foreignRoom > page.right;
  const amountsOf = (row: TotalRow): readonly Amount[] => {
    if (!stacked)
      return [
        { text: pesos(row), right: page.right - foreignRoom, line: 0 },
        ...(many ? [{ text: foreign(row), right: page.right, line: 0 }] : []),
      ];
    return [row.text, foreign(row)]
      .flatMap((text, index) => (text === '' ? [] : `${currencies[index]} ${text}`))
      .map((text, line) => ({ text, right: page.right, line }));
  };
  const labelWidth = Math.max(leastLabel, page.right - foreignRoom - localWidth - gaps.label - left);
  const boxes = styled.map(({ row, look }) => boxOf(row.label, amountsOf(row), look, labelWidth));
  const all = many && !stacked ? [headingOf(currencies, page.right - foreignRoom), ...boxes] : boxes;
  return { boxes: all, height: all.reduce((sum, { height }) => sum + height, 8) };
}

/** The row of a label and its amounts; these are below the label if one of them would cover it. */
function boxOf(name: string, amounts: readonly Amount[], look: ReturnType<typeof lookOf>, width: number): Box {
  const { style, labelStyle, indent, ruled } = look;
  const label = wrap(name, labelStyle, width - indent);
  const room = Math.min(...amounts.map(({ text, right }) => right - widthOf(text, style))) - left - indent - 2;
  const below = label.some((line) => widthOf(line, labelStyle) > room) ? label.length : 0;
  const placed = amounts.map((amount) => ({ ...amount, line: below + amount.line }));
  const lines = Math.max(label.length, ...placed.map(({ line }) => line + 1));
  const leading = ruled ? 14 : 11.5;
  return { label, amounts: placed, ...look, leading, height: leading * lines + (ruled ? 10 : 3) };
}

/** The names of the currencies above their columns. */
const headingOf = (currencies: readonly string[], right: number): Box => ({
  label: [],
  amounts: currencies.map((text, index) => ({ text, right: index === 0 ? right : page.right, line: 0 })),
  style: letter.small,
  labelStyle: letter.small,
  indent: 0,
  leading: 0,
  height: 13,
  ruled: false,
});

/** Draws the totals below the lines, and continues on a new sheet if there is no room. */
export function drawTotals(flow: LetterFlow, look: TotalsLook, root: Parameters<typeof tagIn>[0]): void {
  const table = tagIn(root, 'Table');
  flow.y += 8;
  for (const box of look.boxes) {
    flow.ensure(box.height, bottom.beside);
    const { sheet, y } = flow;
    const row = tagIn(table, 'TR');
    const base = y + (box.ruled ? 15 : 9);
    if (box.ruled) sheet.within(undefined, () => sheet.rect(left, y + 1, page.right - left, 0.6, rule));
    put(sheet, row, 'TD', () => {
      for (const [n, line] of box.label.entries())
        sheet.text(left + box.indent, base + n * box.leading, line, box.labelStyle);
    });
    for (const { text, right, line } of box.amounts)
      put(sheet, row, 'TD', () =>
        sheet.text(right - widthOf(text, box.style), base + line * box.leading, text, box.style),
      );
    flow.y += box.height;
  }
}

/** Draws the subtotals of a page other than the last, to the right of its code. */
export function drawPageSubtotals({ sheet }: LetterFlow, rows: readonly Printed[]): void {
  let y: number = bottom.beside - 11.5 * rows.length - 2;
  sheet.within(undefined, () => sheet.rect(left, y - 4, page.right - left, 0.4, hairline));
  for (const { label, text } of rows) {
    const base = y + 9;
    sheet.within(undefined, () => {
      sheet.text(left, base, label, letter.small);
      sheet.text(page.right - widthOf(text, letter.text), base, text, letter.text);
    });
    y += 11.5;
  }
}
