export { findHeaderRow, type HeaderRow } from './read/header-row.ts';
export { HiddenColumns } from './read/hidden-columns.ts';
export { decodeText, openCsv } from './read/open-csv.ts';
export { openWorkbook, type WorkbookLimits } from './read/open-workbook.ts';
export { columnLetters, fewColumns, type Row, type Sheet } from './read/sheet.ts';
export { WorkbookError, type WorkbookErrorCode } from './read/workbook-error.ts';
export type { ToolRow } from './tool/cells.ts';
export {
  columnIndex,
  firstRow,
  headerRow,
  listText,
  type Orden,
  type ToolColumn,
  type ToolSheet,
  toolSheet,
} from './tool/columns.ts';
export { fillTool } from './tool/fill-tool.ts';
export { type PreparedTool, prepareTool, ToolError, type ToolToFill } from './tool/prepare-tool.ts';
export { type ToolHead, writeToolWorkbook } from './tool/write-workbook.ts';
export type { SheetColumn, SheetSource } from './write/column.ts';
export { csvOf, csvPages } from './write/write-csv.ts';
export { writeXls } from './write/write-xls.ts';
export { writeXlsx, writeXlsxSheets } from './write/write-xlsx.ts';
export { packedBytes, readDirectory, type ZipEntry, ZipError } from './zip/directory.ts';
export type { PackedPart } from './zip/write-records.ts';
export { isAsWritten, writeZip, type ZipPart } from './zip/write-zip.ts';
