import { bareText } from '@timbre/values';
import { columnLetters } from '@timbre/workbook';
import { nameOfField, type ReceiptColumns, type ReceiptField } from './receipt-headers.ts';

/** A day in one of its two plain forms, which needs no word. */
const plainDay = /^(?:\d{1,2}[/-]\d{1,2}[/-]\d{4}|\d{4}-\d{2}-\d{2})$/;

/** Names of texts with an aviso that are given one by one. */
const mostAvisos = 10;

/** The cells whose text was fitted to its field, by field, and those with characters that nobody sees. */
export class FittedCells {
  readonly #columns: ReceiptColumns;
  readonly #fitted = new Map<ReceiptField, { count: number; readonly text: string; readonly value: string }>();
  readonly #unseen = new Set<string>();

  constructor(columns: ReceiptColumns) {
    this.#columns = columns;
  }

  /** Notes a cell that was read. @param aviso of its reading */
  add(field: ReceiptField, text: string, value: string, aviso: string | undefined): void {
    if (aviso !== undefined) this.#unseen.add(aviso);
    const bare = bareText(text);
    if (
      /^(?:razonSocial|mes|mesPago)$/.test(field) ||
      plainDay.test(bare) ||
      bare.toUpperCase().replace(/[\s-]/g, '') === value
    )
      return;
    const known = this.#fitted.get(field);
    if (known === undefined) this.#fitted.set(field, { count: 1, text: bare.slice(0, 40), value });
    else known.count += 1;
  }

  /** The notices of the fitted cells, one sentence for each field, in Spanish. */
  avisos(): string[] {
    const unseen = [...this.#unseen];
    return [
      ...[...this.#fitted].map(([field, { count, text, value }]) => {
        const cells = count === 1 ? '1 celda se ajustó' : `${count} celdas se ajustaron`;
        return `${nameOfField(field)}, columna ${columnLetters(this.#columns.get(field) ?? 0)}: ${cells}, como «${text}» a ${value}`;
      }),
      ...unseen.slice(0, mostAvisos),
      ...(unseen.length > mostAvisos ? [`y ${unseen.length - mostAvisos} textos más con caracteres invisibles`] : []),
    ];
  }
}
