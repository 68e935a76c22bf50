import type { Ambiente } from '@timbre/contract';
import type { JsonDefault } from '../../platform/db/schema.ts';

/** The tables of this room, for the queries of all. */
declare module '../../platform/db/schema.ts' {
  interface Tables {
    simulacion: SimulacionTable;
  }
}

interface SimulacionTable {
  empresa_id: string;
  ambiente: Ambiente;
  importacion_id: string;
  /** By type, the highest number that was generated. */
  contadores: JsonDefault<Readonly<Record<string, number>>>;
}
