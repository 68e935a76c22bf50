import type { AnyContent, Printed, TotalRow } from '../content/printed.ts';
import { type Style, widthOf } from '../pdf/sheet.ts';
import { tagIn } from '../pdf/tags.ts';
import { put } from './document.ts';
import { bottom, type LetterFlow, page } from './letter-page.ts';
import { hairline, letter, rule } from './styles.ts';
import { wrap } from './text.ts';

interface Box {
  readonly label: readonly string[];
  readonly amounts: readonly string[];
  readonly style: Style;
  readonly labelStyle: Style;
  readonly indent: number;
  readonly height: number;
  readonly ruled: boolean;
}

/** Left edge of the totals. */
const left = 344;

/** The laid out rows of totals, each with its height. */
interface TotalsLook {
  readonly boxes: readonly Box[];
  readonly rights: readonly number[];
  readonly height: number;
}

const lookOf = ({ kind }: Pick<TotalRow, 'kind'>): Pick<Box, 'style' | 'labelStyle' | 'indent' | 'ruled'> => {
  if (kind === 'total') return { style: letter.total, labelStyle: letter.total, indent: 0, ruled: true };
  if (kind === 'part') return { style: letter.label, labelStyle: letter.label, indent: 10, ruled: false };
  return { style: letter.text, labelStyle: letter.label, indent: 0, ruled: false };
};

/** Lays out the global adjustments, the subtotals and the totals. */
export function planTotals({ adjustments, subtotals, totals, currencies }: AnyContent): TotalsLook {
  const many = currencies.length > 1;
  const rows: readonly TotalRow[] = [
    ...subtotals.map((row): TotalRow => ({ ...row, kind: 'sum' })),
    ...adjustments,
    ...totals,
  ];
  const widest = (texts: readonly (readonly [string, Style])[]) => Math.max(0, ...texts.map(([t, s]) => widthOf(t, s)));
  const styled = rows.map((row) => ({ row, look: lookOf(row) }));
  const foreignWidth = many ? widest(styled.map(({ row, look }) => [row.otraMoneda ?? '', look.style])) : 0;
  const currency = (row: TotalRow) => (row.kind === 'total' && !many ? `RD$ ${row.text}` : row.text);
  const localWidth = widest(styled.map(({ row, look }) => [currency(row), look.style]));
  const rights = many ? [page.right - foreignWidth - 14, page.right] : [page.right];
  const labelWidth = Math.max(70, (rights[0] ?? page.right) - localWidth - 10 - left);
  const heading: readonly Box[] = many
    ? [
        {
          label: [],
          amounts: currencies,
          style: letter.small,
          labelStyle: letter.small,
          indent: 0,
          height: 13,
          ruled: false,
        },
      ]
    : [];
  const boxes = styled.map(({ row, look }): Box => {
    const label = wrap(row.label, look.labelStyle, labelWidth - look.indent);
    const amounts = [currency(row), ...(many ? [row.otraMoneda ?? ''] : [])];
    const height = look.ruled ? 14 * label.length + 10 : 11.5 * label.length + 3;
    return { label, amounts, ...look, height };
  });
  const all = [...heading, ...boxes];
  return { boxes: all, rights, height: all.reduce((sum, { height }) => sum + height, 8) };
}

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
        sheet.text(left + box.indent, base + n * (box.ruled ? 14 : 11.5), line, box.labelStyle);
    });
    for (const [n, amount] of box.amounts.entries())
      put(sheet, row, 'TD', () => sheet.text(look.rights[n]! - widthOf(amount, box.style), base, amount, box.style));
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
