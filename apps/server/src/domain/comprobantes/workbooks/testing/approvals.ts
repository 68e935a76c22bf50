import { xlsxOf } from '@timbre/workbook/testing/workbooks';

/** The columns of the DGII's workbook of commercial approvals. */
export const approvalColumns = [
  'Version',
  'RNCEmisor',
  'eNCF',
  'FechaEmision',
  'MontoTotal',
  'RNCComprador',
  'Estado',
  'DetalleMotivoRechazo',
  'FechaHoraAprobacionComercial',
] as const;

type Cells = Partial<Record<(typeof approvalColumns)[number], string>>;

/** The DGII's test issuer in certification, which issued the e-CF of the approvals. */
export const testIssuer = '131880681';

let numbers = 0;

/** A row of such a workbook; each has a new number unless `cells` has one. @param rnc of the company, their buyer */
export function approvalRow(rnc: string, cells: Cells = {}): string[] {
  numbers += 1;
  const usual: Record<(typeof approvalColumns)[number], string> = {
    Version: '1.0',
    RNCEmisor: testIssuer,
    eNCF: `E31${String(numbers).padStart(10, '0')}`,
    FechaEmision: '01-04-2026',
    MontoTotal: '83320',
    RNCComprador: rnc,
    Estado: '1',
    DetalleMotivoRechazo: '#e',
    FechaHoraAprobacionComercial: '20-04-2026 22:45:05',
  };
  return approvalColumns.map((name) => cells[name] ?? usual[name]);
}

/** A workbook of approvals. */
export const approvalsBook = (
  rows: readonly (readonly string[])[],
  columns: readonly string[] = approvalColumns,
): Buffer => xlsxOf({ ACEECF_Generadas: [columns, ...rows] });
