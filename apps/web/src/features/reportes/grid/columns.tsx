import type { ReactNode } from 'react';
import { formatAmount } from '../../../lib/format.ts';
import text from '../../../ui/text.module.css';
import type { Comprobante } from '../api.ts';
import type { TipoConRespuestas } from '../search.ts';
import { dayOf } from '../words.ts';
import { type AnswerField, answerFields } from './fields.ts';

/** A column of the grid: a fact of the receipt, or a field to answer. */
export interface GridColumn {
  readonly key: string;
  readonly header: string;
  /** In px. */
  readonly width: number;
  readonly right?: boolean;
  /** It stays visible while the others scroll sideways. */
  readonly pinned?: boolean;
  readonly field?: AnswerField;
  /** Renders its content for a row; undefined for a field to answer. */
  readonly cell?: (row: Comprobante) => ReactNode;
}

const pinned: readonly GridColumn[] = [
  { key: 'elegir', header: '', width: 40, pinned: true },
  { key: 'ncf', header: 'Suplidor y NCF', width: 230, pinned: true },
];

const facts: readonly GridColumn[] = [
  { key: 'fecha', header: 'Fecha', width: 108, cell: ({ fecha }) => dayOf(fecha) },
  {
    key: 'total',
    header: 'Total',
    width: 122,
    right: true,
    cell: ({ montoTotal }) => <span className={text.amount}>{formatAmount(montoTotal)}</span>,
  },
  {
    key: 'itbis',
    header: 'ITBIS',
    width: 112,
    right: true,
    cell: ({ itbis }) => <span className={text.amount}>{formatAmount(itbis)}</span>,
  },
];

const widths = { code: 210, date: 118, amount: 138, text: 170, rnc: 150, ncf: 150 } as const;

/** Most columns with questions that stay visible: with more, no room would be left for the others. */
const mostPinned = 3;
/** A narrower sheet has room for the receipt alone. In px. */
const roomForPinned = 1_000;

/**
 * The columns of a report: the receipt, the fields that lack answers, the facts of the receipts, and the other fields.
 *
 * @param missing keys of the fields that lack answers
 * @param width of the sheet in px
 */
export function columnsOf(tipo: TipoConRespuestas, missing: ReadonlySet<string>, width: number): readonly GridColumn[] {
  const fields = answerFields(tipo).map(
    (field): GridColumn => ({
      key: field.key,
      header: field.name,
      width: widths[field.kind],
      right: field.kind === 'amount',
      field,
    }),
  );
  const asking = fields.filter(({ key }) => missing.has(key));
  const stay = width < roomForPinned ? 0 : mostPinned;
  return [
    ...pinned.map((column) =>
      tipo === '607' && column.key === 'ncf' ? { ...column, header: 'Cliente y NCF' } : column,
    ),
    ...asking.map((column, at) => (at < stay ? { ...column, pinned: true } : column)),
    ...facts,
    ...fields.filter(({ key }) => !missing.has(key)),
  ];
}

/** The distance of each pinned column from the left edge, in px; undefined for the others. */
export function pinnedLefts(columns: readonly GridColumn[]): readonly (number | undefined)[] {
  let left = 0;
  return columns.map(({ pinned, width }) => {
    if (!pinned) return undefined;
    left += width;
    return left - width;
  });
}

/** Index of the first column with a field to answer. */
export const firstAnswerOf = (columns: readonly GridColumn[]): number =>
  columns.findIndex(({ field }) => field !== undefined);

export const widthOf = ({ width }: GridColumn): number => width;
export const trackOf = ({ width }: GridColumn): string => `${width}px`;
