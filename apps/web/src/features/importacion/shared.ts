// The work on the documents of an import. The receipts of a simulation are an import too.
export { DocumentState } from './parts/document-state.tsx';
export type { RowActions } from './parts/document-tables.tsx';
export { ImportDialogs, type Opened } from './parts/import-dialogs.tsx';
export { ImportStats } from './parts/import-stats.tsx';
export { ImportFaults } from './parts/lazy-faults.tsx';
export { type FilaFilter, importQuery, keyOf, type OfImport } from './queries.ts';
export { useFilas } from './use-filas.ts';
export { useImportWork } from './use-import-work.ts';
