import type { Ambiente } from '@timbre/contract';
import type { JsonDefault } from '../../platform/db/schema.ts';

/** Adds the tables of this feature to those that all queries can use. */
declare module '../../platform/db/schema.ts' {
  interface Tables {
    simulacion: SimulacionTable;
  }
}

interface SimulacionTable {
  empresa_id: string;
  ambiente: Ambiente;
  importacion_id: string;
  /** The highest number generated, by type. */
  contadores: JsonDefault<Readonly<Record<string, number>>>;
}
