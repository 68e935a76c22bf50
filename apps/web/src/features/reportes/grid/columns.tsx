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

const facts: readonly GridColumn[] = [
  { key: 'elegir', header: '', width: 40, pinned: true },
  { key: 'ncf', header: 'NCF', width: 148, pinned: true },
  {
    key: 'nombre',
    header: 'Nombre',
    width: 210,
    cell: ({ razonSocial, rnc, excluido }) => (
      <>
        {excluido !== null && <b>Excluido · </b>}
        {razonSocial || rnc || 'Sin nombre'}
      </>
    ),
  },
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

/** Index of the column of the first field to answer. */
export const firstAnswer = facts.length;

const widths = { code: 210, date: 118, amount: 138, text: 170, rnc: 150, ncf: 150 } as const;

/** The columns of a report: the facts of the receipts, and the fields to answer. */
export const columnsOf = (tipo: TipoConRespuestas): readonly GridColumn[] => [
  ...facts,
  ...answerFields(tipo).map((field) => ({
    key: field.key,
    header: field.name,
    width: widths[field.kind],
    right: field.kind === 'amount',
    field,
  })),
];

export const widthOf = ({ width }: GridColumn): number => width;
export const trackOf = ({ width }: GridColumn): string => `${width}px`;
