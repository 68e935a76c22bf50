import type { Decimal } from '@timbre/values';

/** Something that is printed: a label, its text, and the elements of the e-CF (paths without indices) that it shows. */
export interface Printed {
  readonly label: string;
  readonly text: string;
  readonly of: readonly string[];
}

/** The columns that a table of lines may have, in the order of the official models. */
export type ColumnKey =
  | 'cantidad'
  | 'descripcion'
  | 'unidad'
  | 'grados'
  | 'pvp'
  | 'precio'
  | 'especifico'
  | 'advalorem'
  | 'itbis'
  | 'descuento'
  | 'recargo'
  | 'valor';

/** A column of the table of lines. */
export interface Column {
  readonly key: ColumnKey;
  readonly label: string;
  /** Figures are aligned at the right. */
  readonly align: 'left' | 'right';
  readonly of: readonly string[];
}

/** One line of detail. */
export interface PrintedLine {
  /** Its number in the document, from 1. */
  readonly numero: number;
  /** An `E` stands before its description. @source Informe Técnico §17.2.2: an exempt line */
  readonly exento: boolean;
  readonly cells: Readonly<Partial<Record<ColumnKey, string>>>;
  /** Below the description, smaller. */
  readonly details: readonly Printed[];
}

/** A row of the totals. */
export interface TotalRow extends Printed {
  /** The same amount in the document's other currency. */
  readonly otraMoneda?: string;
  /** `part`: one of the rates that the row above sums; `total`: the row that the eye looks for. */
  readonly kind: 'sum' | 'part' | 'total';
}

/** A group of fields under a heading. */
export interface Section {
  readonly title: string;
  readonly fields: readonly Printed[];
}

/** What the lines of one page come to, summed where the document does not state it. */
export interface PageSums {
  readonly gravado: Decimal;
  readonly exento: Decimal;
  readonly itbis: Decimal;
  readonly selectivo: Decimal;
  readonly otros: Decimal;
  readonly noFacturable: Decimal;
}

/** A page that the document itself declares (Paginacion). */
export interface DeclaredPage {
  readonly numero: number;
  /** Its lines by their index, from 0; `end` is the index after the last. */
  readonly start: number;
  readonly end: number;
  readonly subtotals: readonly Printed[];
}

/** Everything that a printed form says, before any of it has a place on a sheet. */
export interface Content {
  /** Type of receipt in words. */
  readonly title: Printed;
  /** Below the title: number, expiry, the receipt that it modifies. */
  readonly identity: readonly Printed[];
  /** `contact` is on the first page alone. */
  readonly issuer: {
    readonly name: Printed;
    readonly fields: readonly Printed[];
    readonly contact: readonly Printed[];
  };
  /** Empty when the document names no buyer. The first one is the name where there is one. */
  readonly buyer: readonly Printed[];
  /** Where and how the buyer is reached; on the first page alone. */
  readonly buyerContact: readonly Printed[];
  readonly terms: readonly Printed[];
  readonly sections: readonly Section[];
  readonly columns: readonly Column[];
  readonly lines: readonly PrintedLine[];
  readonly subtotals: readonly Printed[];
  readonly adjustments: readonly TotalRow[];
  readonly totals: readonly TotalRow[];
  /** `RD$`, and the code of the other currency where the document has one. */
  readonly currencies: readonly string[];
  readonly pages: readonly DeclaredPage[];
  /** Amounts of each line, for the subtotals of pages that the document does not declare. */
  readonly sums: readonly PageSums[];
  readonly stamp: { readonly url: string; readonly fields: readonly Printed[] };
  readonly legends: readonly string[];
  /** Epoch milliseconds; the date of the file. Undefined when FechaHoraFirma is no instant. */
  readonly signedAt: number | undefined;
}
