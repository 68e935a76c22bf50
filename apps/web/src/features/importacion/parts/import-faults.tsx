import type { importacion } from '@timbre/contract';
import type { OfImport } from '../queries.ts';
import type { RowActions } from './document-tables.tsx';
import { FaultsPanel } from './faults-panel.tsx';
import { MissingRanges } from './missing-ranges.tsx';

interface Props {
  of: OfImport;
  importacion: importacion.Importacion;
  actions: RowActions;
  /** Text that states which step the user need not repeat after registering a range. */
  spared?: string;
}

/** The problems of an import: missing ranges, faults and verdicts. */
export const FaultPanels = ({ of, importacion, actions, spared }: Props) => (
  <>
    <MissingRanges importacion={importacion} {...(spared !== undefined && { spared })} />
    <FaultsPanel of={of} importacion={importacion} actions={actions} />
  </>
);
