import type { PageRange } from '@timbre/ecf';

/** A printed field: its label, its text, and the elements of the e-CF that it shows (paths without indices). */
export interface Printed {
  readonly label: string;
  readonly text: string;
  readonly of: readonly string[];
}

/** Possible columns of the table of lines. */
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
  /** Figures are right-aligned. */
  readonly align: 'left' | 'right';
  readonly of: readonly string[];
}

/** One line of detail. */
export interface PrintedLine {
  /** Its number in the document, from 1. */
  readonly numero: number;
  /** An `E` is printed before its description. @source Informe Técnico §17.2.2: an exempt line */
  readonly exento: boolean;
  readonly cells: Readonly<Partial<Record<ColumnKey, string>>>;
  /** Printed below the description in smaller text. */
  readonly details: readonly Printed[];
}

/** A row of the totals. */
export interface TotalRow extends Printed {
  /** The same amount in the document's other currency. */
  readonly otraMoneda?: string;
  /** `part`: a component of the sum above it; `total`: an emphasised row. */
  readonly kind: 'sum' | 'part' | 'total';
}

/** A group of fields under a heading. */
export interface Section {
  readonly title: string;
  readonly fields: readonly Printed[];
}

/** A page that the document itself declares (Paginacion). */
export interface DeclaredPage extends PageRange {
  readonly numero: number;
  readonly subtotals: readonly Printed[];
}

/** The content of a printed form, before its layout. */
export interface Content {
  /** Type of receipt in words. */
  readonly title: Printed;
  /** Below the title: number, expiry, the receipt that it modifies. */
  readonly identity: readonly Printed[];
  /** `contact` is printed only on the first page. */
  readonly issuer: {
    readonly name: Printed;
    readonly fields: readonly Printed[];
    readonly contact: readonly Printed[];
  };
  /** Empty if the document names no buyer. The first field is the name, if there is one. */
  readonly buyer: readonly Printed[];
  /** Address and contact of the buyer; printed only on the first page. */
  readonly buyerContact: readonly Printed[];
  readonly terms: readonly Printed[];
  readonly sections: readonly Section[];
  readonly columns: readonly Column[];
  readonly lines: readonly PrintedLine[];
  readonly subtotals: readonly Printed[];
  readonly adjustments: readonly TotalRow[];
  readonly totals: readonly TotalRow[];
  /** `RD$`, and the code of the other currency if any amount is stated in one. */
  readonly currencies: readonly string[];
  readonly pages: readonly DeclaredPage[];
  /** The subtotals of pages that the document does not declare. */
  readonly subtotalsOf: (ranges: readonly PageRange[]) => readonly (readonly Printed[])[];
  readonly stamp: { readonly url: string; readonly fields: readonly Printed[] };
  readonly legends: readonly string[];
  /** Date of the file in epoch milliseconds; undefined if FechaHoraFirma is not a valid instant. */
  readonly signedAt: number | undefined;
}

/** The content of a form that may have no stamp: that of a document which is not an e-CF. */
export interface AnyContent extends Omit<Content, 'stamp'> {
  readonly stamp?: Content['stamp'];
}
