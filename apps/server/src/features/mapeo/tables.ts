/** Adds the tables of this feature to those that all queries can use. */
declare module '../../platform/db/schema.ts' {
  interface Tables {
    mapeo_parte: MapeoParteTable;
  }
}

/** The parts of a company's account data, each saved separately. */
export type Parte = 'catalogo' | 'mapeo' | 'columnas' | 'dinamico';

interface MapeoParteTable {
  empresa_id: string;
  parte: Parte;
  version: number;
  /** JSON. */
  contenido: string;
  por: string;
  modificado: Date;
}
