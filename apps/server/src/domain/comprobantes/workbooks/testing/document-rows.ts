// Workbooks of e-CF for tests: the sample workbook as tables, and rows of documents.
import { computeTotals, deriveRFCE, type ECF, esResumen, type Sheet as SheetName, writeSheet } from '@timbre/ecf';
import { addDays, type Fecha, formatFecha } from '@timbre/values';
import { xlsxOf } from '@timbre/workbook/testing/workbooks';
import { sampleDocuments } from '../muestra.ts';

/** A sheet as a table whose cells are named by row and header. */
export interface SheetTable {
  headers: string[];
  rows: (string | null)[][];
}

/** The time at which {@link sampleTables} are to be read. */
export const sampleNow = Date.UTC(2026, 3, 17, 15);

/** The sheets of the sample workbook, for a test to modify. Their e-CF are in rows 2 to 14. */
export function sampleTables(): { ECF: SheetTable; RFCE: SheetTable } {
  const fecha = '17-04-2026' as Fecha;
  const options = { rnc: '199000005', razonSocial: 'Ferretería Ejemplo SRL', fecha, vencimiento: addDays(fecha, 300) };
  const documents = sampleDocuments({ ...options, desde: 1 });
  const table = ({ headers, rows }: ReturnType<typeof writeSheet<SheetName>>): SheetTable => ({
    headers: [...headers],
    rows: rows.map((row) => row.map((text) => text ?? null)),
  });
  const summaries = documents.filter(esResumen).map((tree) => deriveRFCE(tree, '#e'));
  return { ECF: table(writeSheet('ECF', documents)), RFCE: table(writeSheet('RFCE', summaries)) };
}

/** Sets the text of a cell; `fila` is the sheet's row number. */
export function setCell({ headers, rows }: SheetTable, fila: number, header: string, text: string | null): void {
  const column = headers.indexOf(header);
  if (column < 0) throw new Error(`No column ${header}`);
  rows[fila - 2]![column] = text;
}

/** An .xlsx of tables: sheet name → table. */
export const xlsxOfTables = (tables: Record<string, SheetTable>): Buffer =>
  xlsxOf(Object.fromEntries(Object.entries(tables).map(([name, { headers, rows }]) => [name, [headers, ...rows]])));

/** The values of a row of a document. */
export interface Line {
  /** RNC of an issuer other than the company. */
  readonly rnc?: string;
  readonly eNCF: string;
  readonly precio: string;
  /** That of the eNCF unless set. */
  readonly tipo?: string;
  readonly more?: object;
}

/** A document of a company, as a row of a workbook. */
export function rowOf(company: string, { rnc = company, eNCF, precio, tipo = eNCF.slice(1, 3), more = {} }: Line): ECF {
  const carriesExpiry = tipo !== '32' && tipo !== '34';
  return computeTotals({
    Encabezado: {
      Version: '1.0',
      IdDoc: {
        TipoeCF: tipo,
        eNCF,
        ...(tipo === '34' ? { IndicadorNotaCredito: '0' } : {}),
        ...(carriesExpiry ? { FechaVencimientoSecuencia: '31-12-2028' } : {}),
        IndicadorMontoGravado: '0',
        TipoIngresos: '01',
        TipoPago: '1',
      },
      Emisor: {
        RNCEmisor: rnc,
        RazonSocialEmisor: 'Emisor SRL',
        DireccionEmisor: 'Calle 1',
        FechaEmision: formatFecha(Date.now()),
      },
      Comprador: { RNCComprador: '132111117', RazonSocialComprador: 'Constructora Inventada SRL' },
    },
    DetallesItems: {
      Item: [
        {
          IndicadorFacturacion: '1',
          NombreItem: 'Artículo',
          IndicadorBienoServicio: '1',
          CantidadItem: '1.00',
          PrecioUnitarioItem: precio,
        },
      ],
    },
    ...more,
  }) as unknown as ECF;
}
